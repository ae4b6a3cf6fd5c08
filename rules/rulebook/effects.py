"""Effects that prevent or replace events, and how long effects last (514, 614, 615, 616)."""

from rules.rulebook.entry import entries

EFFECT_ENTRIES = entries(
    """
500.8 Additional phases and steps
An additional phase comes right after the one that the effect names, an additional step after or before its
step. Of several, the newest comes first.
Words: extra combat. See: 805.8. Was 2011: 500.8 500.9. Was 2006: 300.7 300.8.

514.2 Until end of turn
Effects that last until end of turn, or say “this turn”, end in the cleanup step. If that leaves someone who
has to lose, they lose before the next turn begins.
Words: duration cleanup expire. See: 800.4m. Was 2011: 514.2. Was 2006: 314.2.

614.6 Replaced events
If an effect replaces an event, the event never happens; the changed event happens instead. Each effect gets
one opportunity, so two that double damage make it four times as much.
Words: instead double halve replacement. See: 615.6 616.1. Was 2011: 614.6. Was 2006: 419.5 419.6a.

615.6 Prevented damage
Damage that is prevented never happens: no life lost, no poison counters, no commander damage, and lifelink
gains nothing. Losing life isn't damage, so it can't be prevented.
Then 2006: Damage that is prevented never happens. Losing life isn't damage, so it can't be prevented.
Words: fog protection shield. See: 615.7 903.10a. Was 2011: 615.6. Was 2006: 419.5 419.7a.

615.7 Preventing the next damage
“Prevent the next 3 damage” works like a shield: each damage it prevents makes it smaller, and at 0 it's gone.
Damage that can't be prevented leaves it as it is.
Words: shield unpreventable. See: 615.6. Was 2011: 615.7. Was 2006: 419.7b.

616.1 Order of effects
If several effects would prevent or replace the same event, the affected player chooses one after another.
Arbiter looks at the damage of each source separately and chooses the order that leaves the least of it and
uses up the least.
Words: replacement prevention choose. See: 614.6 615.6. Was 2011: 616.1. Was 2006: 419.9a.

723.1 Controlling another player
You control the player during the next turn they actually take, and make their decisions, except to concede.
If several effects would do it, the newest one counts.
Words: mindslaver turn decisions. See: 723.6 805.8. Was 2011: 712.1. Was 2006: 507.1.
"""
)
