"""What comes next: rounds and turns, set-ups, breaks, halves. Source: readings N16–N18, N20, N21."""

from __future__ import annotations

from feldlicht.base.entries import Event
from feldlicht.base.figures import Side
from feldlicht.rules.imman.options import Opens, Substitutes
from feldlicht.rules.imman.replacing import replace
from feldlicht.rules.imman.state import (
    MINUTE_MS,
    Active,
    After,
    Ball,
    Break,
    Due,
    Flow,
    Match,
    Phase,
    Purpose,
    Restart,
    Seven,
    ShootOut,
    index,
    paired,
    rested,
)
from feldlicht.rules.imman.teams import Shirt

AWAY_MINUTES = 30


def in_order(match: Match) -> list[Shirt]:
    """Return who is on the field in the order in which they act: by number, side 1 first (N16)."""
    return sorted(match.places, key=lambda one: (one.number, one.side is not match.kick_off))


def kicked_off(match: Match) -> Flow:
    """Return the match when everyone stands: the ball is the taker's, and the first round begins."""
    return begun(replace(match, ball=Ball(carrier=match.taker)), match.taker)


def begun(match: Match, taker: Shirt | None = None) -> Flow:
    """Return the match with a new round; ``taker``: who has just kicked off, and leads it if that is set (N17)."""
    led = taker if match.options.opens is Opens.TAKER else None
    after = replace(_recovered(match), rounds=match.rounds + 1, bans=frozenset(), led=led, dead=None)
    after, events = activated(after, led or in_order(after)[0])
    told = Event("round", (("number", str(after.rounds)), ("half", str(after.half))))
    return after, (told, *events)


def _recovered(match: Match) -> Match:
    """Whoever is off the field gains Ausdauer each round, up to what it began with (N24)."""
    more = match.options.recovery
    for side in Side:
        for number, hero in enumerate(match.team(side).heroes, 1):
            one = Shirt(side, number)
            if one not in match.fielded:
                match = match.with_stamina(one, min(hero.stamina, match.stamina_of(one) + more))
    return match


def activated(match: Match, figure: Shirt) -> Flow:
    """Return the match with that figure active."""
    active = Active(figure, gained=0 if match.ball.carrier == figure else None)
    return replace(match, phase=Phase.PLAY, active=active), (Event("active", (("figure", str(figure)),)),)


def turn_over(match: Match) -> Flow:
    """Return what follows when the active figure has done all it does: the next one, a new round, the half's end."""
    assert match.active is not None
    if match.late:
        return half_over(match)
    following = _following(match, match.active.figure)
    return activated(match, following) if following is not None else round_over(match)


def _following(match: Match, figure: Shirt) -> Shirt | None:
    order = in_order(match)
    rest = order if figure == match.led else order[order.index(figure) + 1 :]
    return next((one for one in rest if one != match.led), None)


def round_over(match: Match) -> Flow:
    """Return what follows when everyone has had a turn, or the round was cut and the ball is in play again."""
    return half_over(match) if is_up(match) else begun(match)


def is_up(match: Match) -> bool:
    """Return whether the half ends with this round (N21)."""
    return match.late or (bool(match.options.rounds) and match.rounds >= rounds_of(match.options.rounds, match.half))


def rounds_of(rounds: int, half: int) -> int:
    """Return how many of a match's rounds a half has: the first one has the odd one."""
    first = (rounds + 1) // 2
    return first if half == 1 else rounds - first


def half_over(match: Match) -> Flow:
    """Return what follows a half: the other one with ends swapped, or the end, or a shoot-out (N21)."""
    assert match.opened is not None
    ended = _cleared(match)
    score = f"{match.score[0]}:{match.score[1]}"

    def told(how: str) -> tuple[Event, ...]:
        return (Event("half_over", (("half", str(match.half)), ("how", how), ("score", score))),)

    if match.half == 1 and (not match.options.rounds or rounds_of(match.options.rounds, 2)):
        left = match.options.minutes * MINUTE_MS
        second = replace(ended, half=2, low=match.low.other, rounds=0, left=left, late=False)
        second = replace(second, stamina=rested(match))
        after, events = paused(replace(second, kick_off=match.opened.other), After.SET_UP)
        return after, (*told("half_time"), *events)
    if match.score[0] != match.score[1]:
        return replace(ended, phase=Phase.OVER), told("full_time")
    toss = Due(Purpose.TOSS, Side.YELLOW)
    return replace(ended, phase=Phase.TOSS, toss=None, due=toss, standing=(), ball=Ball()), told("shoot_out")


def _cleared(match: Match) -> Match:
    cleared = replace(match, active=None, rolling=None, duel=None, due=None, dead=None, led=None)
    return replace(cleared, bans=frozenset(), seven=None)


