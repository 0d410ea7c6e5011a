# Two commands: `make` sets everything up and answers all published pieces, `make test` sets up and runs the tests.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: all test bench pictures clean
all: .venv/ready
	$(BIN)/faceup check

test: .venv/ready-dev
	$(BIN)/ruff check src tests bench docs
	$(BIN)/ruff format --check src tests bench docs
	$(BIN)/mypy
	$(BIN)/python -m pytest

bench: .venv/ready-dev
	$(BIN)/python bench/run.py

pictures: .venv/ready-dev
	$(BIN)/python docs/draw.py $(BIN)

.venv/ready: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

.venv/ready-dev: .venv/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

clean:
	rm -rf .venv build dist
