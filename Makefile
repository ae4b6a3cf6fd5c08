# Needs only Python 3.11 or newer and make. PYTHON=python3.13 make test uses another interpreter.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement
PYRIGHT := PYRIGHT_PYTHON_IGNORE_WARNINGS=1 $(BIN)/pyright --pythonpath $(BIN)/python
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--annotation-style=line --custom-compile-command="make lock" pyproject.toml

.DEFAULT_GOAL := help
.PHONY: help run test test-all test-rest pytest check format bench campaign pictures schema texts lock clean

help: ## List the commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1	/' | expand -t 18

run: $(VENV)/local ## Start the bot, or the local table if there is no DISCORD_TOKEN (ARGS="--port 9000")
	@exec $(BIN)/python -m bot $(ARGS)

test: ## What to run before every commit: format, lint, types, layers, and tests of everything in about five minutes
	@$(MAKE) --no-print-directory --jobs=2 check pytest

test-all: test test-rest ## Everything: make test, and then whole sweeps, every kill, campaigns, types of tests

# More workers than cores: many tests wait for a process. In a new checkout one process compiles the modules for all.
pytest: export PYTHONDONTWRITEBYTECODE =
pytest: $(VENV)/dev ## Run the tests alone, or some of them (ARGS="tests/rules")
	@test -d tests/__pycache__ || $(BIN)/python -m pytest --collect-only --quiet >/dev/null 2>&1 || true
	$(BIN)/python -m pytest --quick --numprocesses=4 --dist=worksteal $(ARGS)

# What compares processor time comes last, with nothing beside it.
test-rest: $(VENV)/dev
	$(PYRIGHT) tests benchmarks campaign
	PYTHONDONTWRITEBYTECODE= HYPOTHESIS_PROFILE=full $(BIN)/python -m pytest --rest -m "not alone" --numprocesses=3 --dist=worksteal
	$(BIN)/python -m pytest -m alone

check: $(VENV)/dev ## The quick half of make test: format, lint, English, types, layers
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/codespell bot cogs rules storage web docs *.md
	$(BIN)/python -m tests.support.english
	$(BIN)/lint-imports --no-cache
	$(PYRIGHT) bot web cogs storage rules

format: $(VENV)/dev ## Format the code as make check expects it
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: $(VENV)/dev ## Measure the bot beside bare discord.py bots (ARGS=--quick)
	$(BIN)/python -m benchmarks $(ARGS)

campaign: $(VENV)/dev ## Kill the bot at random moments and check what is left, or another campaign (ARGS="evenings")
	$(BIN)/python -m campaign $(ARGS)

schema: $(VENV)/dev ## Rewrite storage/engine/sqlite/schema.sql from the migrations
	$(BIN)/python -m storage.engine.sqlite.schema

texts: $(VENV)/dev ## Update the catalogues of other languages from the texts in the code
	$(BIN)/python -m cogs.catalogues

pictures: $(VENV)/dev ## Retake the pictures of README and guides (needs Chromium)
	PICTURES=docs/pictures $(BIN)/python -m pytest tests/local tests/web/pages/test_pictures.py tests/web/overlay/test_picture.py tests/cogs/tournaments/test_pictures.py

lock: $(VENV)/pyvenv.cfg ## Rewrite the requirements files from pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv==0.13.8
	$(COMPILE) --group=dev --extra=local --output-file=requirements-dev.txt
	$(COMPILE) --extra=local --constraints=requirements-dev.txt --output-file=requirements-local.txt
	$(COMPILE) --constraints=requirements-dev.txt --output-file=requirements.txt

clean: ## Remove the environment and every cache
	rm -rf $(VENV) .hypothesis .import_linter_cache .pytest_cache .ruff_cache

# Recreate the environment if its Python is gone, for example after a system update.
ifneq ($(shell test -x $(BIN)/python && echo whole),whole)
.PHONY: $(VENV)/pyvenv.cfg
endif

$(VENV)/pyvenv.cfg:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Arbiter needs Python 3.11 or newer")'
	@$(PYTHON) -m venv --clear $(VENV) || { rm -f $@; exit 1; }

# These stamps record which requirements file was installed last.
$(VENV)/local: requirements-local.txt $(VENV)/pyvenv.cfg
	@echo "Installing what Arbiter needs into $(VENV). The first time takes about a minute…"
	@$(INSTALL) $<
	@touch $@

$(VENV)/dev: requirements-dev.txt $(VENV)/pyvenv.cfg
	$(INSTALL) $<
	@touch $@
