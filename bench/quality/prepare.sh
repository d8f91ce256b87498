# Shared by `run` and `defaults`: builds gradus and makes the Python environment. Source it. Without ../shared/data it says so and ends with 0.
. "$(dirname "${BASH_SOURCE[0]}")/../../scripts/lib.sh"
if [ ! -d ../shared/data/letor4-mq2008 ]; then
  printf 'SKIPPED LOUDLY: there is no ../shared/data, so the ranking quality on real data was not measured\n' >&2
  exit 0
fi
install_packages "${packages_build[@]}" "${packages_bench[@]}" zstd
use_ccache
cmake --preset release >/dev/null
cmake --build build/release --target gradus -j"${JOBS:-1}" >/dev/null
venv bench lightgbm xgboost-cpu scipy numpy
