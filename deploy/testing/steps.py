"""The steps of the tests: what CI runs, and what each needs. Those that end first stand first."""

from pathlib import Path

from schedule import Step
from since import READ_BY

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / ".fareway/results"

GEN = "make gen"
ALL_ONLY = ("all",)
CHECK_ONLY = ("check",)

SETTINGS = ("Cargo", ".cargo", ".config", "clippy.toml", "rustfmt.toml")
DEPLOYED = ("deploy/sandbox", "deploy/stack", "deploy/proofs", "deploy/bench")
PROGRAMS = ("seeds", "proto", "platform", "gateway", "svc-", *DEPLOYED)
RUST = (*SETTINGS, *PROGRAMS, *READ_BY)
#: Rust's tables that tests of the web app read.
SHARED_TABLES = (
    "platform/money/prices.json",
    "svc-booking/src/domain/names.json",
    "svc-booking/src/email/line_words.json",
    "svc-booking/src/itinerary_pdf/timelines.json",
    "svc-booking/texts/en.ftl",
    "svc-payments/texts/en.ftl",
    "svc-search/included-bags.json",
    "svc-search/orders.json",
)
WEB = ("webapp", "seeds", "gateway/openapi.json", "svc-booking/src/domain/countries.rs", *SHARED_TABLES)
EVERYTHING_THAT_RUNS = (*RUST, *WEB, "deploy/k6", "deploy/scripts")
#: What the provider's types of the page are held against.
PAGE_OF_CARDS = ("gateway/src/config.rs", "webapp/src/features/booking/lib/provider-fields.ts")
TABLES = ("docs", *RUST, *WEB)


def _web(script: str, *arguments: str) -> list[str]:
    return ["npm", "--prefix", "webapp", "run", "--silent", script, "--", *arguments]


def _junit(key: str) -> Path:
    return RESULTS / f"{key}.xml"


def steps() -> list[Step]:
    """All of them, in the order in which they begin where nothing holds them up."""
    return [*_compiled(), *_sources(), *_generated(), *_tests(), *_running()]


def _compiled() -> list[Step]:
    # Clippy compiles what it looks at: one compile serves lints, tests and programs.
    return [Step("compile", "compile", ["cargo", "build-all", "--locked"], paths=RUST)]


def _sources() -> list[Step]:
    return [
        Step("format", "format", ["cargo", "fmt", "--all", "--check"], remedy="make fmt", paths=RUST),
        Step("runner", "the runner of these steps", ["python3", "-m", "unittest", "discover", "-s", "deploy/testing"]),
        Step("web-lints", "web format and lints", _web("lint"), remedy="make fmt", paths=WEB),
        Step("web-types", "web types", _web("typecheck"), paths=WEB),
        Step("web-unused", "web code that nobody uses", _web("unused"), paths=WEB),
        Step("lints", "lints", ["deploy/scripts/lints"], needs=("compile",), paths=RUST),
    ]


def _generated() -> list[Step]:
    def fresh(kind: str, *needs: str, part_of: tuple[str, ...] = ("check", "all")) -> Step:
        command = ["deploy/scripts/gen", "--check", kind]
        return Step(kind, f"generated: {kind}", command, needs, remedy=GEN, paths=TABLES, part_of=part_of)

    return [
        fresh("conformance"),
        fresh("api-types"),
        fresh("openapi", "compile"),
        fresh("settings", "compile"),
        # Among the integration tests otherwise.
        fresh("queries", "compile", part_of=CHECK_ONLY),
        fresh("snapshots", "compile", part_of=CHECK_ONLY),
        Step("documents", "compose file, chart and documents", ["deploy/scripts/check-deploy"], needs=("compile",)),
    ]


def _tests() -> list[Step]:
    web_results = _junit("web")
    to_file = ["--reporter=default", "--reporter=junit", f"--outputFile.junit={web_results}"]
    return [
        _wire(),
        Step(
            "web",
            "web unit tests",
            _web("test", "--allowOnly=false", *to_file),
            paths=WEB,
            results=web_results,
            part_of=ALL_ONLY,
        ),
        Step(
            "export",
            "web export",
            ["deploy/scripts/build-web"],
            paths=EVERYTHING_THAT_RUNS,
            # A step of its own has looked at them.
            environment={"TYPES_ARE_CHECKED": "true"},
            part_of=ALL_ONLY,
        ),
        Step(
            "unit",
            "unit and integration tests",
            ["deploy/scripts/rust-tests", "--workspace"],
            needs=("compile",),
            paths=RUST,
            results=_junit("unit"),
            part_of=ALL_ONLY,
        ),
        Step(
            "system",
            "tests of the whole system",
            ["deploy/scripts/system-tests"],
            needs=("compile", "export"),
            paths=EVERYTHING_THAT_RUNS,
            results=_junit("system"),
            part_of=ALL_ONLY,
        ),
        Step(
            "model",
            "model of the sagas",
            ["target/debug/saga-model", "0", "0", "--liveness", "--mutants"],
            needs=("compile",),
            paths=("svc-booking", "deploy/proofs/model", "Cargo"),
            part_of=ALL_ONLY,
        ),
    ]


def _wire() -> Step:
    results = _junit("wire")
    reporters = [
        *("--test-reporter=spec", "--test-reporter-destination=stdout"),
        *("--test-reporter=junit", f"--test-reporter-destination={results}"),
    ]
    return Step(
        "wire",
        "the providers' own libraries against clients and sandbox",
        ["npm", "--prefix", "deploy/wire", "run", "--silent", "test", "--", *reporters],
        needs=("compile",),
        paths=(*SETTINGS, "seeds", "deploy/wire", "deploy/sandbox", "svc-payments", "platform", *PAGE_OF_CARDS),
        results=results,
        part_of=ALL_ONLY,
    )


def _running() -> list[Step]:
    journeys = _junit("journeys")

    def storm(key: str, name: str, *arguments: str) -> Step:
        command = ["target/debug/storms", *arguments]
        return Step(key, name, command, needs=("compile", "export"), paths=RUST, part_of=ALL_ONLY)

    return [
        storm("crashes", "crash matrix: each point once", "crash-matrix", "--victim", "itself"),
        storm("rate-limit", "rate limit: purchases before searches", "rate-limit"),
        storm("carding", "carding: stolen cards among honest ones", "carding", "100"),
        Step(
            "journeys",
            "browser journeys",
            ["deploy/scripts/with-stack", *_web("e2e")],
            needs=("compile", "export"),
            paths=(*EVERYTHING_THAT_RUNS, "deploy/wire"),
            results=journeys,
            environment={"PLAYWRIGHT_JUNIT_OUTPUT_NAME": str(journeys)},
            part_of=ALL_ONLY,
        ),
        Step(
            "load",
            "load: browse, search, book",
            ["deploy/scripts/with-stack", "deploy/k6/run", "--quick"],
            needs=("compile", "export"),
            alone=True,
            paths=EVERYTHING_THAT_RUNS,
            part_of=ALL_ONLY,
        ),
        Step(
            "replicas",
            "replicas: three are killed, frozen and rolled",
            ["deploy/scripts/storm", "--built", "replicas", "3"],
            needs=("compile", "export"),
            alone=True,
            paths=(*RUST, "deploy/k6", "deploy/scripts"),
            part_of=ALL_ONLY,
        ),
    ]
