# `make help` lists the targets.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
MODULES := $(VENV)/.modules-$(shell find src/cornerwise -name '*.py' | sort | cksum | cut -d' ' -f1)
CPP := $(shell find native -name '*.cpp' -o -name '*.h' -o -name '*.inl')
PY := src tests tools benchmarks examples
NATIVE := $(CPP) CMakeLists.txt pyproject.toml

.DEFAULT_GOAL := help
.PHONY: help advice docs site test-page-long setup build web wasm test-web browser proxy wire stubs play test test-long test-sanitize lint format wheel test-faults soak bench bench-server bench-web bench-browser clean sdist wheels test-wheels test-puzzles-long test-learning test-env

help: ## Show this list
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  %-18s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(VENV)/.ready: requirements.txt
	@command -v $(PYTHON) >/dev/null || { echo "Cornerwise needs Python 3.11 or newer; no '$(PYTHON)' was found."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Cornerwise needs Python 3.11 or newer; '$(PYTHON)' is older. Try make PYTHON=python3.11"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "This Python cannot make virtual environments; on Debian: apt-get install python3-venv"; exit 1; }
	@command -v c++ >/dev/null || command -v g++ >/dev/null || { echo "Cornerwise needs a C++20 compiler; on Debian: apt-get install g++"; exit 1; }
	@echo "Setting up Python in $(VENV) (a minute or so) …"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements.txt
	@touch $@

setup: $(VENV)/.ready ## Make the virtual environment with the pinned packages

# An editable install finds only the modules it was made with, so a new one asks for a new install.
$(MODULES): $(VENV)/.ready
	@rm -f $(VENV)/.modules-*
	@touch $@

$(VENV)/.built: $(VENV)/.ready $(NATIVE) $(MODULES)
	@echo "Compiling the rules and the engine (a minute or two the first time) …"
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-build-isolation --no-deps --editable .
	@touch $@

# `pip install .` into the same environment takes the place of the editable install, which is then made anew.
ifeq ($(wildcard $(VENV)/lib/python*/site-packages/_editable_*cornerwise.pth),)
.PHONY: $(VENV)/.built
endif

build: $(VENV)/.built ## Compile the native kernel and install the package (editable)

web: $(VENV)/.ready ## Build the page into the package
	$(BIN)/python tools/build_web.py

wasm: build ## Build the kernel for the browser: WebAssembly and its data
	$(BIN)/python tools/build_wasm.py

site: build wasm web ## Write the page as plain files that any host serves under any path (into dist/site)
	$(BIN)/python tools/site.py $(SITE)

advice: build ## Write the corpus of advice anew, to be read as a diff (tests/data/advice.jsonl)
	$(BIN)/python tests/advice_corpus.py

wire: build ## Write the TypeScript types of the messages between page and server
	$(BIN)/python tools/wire_types.py

browser: ## Find Chromium for the tests in a browser, or install Debian's
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null \
	  || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get -q update >/dev/null && apt-get -qy install chromium >/dev/null; } \
	  || echo "No Chromium was found or could be installed; the tests in a browser will be skipped."

proxy: ## Find nginx for the test of several servers, or install Debian's
	@command -v nginx >/dev/null || [ -x /usr/sbin/nginx ] \
	  || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get -q update >/dev/null && apt-get -qy install nginx-light >/dev/null; } \
	  || echo "No nginx was found or could be installed; the test of several servers behind it will be skipped."

test-web: web wasm ## Check the page: its layout and types, then its state without a browser
	$(BIN)/python tools/build_web.py --check

stubs: build ## Write the types of the native kernel
	$(BIN)/python tools/stub.py

# The browser's driver keeps an event loop running in its process, so its tests have processes of their own.
# Up to five failures are run once more by themselves; those that then pass are named as unsteady.
# Most tests wait for a server or a program, so one process more than two cores have keeps both busy.
test: build lint test-web browser proxy ## Run every check
	$(BIN)/python tools/steady.py --numprocesses 3 --dist worksteal --ignore=tests/browser
	$(BIN)/python tools/steady.py --numprocesses 2 --dist loadfile tests/browser

# LONG="--workers 1 --log long.jsonl" takes one core and can be stopped and taken up again.
test-long: build ## Compare a million positions of all rulesets with the reference
	$(BIN)/python tests/long_run.py $(LONG)

# WALK="--minutes 60 --seed 7" walks longer, elsewhere.
test-page-long: build web wasm browser ## Walk through the page at random until it complains (15 minutes)
	PYTHONPATH=tests/server $(BIN)/python tests/browser/walk.py $(WALK)

test-puzzles-long: build ## Prove the slow facts about puzzles (some minutes)
	$(BIN)/python -m pytest tests/puzzle/long_puzzles.py

test-learning: build ## Check the training of networks; installs torch
	$(BIN)/python -m pip install -qq --disable-pip-version-check torch==2.13.0
	$(BIN)/pytest -q tests/training/long_learning.py

