"""Measure which small faults in the source the tests notice.

First, which lines each test of a revision executes, and what it costs (needs ``coverage`` beside the
requirements of development; as long as all tests take, twice over):

    python -m tests.support.mutation map REVISION FOLDER [PYTEST ARGUMENTS]

Then a seeded sample of faults, one after the other in a copy of that revision, two at a time:

    python -m tests.support.mutation run REVISION FOLDER RESULTS --seed 7 --count 400

Every fault becomes one line of JSON in RESULTS: caught (with the test, ``killer``), survived, timeout
(noticed, too), ``not covered`` (survived, and no test executes it) or absent (the revision has no such
line). What is in RESULTS already is not run again, so a run can be interrupted.

The tests that execute the fault run in the order of nearness and cost: up to ``--seconds`` of processor time
as measured, and then, if it survived, up to ``--rest`` seconds of the others (0: none).

The same map says which tests execute nothing that others don't, so that `make test` leaves them out:

    python -m tests.support.mutation repeated FOLDER > tests/repeated.txt

To compare two suites: ``--tests "-m quick"`` takes only those tests that pytest collects with these
arguments, ``--source REVISION`` draws the faults from another revision's source, and
``--among OTHER-RESULTS`` tries only those that were noticed there.
"""

import argparse
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import asdict
from itertools import takewhile
from pathlib import Path
from typing import TextIO

from tests.support.mutation import running
from tests.support.mutation.contexts import CONFIGURATION, COSTS, Contexts
from tests.support.mutation.mutants import PACKAGES, Mutant, sample
from tests.support.mutation.repeated import repeated

HERE = Path(__file__).parent
DONE = object()
NEW_FILE = 0.3
"""CPU seconds for importing one more file of tests."""
NEAR = 4.0
"""How much dearer a test may be that lies one folder nearer to the fault."""


@contextmanager
def tree_of(revision: str, folder: Path) -> Generator[Path]:
    """Check a revision out into a new folder until the block ends."""
    tree = folder.resolve()
    subprocess.run(["git", "worktree", "add", "--quiet", "--detach", tree, revision], check=True)
    try:
        yield tree
    finally:
        subprocess.run(["git", "worktree", "remove", "--force", tree], check=True)


def measure(options: argparse.Namespace) -> None:
    """Run the tests of a revision once, and store in a folder what each executes and costs."""
    folder: Path = options.folder.resolve()
    folder.mkdir(parents=True)
    with tree_of(options.revision, folder / "tree") as tree:
        shutil.copytree(HERE, tree / "tests/support/mutation", dirs_exist_ok=True)
        sources = "\n".join(f"    {tree / package}" for package in PACKAGES)
        configuration = folder / "configuration"
        configuration.write_text(CONFIGURATION.format(folder=folder, sources=sources), encoding="utf-8")
        plugin = f"{__package__}.contexts"
        subprocess.run(
            [
                sys.executable,
                "-m",
                "pytest",
                "-q",
                "-p",
                plugin,
                "-p",
                "no:cacheprovider",
                *options.arguments,
            ],
            cwd=tree,
            env={
                **os.environ,
                "COVERAGE_PROCESS_START": str(configuration),
                COSTS: str(folder / "costs.jsonl"),
            },
            check=False,
        )
        combine = [sys.executable, "-m", "coverage", "combine", "-q", f"--rcfile={configuration}"]
        subprocess.run(combine, cwd=tree, check=True)


def find_repeated(options: argparse.Namespace) -> None:
    """Print the tests that repeat others."""
    folder: Path = options.folder
    print(*repeated(Contexts(folder)), sep="\n")


def order(contexts: Contexts, mutant: Mutant, allowed: set[str] | None) -> tuple[list[str], bool]:
    """Return the tests that may notice a fault, the most promising first, and whether any executes it.

    What is executed on import, or cached, shows in whichever test comes after, so tests of the file follow,
    and those of its folder: processes that are killed record nothing.
    """
    same_file = contexts.tests(mutant.path)
    lines = range(mutant.lines[0], mutant.lines[1] + 1)
    exact = same_file if mutant.imported else contexts.tests(mutant.path, lines)
    places = mutant.path.removesuffix(".py").split("/")

    def shared(test: str) -> int:
        file = test.partition("::")[0].removesuffix(".py").replace("test_", "").split("/")[1:]
        return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(places, file, strict=False)))

    def score(test: str) -> tuple[bool, float]:
        return test not in exact, (contexts.costs[test].processor + 0.05) / NEAR ** shared(test)

    tests = same_file | {test for test in contexts.costs if shared(test) >= min(2, len(places) - 1)}
    if allowed is not None:
        tests &= allowed
    return sorted(tests, key=score), bool(exact)


def split(contexts: Contexts, tests: list[str], seconds: float) -> tuple[list[str], list[str]]:
    """Return the first tests that together take this many CPU seconds, file by file, and the others."""
    files = dict[str, list[str]]()
    spent = 0.0
    for number, test in enumerate(tests):
        file = test.partition("::")[0]
        spent += contexts.costs[test].processor + NEW_FILE * (file not in files)
        if spent > seconds and files:
            return [test for some in files.values() for test in some], tests[number:]
        files.setdefault(file, []).append(test)
    return [test for some in files.values() for test in some], []