def tossed(match: Match, face: int) -> Flow:
    """Return the match after one die of the toss: higher begins, equal ones are thrown again (N17, N22)."""
    assert match.due is not None
    facts = (("side", match.due.side.value), ("die", str(face)))
    if match.toss is None:
        return replace(match, toss=face, due=Due(Purpose.TOSS, Side.BLUE)), (Event("tossed", facts),)
    if match.toss == face:
        again = replace(match, toss=None, due=Due(Purpose.TOSS, Side.YELLOW))
        return again, (Event("tossed", (*facts, ("how", "level"))),)
    first = Side.YELLOW if match.toss > face else Side.BLUE
    after = replace(match, toss=None, due=None)
    if match.opened is not None:
        told = Event("tossed", (*facts, ("how", "shoots"), ("first", first.value)))
        return replace(after, phase=Phase.SHOOTER, shoot_out=ShootOut(first), seven=Seven(first)), (told,)
    told = Event("tossed", (*facts, ("how", "kicks_off"), ("first", first.value)))
    return set_up(replace(after, opened=first, kick_off=first), (told,))


def set_up(match: Match, told: tuple[Event, ...] = ()) -> Flow:
    """Return the match with an empty field, the ball on the spot, to be set up."""
    ball = Ball(where=match.ground.centre)
    return replace(_cleared(match), phase=Phase.SET_UP, standing=(), ball=ball, taker=None), told


def scored(match: Match, owner: Side, by_whom: Shirt) -> Flow:
    """Return the match after a goal in ``owner``'s goal: for the other side, whoever played it (N18)."""
    by = owner.other
    score = paired(match.score, by, match.score[index(by)] + 1)
    how = "own_goal" if by_whom.side is owner else "goal"
    facts = (("side", by.value), ("figure", str(by_whom)), ("how", how), ("score", f"{score[0]}:{score[1]}"))
    told = (Event("goal", facts),)
    after = replace(match, score=score)
    if is_up(after):
        ended, events = half_over(after)
        return ended, (*told, *events)
    paused_match, events = paused(replace(_cleared(after), kick_off=owner), After.SET_UP)
    return paused_match, (*told, *events)


def bench(match: Match, side: Side) -> list[Shirt]:
    """Return who of a side is not on the field and may come on: nobody who was sent off, and who had to leave for
    want of Ausdauer only after a while (N25).
    """
    figures = [Shirt(side, number) for number in range(1, len(match.team(side).heroes) + 1)]
    out = match.sent_off | match.fielded | {one for one, until in match.away if played_so_far(match) < until}
    return [one for one in figures if one not in out and match.stamina_of(one) >= 1]


def played_so_far(match: Match) -> int:
    """Return how long has been played: in milliseconds, or in rounds where a match goes by these."""
    if match.options.rounds:
        return match.rounds + (rounds_of(match.options.rounds, 1) if match.half == 2 else 0)
    half = match.options.minutes * MINUTE_MS
    return (match.half - 1) * half + half - match.left


def waits_out(match: Match) -> int:
    """Return how long somebody is away at least: half an hour, or a quarter of all rounds (N25)."""
    return (match.options.rounds + 3) // 4 if match.options.rounds else AWAY_MINUTES * MINUTE_MS


def paused(match: Match, after: After) -> Flow:
    """Return the match at a break: sides that have substitutes may bring one, side 1 first (N20)."""
    if after is After.SET_UP:
        match, _ = set_up(match)
    # Before the first round of a half it is half-time: at the kick-off of a match there is no break.
    if match.options.substitutes is Substitutes.HALF_TIME and match.rounds:
        return resumed(match, after)
    assert match.kick_off is not None
    sides = (match.kick_off, match.kick_off.other)
    asked = tuple(one for one in sides if bench(match, one))
    if asked:
        return replace(match, phase=Phase.SWAP, pause=Break(asked, after)), ()
    return resumed(match, after)


def asked_next(match: Match) -> Flow:
    """Return the match after a side has swapped or said that it does not."""
    assert match.pause is not None
    left = match.pause.asked[1:]
    if left:
        return replace(match, pause=replace(match.pause, asked=left)), ()
    return resumed(match, match.pause.after)


def resumed(match: Match, after: After) -> Flow:
    """Return the match when nobody swaps any more."""
    match = replace(match, pause=None)
    return set_up(match) if after is After.SET_UP else moved_dead(match)


def moved_dead(match: Match) -> Flow:
    """Return the match with the next one who moves while the ball is dead, or at the restart (N19)."""
    assert match.dead is not None
    if not match.dead.waiting and match.dead.how is Restart.SEVEN:
        return replace(match, phase=Phase.SHOOTER, active=None, seven=Seven(match.dead.side)), ()
    if not match.dead.waiting:
        return replace(match, phase=Phase.RESTART, active=None), ()
    figure, *rest = match.dead.waiting
    after = replace(match, dead=replace(match.dead, waiting=tuple(rest)), phase=Phase.DEAD, active=Active(figure))
    return after, (Event("active", (("figure", str(figure)),)),)