# Heavy packages have an environment of their own; torch comes first, because a machine chooses its own build of it.
ENV := .venv-env
$(ENV)/.ready: requirements-env.txt
	$(PYTHON) -m venv $(ENV)
	$(ENV)/bin/python -m pip install -qq --disable-pip-version-check torch==2.13.0
	$(ENV)/bin/python -m pip install -qq --disable-pip-version-check --no-deps --require-hashes -r requirements-env.txt
	@touch $@

test-env: wheel $(ENV)/.ready ## Check learning with torch, sb3-contrib, OpenSpiel and Ray, in an environment of their own
	$(ENV)/bin/python -m pip install -qq --disable-pip-version-check --no-deps --force-reinstall dist/cornerwise-*.whl
	cd $(CURDIR)/tests && ../$(ENV)/bin/python -m pytest -q -p no:cacheprovider --noconftest adapters/long_openspiel.py env/long_jax.py \
	  adapters/long_maskable.py arena/long_cluster.py training/long_dataset.py training/long_example.py

# Without site, so that the sanitized package is found and not the editable one; the sanitizer must be loaded first.
# PYTHONMALLOC=malloc lets it see the memory of Python's objects too; what Python itself never frees is no leak of ours.
# Its reports go past Python, so pytest must not capture file descriptors.
test-sanitize: build ## Run the suite with address and undefined-behavior sanitizers in the kernel
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --upgrade \
	  --target build/sanitize -C build-dir=build/sanitize-objects -C cmake.define.CORNERWISE_SANITIZE=ON .
	LD_PRELOAD="$$(c++ -print-file-name=libasan.so) $$(c++ -print-file-name=libstdc++.so)" \
	  ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 PYTHONMALLOC=malloc \
	  PYTHONPATH="$(CURDIR)/build/sanitize:$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')" \
	  $(BIN)/python -S -m pytest --ignore=tests/server --ignore=tests/browser --capture=sys -p no:cacheprovider $(SANITIZED)

lint: build ## Check style and types
	$(BIN)/ruff check --quiet $(PY)
	$(BIN)/ruff format --quiet --check $(PY)
	$(BIN)/clang-format --dry-run --Werror $(CPP)
	$(BIN)/mypy

format: setup ## Lay out Python and C++ as lint wants them
	$(BIN)/ruff format --quiet $(PY)
	$(BIN)/clang-format -i $(CPP)

play: build web ## Play in the browser; stop with Ctrl-C
	$(BIN)/cornerwise serve --open --data data

# Static: the reference is read from the source and the stub, so nothing needs to be compiled.
DOCS := .venv-docs
$(DOCS)/.ready: requirements-docs.txt
	@$(PYTHON) -m venv $(DOCS)
	@$(DOCS)/bin/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements-docs.txt
	@touch $@

docs: $(DOCS)/.ready ## Build the documentation site into dist/docs, in an environment of its own
	$(DOCS)/bin/python tools/docs.py

wheel: build wasm web ## Pack the wheel for this machine into dist/
	@rm -f dist/cornerwise-*.whl
	$(BIN)/python -m pip wheel -qq --disable-pip-version-check --no-build-isolation --no-deps --wheel-dir dist .

sdist: build wasm web ## Pack the source distribution, with the page, into dist/
	@rm -f dist/cornerwise-*.tar.gz
	@mkdir -p dist
	$(BIN)/python -c 'from scikit_build_core.build import build_sdist; print("dist/" + build_sdist("dist"))' | tail -1

wheels: build wasm web ## Build wheels for every Linux since 2012 into dist/: x86-64, and ARM64 by cross-compiling
	$(BIN)/python tools/wheels.py $(PROCESSORS)

# WHEELS=dist/other.whl tries one; ARM64 runs in qemu-aarch64-static (Debian: qemu-user-static) where this machine is another.
test-wheels: wheels sdist ## Install every wheel, the source distribution and a fresh clone into new environments, and play
	$(BIN)/python -m pytest tests/install/long_wheels.py

bench: wheel ## Measure speed; prints a signature first and appends to benchmarks/history.jsonl
	$(BIN)/cornerwise bench

test-faults: build ## Break servers, workers, PostgreSQL, its line and the disk a hundred times each; no acknowledged move is lost
	PYTHONPATH=tests/server $(BIN)/python tests/server/processes/faults.py --kills 100

# LOAD="500/5 1000/10 200" asks for games/seconds between two moves of a game; without seconds: as fast as they can.
LOAD ?= 500/5 1000/10 200
bench-server: build ## Measure how many games the server holds, beside a bare relay in the same run
	$(BIN)/python benchmarks/server/server.py $(LOAD)

# SOAK="--minutes 2 --games 20" is a short one.
soak: build ## Play for half an hour, print the server's memory over time, and fail if it keeps growing
	$(BIN)/python benchmarks/server/soak.py $(SOAK)

bench-web: build web ## Measure how soon the page's first board is drawn and what a dragged piece costs
	$(BIN)/python benchmarks/browser/page.py

# BROWSER="--repeats 20" looks longer.
bench-browser: wasm browser ## Measure simulations a second in Chromium, beside the native engine
	$(BIN)/python benchmarks/browser/browser.py $(BROWSER)

clean: ## Remove everything that was built
	rm -rf $(VENV) $(DOCS) build dist
