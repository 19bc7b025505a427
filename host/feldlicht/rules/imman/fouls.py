"""Fouls, cards, and who leaves the field. Source: readings N13, N25."""

from __future__ import annotations

from feldlicht.base.entries import Event
from feldlicht.base.reasons import Reason, Refusal
from feldlicht.rules.imman import telling
from feldlicht.rules.imman.acts import Enter, Foul, NameKeeper
from feldlicht.rules.imman.field import Half
from feldlicht.rules.imman.flow import bench, half_over, in_order, is_up, paused, played_so_far, turn_over, waits_out
from feldlicht.rules.imman.hexes import Hex, distance
from feldlicht.rules.imman.options import CarrierFouls, Crowd, Fouls
from feldlicht.rules.imman.replacing import replace
from feldlicht.rules.imman.state import (
    After,
    Ball,
    Dead,
    Due,
    Flow,
    Fouling,
    Match,
    Phase,
    Purpose,
    Restart,
    index,
    paired,
)
from feldlicht.rules.imman.steps import is_sprint, why_no_more_steps, with_step
from feldlicht.rules.imman.teams import Shirt
from feldlicht.rules.imman.why import Why, goal_closed

UNSEEN = 20
YELLOW_CARD, RED_CARD = 10, 15
"""So much Ausdauer taken at least."""


def may_foul(match: Match) -> bool:
    """Return whether the active figure stands by an opponent whom it may foul."""
    active = match.active
    if active is None or match.options.fouls is Fouls.OFF or match.phase is not Phase.PLAY:
        return False
    figure = active.figure
    if _keeps_from_it(match, figure):
        return False
    where = match.places[figure]
    return any(one.side is not figure.side and distance(cell, where) <= 1 for one, cell in match.standing)


def _keeps_from_it(match: Match, figure: Shirt) -> bool:
    return match.ball.carrier == figure and match.options.carrier_fouls is CarrierFouls.NEVER


def why_no_foul(match: Match, command: Foul) -> Refusal | None:
    """Return why the active figure may not foul that one, None if it may."""
    figure, victim = command.figure, command.victim
    if match.options.fouls is Fouls.OFF:
        return Refusal.of(Reason.WRONG_PHASE, phase=match.phase.value)
    if victim.side is figure.side or victim not in match.places:
        return Refusal.of(Why.NO_OPPONENT)
    if _keeps_from_it(match, figure):
        return Refusal.of(Why.CARRIES_THE_BALL, figure=figure)
    where = match.places[victim]
    if distance(match.places[figure], where) > 1:
        return Refusal.of(Why.TOO_FAR, cell=match.ground.name_of(where))
    return _why_not_onto(match, figure, victim, command.cell) if command.cell is not None else None


def _why_not_onto(match: Match, figure: Shirt, victim: Shirt, cell: Hex) -> Refusal | None:
    """Return why the active figure may not go there to foul (N13): only to its victim, and never as a third."""
    if cell != match.places[victim]:
        return Refusal.of(Why.NO_OPPONENT)
    # Nobody enters the cell of a figure that stands on a ball which lies (N14).
    if len(match.crowd[cell]) > 1 or match.ball.where == cell:
        return Refusal.of(Why.HEX_FULL, cell=match.ground.name_of(cell))
    return why_no_more_steps(match) or goal_closed(match, figure, cell)


def fouled(match: Match, command: Foul) -> Flow:
    """Return the match with the first die of a foul due: how much Ausdauer it takes."""
    figure, victim = command.figure, command.victim
    due = Due(Purpose.FOUL, figure.side, figure.number)
    after, how, left = match, None, None
    if command.cell is not None:
        how = "sprint" if is_sprint(match) else "enters"
        after = with_step(match, command.cell)
        left = after.stamina_of(figure) if how == "sprint" else None
    cell = None if command.cell is None else match.ground.name_of(command.cell)
    told = telling.event("fouled", figure=figure, by=victim, how=how, cell=cell, stamina=left)
    return replace(after, fouling=Fouling(figure, victim), due=due), (told,)


def thrown(match: Match, face: int) -> Flow:
    """Return the match after a die of a foul: what it takes, then whether the referee saw it."""
    due, fouling = match.due, match.fouling
    assert due is not None
    assert fouling is not None
    facts = {"purpose": due.purpose.value, "figure": fouling.fouler, "die": face, "by": fouling.victim}
    if due.purpose is Purpose.FOUL:
        after = match.with_stamina(fouling.victim, match.stamina_of(fouling.victim) - face)
        told = telling.event("thrown", **facts, stamina=max(0, after.stamina_of(fouling.victim)))
        due = Due(Purpose.REFEREE, fouling.fouler.side, fouling.fouler.number)
        angered = face >= RED_CARD and match.options.crowd is Crowd.WATCHES
        crowd = (Event("crowd", (("side", fouling.fouler.side.value),)),) if angered else ()
        return replace(after, fouling=replace(fouling, taken=face), due=due), (told, *crowd)
    seen = face != UNSEEN
    settled, events = _settled(replace(match, due=None, fouling=None), fouling, seen=seen)
    return settled, (telling.event("thrown", **facts, result="seen" if seen else "unseen"), *events)


