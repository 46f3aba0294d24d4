# Each command says what it does; `make` alone lists them.
.DEFAULT_GOAL := help
SHELL := /bin/bash
# The packages whose property tests end with `without_a_panic`.
FUZZED := money service duffel logo outbound gateway svc-search svc-booking svc-brand
.PHONY: bench-debug canary restore sim double-submit kill-postgres sandbox-storm recovery-time broker-recovery redeliver rate-limit slowloris carding lockout sessions crash-matrix mtls-matrix authz-matrix api-fuzz timing fuzz replicas rotation certificates older rehearse soak overload first-starts help release run test check flaky proofs gen fmt bench bench-web model screens build build-web setup wire-upgrade supply asvs

help: ## List the commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | sort | awk -F'\t' '{printf "  make %-15s %s\n", $$1, $$2}'

wire-upgrade: ## Raise the providers' libraries and the pinned API version; lists what changed in their types
	@deploy/scripts/setup test
	@node deploy/wire/upgrade.js

setup: ## Install what is missing on this machine (Debian packages, npm packages)
	@deploy/scripts/setup run

run: setup build build-web ## Start everything at http://localhost:8080
	@exec target/debug/stack run --log-format text --log "$${LOG:-warn}"

build: ## Compile the services
	@echo "==> compiling the services (minutes at first, seconds afterwards)"
	@cargo build -q -p stack -p sandbox -p build-features

release: ## Compile everything optimised, for containers
	@cargo build -q --release -p gateway -p svc-search -p svc-offers -p svc-booking -p svc-payments -p svc-identity -p svc-brand -p sandbox -p stack
	@! grep -l FAREWAY_FAILPOINTS target/release/gateway target/release/svc-* || { echo "an optimised program has crash points" >&2; exit 1; }

build-web: setup ## Export the web app
	@deploy/scripts/build-web

test: ## Run everything that CI runs; ONLY=journeys some steps, SINCE=HEAD~5 what changes since then can touch
	@ONLY="$(ONLY)" SINCE="$(SINCE)" deploy/scripts/test all

check: ## The quick part of the tests: format, lints, types, generated files
	@ONLY="$(ONLY)" SINCE="$(SINCE)" deploy/scripts/test check

flaky: ## Repeat journeys and timed tests N times beside busy loops; JOURNEYS="fares", TESTS="test(=name)" some of them
	@N="$(N)" JOURNEYS="$(JOURNEYS)" TESTS="$(TESTS)" deploy/scripts/test flaky

proofs: ## The slow proofs at their full size: model, simulation, crash matrix, restore (hours)
	@cargo run -q -p saga-model -- 1 0 --liveness --mutants
	@deploy/scripts/sim $(or $(SEEDS),100) --twice
	@deploy/scripts/sim 40 --mutants
	@deploy/scripts/storm crash-matrix
	@deploy/scripts/storm restore

gen: ## Renew generated files: queries, OpenAPI, API types, snapshots
	@deploy/scripts/gen

supply: ## Look for known vulnerabilities, licences, sources and secrets in what comes into the build, and write bills of materials (network, cargo-deny)
	@deploy/scripts/supply

asvs: ## Count what is met of OWASP's ASVS, and name what is not
	@python3 deploy/checks/asvs.py

fmt: ## Format the sources
	@cargo fmt --all
	@cd webapp && npm run --silent format

bench: ## What requests and purchases cost, beside limits of this machine; fails where a goal is missed. KEEP=1 keeps the ratios, and fails where one got worse
	@deploy/scripts/bench $(if $(KEEP),--keep)

bench-debug: ## The same once, quickly, with programs that are not optimised: its figures say nothing
	@PROFILE=debug deploy/scripts/bench --rounds 1 --seconds 1 --purchases 4 --idle 5

bench-web: ## Measure what the pages cost a phone: script bytes, Lighthouse
	@deploy/scripts/bench-web

double-submit: ## Storm: one purchase submitted 51 times at once, N offers
	@deploy/scripts/storm $@ $(N)

kill-postgres: ## Storm: Postgres is killed N times under booking load
	@deploy/scripts/storm $@ $(N)

sandbox-storm: ## Storm: N bookings meet a fault of a provider each
	@deploy/scripts/storm $@ $(N)

recovery-time: ## Storm: every process is killed N times, and timed until the next good booking
	@deploy/scripts/storm $@ $(N)

broker-recovery: ## Storm: the broker loses its whole store N times under booking load
	@deploy/scripts/storm $@ $(N)

redeliver: ## Storm: every event and webhook of N purchases comes five times
	@deploy/scripts/storm $@ $(N)

rate-limit: ## Storm: N purchases and endless searches at a flight provider that takes few calls
	@deploy/scripts/storm $@ $(N)

slowloris: ## Storm: N silent peers, then slow ones and ones that read nothing, hold connections while travellers book
	@deploy/scripts/storm $@ $(N)

