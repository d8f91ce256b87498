# What the training benchmarks need: the command, the other tools and the data, whose folder is $data. Source it.
. "$(dirname "${BASH_SOURCE[0]}")/../../scripts/lib.sh"
install_packages "${packages_build[@]}" "${packages_bench[@]}"
use_ccache
cmake --preset release >/dev/null
cmake --build build/release --target gradus >/dev/null
venv bench lightgbm xgboost-cpu catboost pandas
data=build/bench-data/train
if [ ! -f "$data/test.gradus" ]; then
  say "Making data"
  rm -rf "$data"
  mkdir -p "$data"
  build/release/gradus data synth --queries 6600 --seed 1 -o "$data/all.csv"
  build/release/gradus data split "$data/all.csv" --parts 0.8,0.2 --no-vali -o "$data" --force
  rm "$data/all.csv"
  build/bench-venv/bin/python bench/train/make_arrays.py "$data"
  for part in train test; do
    build/release/gradus data convert "$data/$part.csv" --to cache -o "$data/$part.gradus"
    rm "$data/$part.csv"
  done
fi