def _settled(match: Match, fouling: Fouling, *, seen: bool) -> Flow:
    fouler, victim = fouling.fouler, fouling.victim
    spot, order, events = match.places[victim], in_order(match), tuple[Event, ...]()
    after = match
    if match.stamina_of(victim) <= 0:
        after, events = _exhausted(match, victim)
    if seen:
        after, more = _booked(after, fouler, fouling.taken or 0)
        events = (*events, *more)
        start = order.index(fouler) + 1
        waiting = tuple(one for one in (*order[start:], *order[:start]) if one in after.fielded)
        # The defending side fouls in its own area: where the victim stands says so.
        how = Restart.SEVEN if spot in match.area(fouler.side) else Restart.FREE_KICK
        dead = Dead(how, victim.side, spot, waiting)
        after = replace(after, dead=dead, ball=Ball(where=spot), active=None, led=None, bans=frozenset())
    sides = (fouler.side, victim.side)
    gone = next((side for side in sides if not any(one.side is side for one in after.fielded)), None)
    if gone is not None:
        lost = Event("no_figures", (("side", gone.value),))
        return replace(after, phase=Phase.OVER, forfeited=gone, active=None), (*events, lost)
    if after.dead is not None and not _lapses(after):
        events = (*events, telling.dead(match, after.dead.how.value, victim.side, spot))
    named = tuple(side for side in sides if after.keeper(side) not in after.fielded)
    if named:
        return replace(after, phase=Phase.KEEPER, naming=named), events
    gone_on, more = _gone_on(after)
    return gone_on, (*events, *more)


def _exhausted(match: Match, victim: Shirt) -> Flow:
    """Who has no Ausdauer left leaves the field, and drops the ball there; another may come on at a break."""
    ball = Ball(where=match.places[victim]) if match.ball.carrier == victim else match.ball
    others = (one for one in match.away if one[0] != victim)
    away = (*others, (victim, played_so_far(match) + waits_out(match)))
    gaps = paired(match.gaps, victim.side, match.gaps[index(victim.side)] + 1)
    after = replace(match.at(victim, None), fielded=match.fielded - {victim}, ball=ball, away=away, gaps=gaps)
    return after, (Event("exhausted", (("figure", str(victim)),)),)


def _booked(match: Match, fouler: Shirt, taken: int) -> Flow:
    red = taken >= RED_CARD or (taken >= YELLOW_CARD and fouler in match.cards)
    if not red:
        if taken < YELLOW_CARD:
            return match, ()
        return replace(match, cards=match.cards | {fouler}), (Event("yellow_card", (("figure", str(fouler)),)),)
    after = replace(match.at(fouler, None), fielded=match.fielded - {fouler}, sent_off=match.sent_off | {fouler})
    how = "rough" if taken >= RED_CARD else "second"
    return after, (Event("red_card", (("figure", str(fouler)), ("how", how))),)


def _lapses(match: Match) -> bool:
    """Whether the half is over before the free kick is taken; a 7-metre is taken in any case (N21)."""
    return match.dead is not None and match.dead.how is not Restart.SEVEN and is_up(match)


def _gone_on(match: Match) -> Flow:
    """Return what follows a foul: a break and the dead moves if it was seen, else the next turn."""
    if match.dead is None:
        return turn_over(match)
    return half_over(match) if _lapses(match) else paused(match, After.DEAD)


def why_not_named(match: Match, command: NameKeeper) -> Refusal | None:
    """Return why a figure may not be named the keeper now, None if it may."""
    if command.figure.side is not match.naming[0]:
        return Refusal.of(Why.NOT_YOUR_FIGURE)
    return None if command.figure in match.fielded else Refusal.of(Why.NOT_ON_FIELD, figure=command.figure)


def named(match: Match, command: NameKeeper) -> Flow:
    """Return the match with a new keeper, for good."""
    figure = command.figure
    keepers, left = paired(match.keepers, figure.side, figure.number), match.naming[1:]
    told = Event("keeper", (("figure", str(figure)),))
    after = replace(match, keepers=keepers, naming=left)
    if left:
        return after, (told,)
    gone_on, events = _gone_on(after)
    return gone_on, (told, *events)


def why_not_entered(match: Match, command: Enter) -> Refusal | None:
    """Return why nobody may come on like that for who is exhausted, None if it may be done."""
    assert match.pause is not None
    figure, cell, side = command.figure, command.cell, match.pause.asked[0]
    if figure.side is not side:
        return Refusal.of(Why.NOT_YOUR_SWAP, side=side.value)
    if not match.gaps[index(side)]:
        return Refusal.of(Why.NO_GAP)
    if figure not in bench(match, side):
        return Refusal.of(Why.NOT_ON_BENCH, figure=figure)
    if match.pause.after is After.SET_UP:
        return Refusal.of(Why.SET_UP_FOLLOWS) if cell is not None else None
    if cell is None or cell not in match.ground or match.ground.half(cell) is not Half.MIDDLE:
        return Refusal.of(Why.ENTERS_ON_LINE)
    return Refusal.of(Why.HEX_FULL, cell=match.ground.name_of(cell)) if cell in match.crowd else None