def tried(
    tree: Path, mutant: Mutant, number: int, contexts: Contexts, options: argparse.Namespace
) -> Generator[None, None, dict[str, object]]:
    """Try one fault in a copy of the source, yielding as long as its tests run; return the result."""
    file = tree / mutant.path
    before = file.read_text(encoding="utf-8") if file.exists() else ""
    if (faulty := mutant.applied(before)) is None:
        return {"status": "absent"}
    tests, covered = order(contexts, mutant, options.allowed)
    first, others = split(contexts, tests, options.seconds)
    rest, left = split(contexts, others, options.rest) if options.rest else ([], others)
    result: dict[str, object] = {"status": "survived"}
    ran = 0
    times = file.stat()
    try:
        file.write_text(faulty, encoding="utf-8")
        # Python recognizes what it has compiled by the time in seconds: each fault has its own.
        os.utime(file, (times.st_atime, times.st_mtime + 10 + number))
        for part in filter(None, (first, rest)):
            seconds = sum(contexts.costs[test].seconds for test in part)
            run = running.Run(tree, part, options.slow * (30 + 5 * seconds))
            run.start()
            try:
                while (ended := run.result()) is None:
                    yield
            finally:
                run.kill()
            ran += len(part)
            result = ended
            if ended["status"] != "survived":
                break
    finally:
        file.write_text(before, encoding="utf-8")
        os.utime(file, (times.st_atime, times.st_mtime))
    if result["status"] == "survived" and not covered:
        result["status"] = "not covered"
    return {**result, "tests": ran, "left": len(left)}


def collected(tree: Path, arguments: str) -> set[str]:
    """Return the tests that pytest collects with some arguments."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", *shlex.split(arguments)]
    lines = subprocess.run(command, cwd=tree, check=True, capture_output=True, text=True).stdout.splitlines()
    return {line for line in lines if "::" in line}


def results_of(file: Path) -> dict[str, dict[str, object]]:
    """Return the results in a file by the faults' keys."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return {result["key"]: result for result in map(json.loads, lines)}


def run(options: argparse.Namespace) -> None:
    """Try a sample of faults, two at a time, and append each result to a file."""
    contexts = Contexts(options.folder)
    known = results_of(options.results)
    running.load()
    with ExitStack() as stack:
        temporary = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        trees = [stack.enter_context(tree_of(options.revision, temporary / name)) for name in ("one", "two")]
        source = stack.enter_context(tree_of(options.source or options.revision, temporary / "source"))
        options.allowed = collected(trees[0], options.tests) if options.tests else None
        mutants = [
            mutant for mutant in sample(source, options.seed, options.count) if mutant.key not in known
        ]
        if options.among:
            noticed = results_of(options.among)
            mutants = [
                one for one in mutants if noticed.get(one.key, {}).get("status") in ("caught", "timeout")
            ]
        waiting = iter(enumerate(mutants, len(known)))
        with options.results.open("a", encoding="utf-8") as results:
            slots = [
                stack.enter_context(closing(_slot(tree, waiting, contexts, options, results)))
                for tree in trees
            ]
            while slots:
                slots = [slot for slot in slots if next(slot, DONE) is not DONE]
                time.sleep(0.05)
    print(Counter(str(result["status"]) for result in results_of(options.results).values()))


def _slot(
    tree: Path,
    waiting: Iterator[tuple[int, Mutant]],
    contexts: Contexts,
    options: argparse.Namespace,
    results: TextIO,
) -> Generator[None]:
    """Try one fault after the other in one tree, yielding as long as tests run."""
    for number, mutant in waiting:
        result = yield from tried(tree, mutant, number, contexts, options)
        results.write(json.dumps({"key": mutant.key, **asdict(mutant), **result}) + "\n")
        results.flush()


def main() -> None:
    """Carry out the command line."""
    parser = argparse.ArgumentParser(prog=f"python -m {__package__}", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    commands = parser.add_subparsers(required=True)
    mapping = commands.add_parser("map", help="record what each test executes")
    mapping.set_defaults(act=measure)
    trying = commands.add_parser("run", help="try a sample of faults")
    trying.set_defaults(act=run)
    finding = commands.add_parser("repeated", help="name the tests that repeat others")
    finding.set_defaults(act=find_repeated)
    for command in (mapping, trying):
        command.add_argument("revision", help="the commit whose tests run")
    for command in (mapping, trying, finding):
        command.add_argument("folder", type=Path, help="where the map is")
    mapping.add_argument("arguments", nargs=argparse.REMAINDER, help="pytest's arguments")
    trying.add_argument("results", type=Path, help="the file of results")
    trying.add_argument("--seed", type=int, required=True)
    trying.add_argument("--count", type=int, default=400)
    trying.add_argument(
        "--source", help="the commit whose source the faults are drawn from (default: revision)"
    )
    trying.add_argument("--tests", default="", help="pytest's arguments that select tests (default: all)")
    trying.add_argument("--among", type=Path, help="results of which only noticed faults are tried")
    trying.add_argument("--seconds", type=float, default=40, help="processor seconds of the nearest tests")
    trying.add_argument("--slow", type=float, default=1, help="multiple of time limits on a busy machine")
    trying.add_argument("--rest", type=float, default=0, help="processor seconds of the others")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit(1))  # not without removing the copies
    options.act(options)


if __name__ == "__main__":
    main()
