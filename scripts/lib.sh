# Shared by the scripts: messages, and the packages they need. Source it; it changes to the project's folder.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '\n== %s\n' "$*"; }
die() { printf 'error: %s\n' "$*" >&2; exit 1; }

packages_build=(g++ cmake ninja-build pkg-config git python3 libcli11-dev libfmt-dev nlohmann-json3-dev libfast-float-dev
  libzstd-dev zlib1g-dev libxxhash-dev libeigen3-dev libsvm-dev liblinear-dev)
packages_test=(libgtest-dev libgmock-dev clang libclang-rt-14-dev clang-format zstd gzip ccache python3-venv perl)
packages_bench=(python3-venv)

# install_packages PACKAGE...: installs what is missing, as root or by sudo, or says exactly what to install.
install_packages() {
  local missing=() package
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  say "Installing ${missing[*]}"
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || die "please run as root: apt-get install ${missing[*]}"
    as_root=(sudo)
  fi
  command -v apt-get >/dev/null || die "this is not Debian; please install what it calls: ${missing[*]}"
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null ||
    die "please install: ${missing[*]}"
}

# A compiler cache makes the second build quick; without it everything works as well.
use_ccache() {
  if command -v ccache >/dev/null; then export CMAKE_CXX_COMPILER_LAUNCHER=ccache; fi
}

# venv NAME PACKAGE...: a Python environment in build/NAME-venv that has these packages; a list already installed is not asked for again.
venv() {
  local folder=build/$1-venv
  shift
  [ -x "$folder/bin/python" ] || python3 -m venv "$folder"
  if grep -qxF -- "$*" "$folder/installed" 2>/dev/null; then return; fi
  "$folder/bin/python" -m pip install -q "$@" || die "cannot install $* into $folder"
  echo "$*" >>"$folder/installed"
}
