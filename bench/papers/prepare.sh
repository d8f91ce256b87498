# Shared by `run` and `optima`: builds gradus and makes the Python environment. Source it. Without the shared data it says so and ends with 0.
. "$(dirname "${BASH_SOURCE[0]}")/../../scripts/lib.sh"
shared=${GRADUS_SHARED:-../shared}
if [ ! -d "$shared" ]; then
  printf 'SKIPPED LOUDLY: there is no %s, so the papers were not rerun on real data\n' "$shared" >&2
  exit 0
fi
install_packages "${packages_build[@]}" "${packages_bench[@]}" zstd
use_ccache
cmake --preset release >/dev/null
cmake --build build/release --target gradus >/dev/null
venv bench scipy numpy
mkdir -p build/papers
install build/release/gradus build/papers/gradus  # a build in the meantime does not disturb the study
