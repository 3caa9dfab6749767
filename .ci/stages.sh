# The stages of the checks, one function each; .ci/run, .ci/matrix and the workflow call them.
# Each runs with the interpreter $python of an environment that has the project and its dev extra.

say() { printf '\n== %s\n' "$*"; }

expect() { # expect WANTED COMMAND...: the command prints just that
    local wanted=$1 got
    shift
    got=$("$@")
    if [ "$got" != "$wanted" ]; then
        printf 'expected %q, got %q from: %s\n' "$wanted" "$got" "$*" >&2
        return 1
    fi
}

test_command() { # print the README's test command
    awk '/^<!-- test-command -->\r?$/ { seen = 1; next }
         seen && /^```\r?$/ { exit }
         seen && !/^```/ { print }' README.md
}

find_python() { # find_python 3.12: print the path of such an interpreter, or fail
    local wanted=$1 candidate
    for candidate in "python$wanted" "$HOME/.pyenv/versions/$wanted".*/bin/python; do
        if [ "$("$candidate" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)" = "$wanted" ]; then
            "$candidate" -c 'import sys; print(sys.executable)'
            return
        fi
    done
    return 1
}

keep_compile_cache() { # let tests take their compile cache from a folder that outlasts this clone
    export MAZEGAME_TEST_CACHE=${MAZEGAME_TEST_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/mazegame-tests}
    mkdir -p "$MAZEGAME_TEST_CACHE"
    # One folder for each engine with its libraries; those of other days' engines go.
    find "$MAZEGAME_TEST_CACHE" -mindepth 1 -maxdepth 1 -type d \
        -name "$(printf '[0-9a-f]%.0s' {1..16})" -mtime +14 -exec rm -rf {} +
}

make_environment() { # make_environment PYTHON FOLDER PIP_ARGUMENT...: install the project there
    local interpreter=$1 folder=$2
    shift 2
    # Joined, since `set -e` does not hold within a function that is called before ||. Without
    # --foreground, timeout has a process group of its own, which outlives that of the caller.
    "$interpreter" -m venv "$folder" &&
        timeout --foreground 10m "$folder/bin/python" -m pip install --quiet "$@" -e '.[dev]' &&
        touch "$folder/made" # the last thing: who finds it finds all
}

quick_tests() { "$python" -m pytest "$@"; }

core_tests() { "$python" -m pytest -m 'core and not long and not soak' "$@"; }

core_tests_with_warnings() { core_tests -W default; }

long_tests() { "$python" -m pytest -m 'long and not soak' --hypothesis-profile mazegame "$@"; }

new_examples() { # the property tests of the quick tests with a seed of their own, printed
    local seed=${SEED:-$RANDOM$RANDOM} profile=${PROFILE:-random}
    say "the property tests with the random seed $seed (again: SEED=$seed PROFILE=$profile bash .ci/stage new_examples)"
    "$python" -m pytest -m 'hypothesis and not long and not soak' \
        --hypothesis-profile "$profile" --hypothesis-seed="$seed" "$@"
}

without_compilation() (
    cd tests/engine
    NUMBA_DISABLE_JIT=1 "$python" -m pytest generators/test_golden.py generators/test_generators.py \
        measures/test_distance.py generators/test_eller.py carving/test_braid.py test_level.py \
        carving/test_masks.py
    NUMBA_DISABLE_JIT=1 "$python" -m pytest -m 'long and not soak' generators/test_generators.py \
        carving/test_masks.py
)

checked_bounds() (
    cd tests/engine
    NUMBA_BOUNDSCHECK=1 "$python" -m pytest generators/test_bands.py generators/test_eller.py \
        generators/test_generators.py carving/test_braid.py measures/test_distance.py \
        measures/test_texture.py test_generate.py test_level.py
    NUMBA_BOUNDSCHECK=1 "$python" -m pytest -m 'long and not soak' generators/test_bands.py \
        generators/test_generators.py steps/test_trace.py test_generate.py
)

documentation_and_neighbours() {
    "$python" -m pip install --quiet -c constraints.txt -e '.[docs,neighbours]'
    NO_MKDOCS_2_WARNING=1 "$python" -m pytest -m 'long or not long' tests/test_site.py \
        tests/engine/model/test_conversions.py \
        tests/engine/batches/test_shards.py tests/engine/batches/test_dask.py
}

lint() {
    "$python" -m ruff check .
    "$python" -m ruff format --check .
    "$python" -m mypy
    "$python" -c 'from importlinter.cli import lint_imports_command; lint_imports_command()'
}

version() { sed -n 's/^__version__ = "\(.*\)"$/\1/p' mazegame/__init__.py; }

commands() (
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    mazegame=$(dirname "$python")/mazegame
    expect "mazegame $(version)" "$mazegame" --version
    expect "mazegame $(version)" "$python" -m mazegame --version
    expect 18 "$mazegame" solve tests/data/nine.txt
    "$mazegame" generate wilson:19x10:kite-7
    shortest=$("$mazegame" solve wilson:19x10:kite-7)
    "$mazegame" generate wilson:19x10:kite-7 -f grid >"$scratch/maze.txt"
    expect "$((2 * shortest))" "$mazegame" solve "$scratch/maze.txt"
    "$mazegame" algorithms >/dev/null
    if "$mazegame" </dev/null 2>/dev/null; then
        echo 'mazegame started without a terminal' >&2
        exit 1
    fi
)

wheels() ( # both distributions, and the archive of the engine, installed away from this folder
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    root=$PWD
    version=$(version)
    "$python" -m pip install --quiet --no-deps --target "$scratch/site" .
    "$python" -m pip install --quiet --no-deps --target "$scratch/engine" "$root/packaging/engine"
    "$python" -m venv "$scratch/tools"
    "$scratch/tools/bin/python" -m pip install --quiet build
    "$scratch/tools/bin/python" -m build --sdist --outdir "$scratch" packaging/engine
    "$python" -m pip install --quiet --no-deps --target "$scratch/archive" "$scratch"/*.tar.gz
    diff -r -x '*.dist-info' -x __pycache__ -x bin "$scratch/engine" "$scratch/archive"
    cd "$scratch"
    export PYTHONPATH=$scratch/site
    expect "mazegame $version" "$python" -m mazegame --version
    "$python" - <<'END'
from pathlib import Path

import mazegame
import mazegame.app

root = Path(mazegame.__file__).parent
assert "site" in root.parts, root
missing = [name for name in ("py.typed", "app.tcss") if not (root / name).exists()]
assert not missing, missing
END
    if grep -qi '^Requires-Dist: textual' "$scratch"/engine/*.dist-info/METADATA; then
        echo 'the engine asks for Textual' >&2
        exit 1
    fi
    if [ -e "$scratch/engine/mazegame/app.py" ] || [ -e "$scratch/engine/mazegame/screens" ]; then
        echo 'the engine holds the game' >&2
        exit 1
    fi
    export PYTHONPATH=$scratch/engine
    expect 7 "$python" -m mazegame solve wilson:6x3:kite-7
    expect '3 mazes in 1 file in mazes' \
        "$python" -m mazegame batch wilson -s 5x5 -n 3 -o mazes
)
