"""constraints.txt, the lock: every library in one version for each Python and platform."""

import tomllib

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from mazegame.party import opening
from tests.programs import ROOT, run_python

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CLAIMED = [line.rpartition(" ")[2] for line in PROJECT["classifiers"] if ":: 3." in line]
PLATFORMS = {"linux": "Linux", "darwin": "Darwin", "win32": "Windows"}


def environment(python: str, platform: str) -> dict[str, str]:
    """Return the markers' values of a Python on a platform."""
    return {
        **default_environment(),
        "python_version": python,
        "python_full_version": f"{python}.9",
        "sys_platform": platform,
        "platform_system": PLATFORMS[platform],
    }


def locked(python: str, platform: str) -> dict[str, list[str]]:
    """Return the versions that the lock has of each library there."""
    versions: dict[str, list[str]] = {}
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines():
        pin = Requirement(line)
        (specifier,) = pin.specifier
        assert specifier.operator == "==", line
        if not pin.marker or pin.marker.evaluate(environment(python, platform)):
            versions.setdefault(canonicalize_name(pin.name), []).append(specifier.version)
    return versions


def requirements(*extras: str) -> list[Requirement]:
    """Return what the project asks for with these extras."""
    optional = PROJECT["optional-dependencies"]
    lines = sum((optional[extra] for extra in extras), PROJECT["dependencies"])
    return [Requirement(line) for line in lines]


@pytest.mark.parametrize("python", CLAIMED)
@pytest.mark.parametrize("platform", PLATFORMS)
def test_every_library_has_one_version_that_the_project_allows(python, platform):
    versions = locked(python, platform)
    assert all(len(found) == 1 for found in versions.values())
    for wanted in requirements(*PROJECT["optional-dependencies"]):
        (version,) = versions[canonicalize_name(wanted.name)]
        assert version in wanted.specifier, wanted


def test_the_claimed_pythons_are_those_that_are_allowed_and_checked():
    assert CLAIMED == ["3.11", "3.12", "3.13"]
    assert PROJECT["requires-python"] == f">={CLAIMED[0]}"
    for script in ("run", "matrix"):
        assert " ".join(CLAIMED) in (ROOT / ".ci" / script).read_text(encoding="utf-8")


def test_a_party_names_each_library_that_it_lacks(monkeypatch):
    monkeypatch.setattr(opening, "find_spec", lambda _: None)
    for line in PROJECT["optional-dependencies"]["party"]:
        assert Requirement(line).name in opening.missing()


def test_the_floors_are_those_of_the_project():
    done = run_python(".ci/floors.py", check=True)
    floors = {pin.name: pin.specifier for pin in map(Requirement, done.stdout.splitlines())}
    for wanted in requirements("dev"):
        (lowest,) = floors[wanted.name]
        assert lowest.version in wanted.specifier


def test_a_library_that_differs_from_the_lock_is_named(tmp_path):
    freeze = tmp_path / "freeze.txt"

    freeze.write_text("", encoding="utf-8")
    assert run_python(".ci/changed.py", str(freeze)).returncode == 0
    freeze.write_text("Textual==999.1\n", encoding="utf-8")
    done = run_python(".ci/changed.py", str(freeze))
    assert done.returncode == 1
    assert "Textual 999.1 (the lock has " in done.stdout
