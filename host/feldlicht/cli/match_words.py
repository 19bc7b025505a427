"""A match in words and its statistics in tables, as lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from feldlicht.base.entries import Event
from feldlicht.rules.game import Outcome
from feldlicht.rules.told import Counted, Expected, Heading, Named, Report, Share, Table, Value
from feldlicht.texts import text
from feldlicht.texts.catalogue import fill, of_game
from feldlicht.texts.events import said

_ENDS = (".", "!", "?")
_DECIMAL = {"de": ","}


def report_lines(report: Report, outcome: Outcome | None, language: str, game: str) -> Iterator[str]:
    """Yield a match as it is told: a line for each heading and each paragraph, and how it ended."""
    figures = _called(report.figures, language, game)
    for part in report.parts:
        if isinstance(part, Heading):
            yield ""
            heading = said(part.what, language, game, figures) if isinstance(part.what, Event) else None
            line = heading or _of_game(f"report.{part.what}", language, game)
            yield line
            yield ("=" if part.level == 1 else "-") * len(line)
        else:
            sentences = (said(event, language, game, figures) for event in part.events)
            told = " ".join(_ended(one) for one in sentences if one is not None)
            if told:
                yield told
    if outcome is not None:
        yield ""
        yield _ended(_outcome(outcome, language, game))


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith(_ENDS) else f"{sentence}."


def _outcome(outcome: Outcome, language: str, game: str) -> str:
    reason = of_game(f"page.end.{outcome.reason}", language, game) or text("page.end.other", language)
    facts = {"yellow": str(outcome.score[0]), "blue": str(outcome.score[1]), "reason": reason}
    if outcome.winner is None:
        return fill(_of_game("page.end.drawn", language, game), facts)
    side = text(f"page.side.{outcome.winner.value}", language)
    return fill(_of_game("page.end.won", language, game), facts | {"side": side})


def _of_game(key: str, language: str, game: str) -> str:
    return of_game(key, language, game) or key


def _called(figures: Mapping[str, Named], language: str, game: str) -> dict[str, str]:
    template = _of_game("figure.named", language, game)
    return {
        figure: fill(
            template,
            {"name": one.name, "side": text(f"page.side.{one.side.value}", language), "number": str(one.number)},
        )
        for figure, one in figures.items()
    }


# ------------------------------------------------------------------ tables


def statistics_lines(counted: Counted, language: str, game: str) -> Iterator[str]:
    """Yield statistics as tables with heads, each column as wide as it must be."""
    figures = _called(counted.figures, language, game)
    for number, table in enumerate(counted.tables):
        if number:
            yield ""
        caption = _of_game(f"statistics.table.{table.key}", language, game)
        yield caption
        yield "-" * len(caption)
        yield from _table(table, figures, language, game)


def _table(table: Table, figures: Mapping[str, str], language: str, game: str) -> Iterator[str]:
    rows = [["", *(_column(one, language, game) for one in table.columns)]]
    for key, values in table.rows:
        head = key if table.plain else figures.get(key) or _of_game(f"statistics.{key}", language, game)
        rows.append([head, *(_value(one, language) for one in values)])
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    for row in rows:
        cells = [row[0].ljust(widths[0]), *(one.rjust(width) for one, width in zip(row[1:], widths[1:], strict=True))]
        yield "  ".join(cells).rstrip()


def _column(key: str, language: str, game: str) -> str:
    short = of_game(f"statistics.short.{key}", language, game)
    return short or _of_game(f"statistics.{key}", language, game)


def _value(value: Value, language: str) -> str:
    match value:
        case None:
            return "–"
        case Expected(came, expected):
            return text("rules.statistics.expected", language, came=came, expected=_decimal(expected, language))
        case Share(part):
            return f"{round(part * 100)} %"
        case Fraction():
            return _decimal(value, language)
        case _:
            return str(value)


def _decimal(value: Fraction, language: str) -> str:
    return f"{float(value):.1f}".replace(".", _DECIMAL.get(language, "."))