carding: ## Storm: N stolen cards are tried from 500 addresses while 100 honest travellers mistype theirs and pay
	@deploy/scripts/storm $@ $(N)

lockout: ## Storm: passwords are guessed from 500 addresses for N seconds while their owners sign in, then for a day in 72 s
	@deploy/scripts/storm $@ $(N)

sessions: ## Storm: N reads of offers without a cookie; the sessions that are left an hour later are counted
	@deploy/scripts/storm $@ $(N)

crash-matrix: ## Storm: programs are killed at each point of a purchase, N of the cases, of a VICTIM, at a POINT
	@deploy/scripts/storm $@ $(or $(SAMPLE),$(N)) $(VICTIM:%=--victim %) $(POINT:%=--point %)

mtls-matrix: ## Each gRPC method called by each program, and without a good certificate; each role at each schema; prints counts
	@RESULTS=.fareway/results/$@.xml deploy/scripts/rust-tests -p stack --ignore-default-filter --success-output immediate -E 'test(mtls_matrix::)'
	@RESULTS=.fareway/results/$@-roles.xml deploy/scripts/system-tests no_role_of_a_service_reaches_another_services_schema

authz-matrix: ## Each call of the OpenAPI document by 5 principals, at 2 brands, in 2 modes; prints counts
	@RESULTS=.fareway/results/$@.xml deploy/scripts/rust-tests -p gateway --success-output immediate -E 'test(authz_matrix::)'

canary: ## Marked cards, codes, passwords, tokens and passports of N travellers through the whole system; counts them in log, traces, tables and events
	@CANARIES=$(or $(N),2) RESULTS=.fareway/results/$@.xml deploy/scripts/system-tests --nocapture r008_no_secret_is_in_a_log

api-fuzz: ## N malformed requests over all calls of the OpenAPI document, from SEED on; prints what was answered
	@API_FUZZ_CASES=$(or $(N),100000) API_FUZZ_SEED=$(or $(SEED),$$RANDOM) NEXTEST_PROFILE=long RESULTS=.fareway/results/$@.xml \
		deploy/scripts/rust-tests -p gateway --success-output immediate -E 'test(api_fuzz::)'

timing: ## N pairs of sign-ins and of resets, for a known and an unknown name: medians, and whether the times differ
	@TIMING_PAIRS=$(or $(N),10000) NEXTEST_PROFILE=long RESULTS=.fareway/results/$@.xml \
		deploy/scripts/rust-tests -p svc-identity --test-threads 1 --success-output immediate -E 'test(timing::)'

fuzz: ## The property tests of what reads strangers' text, N runs each, by SEED: money, durations, cards, codes, dates, webhooks, cookies, hosts, offers, themes, pictures
	@PROPTEST_CASES=$(or $(N),10000000) PROPTEST_RNG_SEED=$(or $(SEED),$$RANDOM) NEXTEST_PROFILE=long RESULTS=.fareway/results/$@.xml deploy/scripts/rust-tests \
		$(FUZZED:%=-p %) --success-output immediate -E 'test(without_a_panic)'

restore: ## Storm: the database is lost and restored from a backup taken in the middle of 2 N purchases, and all is compared
	@deploy/scripts/storm $@ $(N)

replicas: ## Storm: two of everything and three of svc-search; N replicas are killed, frozen and rolled in turn
	@deploy/scripts/storm $@ $(N)

rotation: ## Storm: keys and webhook secrets are replaced under load, and N bookings of before stay readable
	@deploy/scripts/storm $@ $(N)

certificates: ## Storm: the certificates between programs, then their authority, are replaced under load; N bookings of before are read
	@deploy/scripts/storm $@ $(N)

older: ## Storm: N purchases by each mix with programs of the last release (deploy/last-release, or those in the folder OLDER)
	@OLDER="$(OLDER)" deploy/scripts/storm $@ $(N)

rehearse: ## Storm: N seconds without a fault, then faults that set off alarms on a real Prometheus; asks what runbook and boards ask
	@deploy/scripts/storm alarms $(N)

soak: ## Storm: RATE purchases and SEARCHES searches a second for DURATION seconds
	@deploy/scripts/storm $@ $(DURATION)

overload: ## Storm: five times as many, for DURATION seconds
	@deploy/scripts/storm $@ $(DURATION)

first-starts: ## Start the system in containers N times (20) from empty volumes, and time it
	@deploy/scripts/first-starts $(N)

model: ## Exhaust the states of the booking's sagas, and show that wrong designs are found out
	@cargo run -q -p saga-model -- 0 0 --liveness --mutants

sim: ## Purchases in a simulated world, SEEDS of them, each run twice; MUTANTS=1 tries wrong designs instead
	@deploy/scripts/sim $(or $(SEEDS),20) $(if $(MUTANTS),--mutants,--twice)

screens: build build-web ## Take pictures of every screen at three widths into .fareway/screens
	@deploy/scripts/with-stack bash -c 'cd webapp && npm run --silent screens'
