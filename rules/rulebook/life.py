"""Life and damage (107, 119, 120, 701)."""

from rules.rulebook.entry import entries

LIFE_ENTRIES = entries(
    """
119.1 Starting life
You start with 20 life unless the format says otherwise. The number is kept, because effects may ask for it.
Words: begin total. See: 119.1a 119.1b 119.1c 119.1d 119.1e. Was 2011: 118.1. Was 2006: 101.3.

119.1a Starting life in Two-Headed Giant
A team starts with 30 life, shared by its players.
Then 2006: A team starts with 40 life, shared by its players.
Words: 2hg 30. See: 810.4 810.11. Was 2011: 118.1a. Was 2006: 606.4a.

119.1b Starting life in Vanguard
20, plus or minus the life modifier on your vanguard card.
Words: modifier. See: 902.4. Was 2011: 118.1b. Was 2006: none.

119.1c Starting life in Commander
Everyone starts with 40 life.
Words: edh 40. See: 903.7. Was 2011: 118.1c. Was 2006: none.

119.1d Starting life in Brawl
25 life with two players, 30 with more.
See: 903.12f. Was 2011: none. Was 2006: none.

119.1e Starting life in Archenemy
The archenemy starts with 40 life, and each hero with 20.
See: 904.5 904.13b. Was 2011: 118.1d. Was 2006: none.

119.2 Damage causes loss of life
Damage to a player makes that player lose that much life, as part of the same event. Some effects look at the
damage, others at the life lost.
See: 120.3a 120.3b. Was 2011: 118.2. Was 2006: none.

119.3 Gaining and losing life
Life gained is added to your total, and life lost is subtracted. A total can go below 0; whether you lose the
game is checked later.
Words: negative below zero. See: 119.6 119.9. Was 2011: 118.3. Was 2006: none.

119.4 Paying life
You can pay life only if you have at least that much; paying down to exactly 0 is fine. Paying life counts as
losing it.
Words: cost. See: 119.4a 119.4b 119.8. Was 2011: 118.4. Was 2006: none.

119.4a Paying life as a team
In Two-Headed Giant, what both players pay for one cost or effect can't add up to more life than the team has.
It comes off the team's total.
Words: 2hg cost. See: 810.9b. Was 2011: 118.4a. Was 2006: none.

119.4b Paying 0 life
You can always pay 0 life, even if an effect says you can't pay life.
Then 2011: You can always pay 0 life.
Words: zero cost. See: 119.4 119.8. Was 2011: 118.4. Was 2006: none.

119.5 Setting a life total
When your life total is set to a number, you gain or lose the difference, so anything that prevents or changes
gaining or losing life applies. If there's no difference, nothing happens.
Words: becomes. See: 810.9c 810.9d. Was 2011: 118.5. Was 2006: none.

119.6 0 life or less
You don't lose immediately at 0 life or less, but the next time state-based actions are checked.
Then 2006: You don't lose immediately at 0 life or less, but the next time a player would get priority.
Words: zero dead. See: 704.5a 704.6a. Was 2011: 118.6. Was 2006: 102.3b.

119.7 Can't gain life
You gain no life, and you can't pay a cost that has you gain life. You can't end up higher after an exchange
or redistribution; such an exchange doesn't happen for anyone. A redistribution only deals out the existing
totals in a new way.
Then 2011: You gain no life, and you can't pay a cost that has you gain life. An exchange after which your
total would be higher doesn't happen for anyone.
Words: redistribute exchange forbidden. See: 119.8 701.12c 810.9f 810.9g. Was 2011: 118.7. Was 2006: none.

119.8 Can't lose life
You lose no life and can pay only 0 life. You can't end up lower after an exchange or redistribution. Damage
is still dealt to you, with all its other results.
Then 2011: You lose no life and can pay only 0 life. An exchange after which your total would be lower doesn't
happen for anyone. Damage is still dealt to you, with all its other results.
Words: redistribute exchange pay forbidden. See: 119.7 119.4b 810.9h. Was 2011: 118.8. Was 2006: none.

119.9 Each source is a separate life gain
Each source that makes you gain life is a separate gain: two creatures with lifelink give two. Gaining 0 life
doesn't count as gaining life.
Words: trigger whenever zero. See: 119.10. Was 2011: 118.9. Was 2006: none.

119.10 Changing life gain
Effects that change life gain look at each source's gain separately. There's nothing to change about a gain of
0.
Words: replacement double instead. See: 119.9 120.4. Was 2011: none. Was 2006: none.

107.1a Half of an amount
There are no fractions of life or damage. Anything that halves an amount says whether to round up or down.
Words: halve rounded up down. See: 107.1b. Was 2011: 107.1a. Was 2006: 104.1.

107.1b Numbers below 0
If a number would be below 0, 0 is used instead: half of a negative total is 0. Doubling, tripling and setting
a life total keep it negative.
Then 2006: A life total or an amount of damage below 0 counts as 0 for everything except changing it.
Words: negative. See: 701.10d. Was 2011: 107.1b. Was 2006: 104.2.

120.3a Damage without infect
The player loses that much life as part of the same event.
Words: damage. See: 119.2 120.4. Was 2011: 119.3a 118.2. Was 2006: none.

120.3b Infect
Damage from a source with infect gives you that many poison counters and takes no life. It's still damage, for
lifelink and for commander damage.
Words: poison damage. See: 704.5c 704.6b. Was 2011: 119.3b. Was 2006: none.

120.3f Lifelink
The source's controller gains as much life as the damage dealt, in the same event and before anything is
checked. It can save you from being at 0.
Words: damage gain. See: 119.9. Was 2011: 119.3f. Was 2006: none.

120.3g Toxic
When a creature with toxic deals combat damage to you, you also get as many poison counters as its toxic
value, however much damage it dealt.
Words: poison combat. See: 704.5c 704.6b. Was 2011: none. Was 2006: none.

120.4 How damage is processed
First, the damage can be prevented or changed, then its results: life loss, counters and life gain. Then all
of it happens as one event. Effects that stop your life total at a minimum look at the net result.
Words: prevent event order floor worship. See: 120.3a 120.3f. Was 2011: 119.4. Was 2006: none.

120.8 0 damage
A source that would deal 0 damage deals none: nothing triggers on it, and nothing can increase it.
Words: zero. Was 2011: 119.8. Was 2006: 419.5a.

701.10d Doubling a life total
You gain as much life as you have. If your total is below 0, you lose that much instead, which makes it twice
as negative. Tripling adds that amount twice.
Words: double triple. See: 119.5 107.1b. Was 2011: none. Was 2006: none.

701.12a Exchanges are all or nothing
If one half of an exchange can't happen, the other half doesn't either.
Words: swap. See: 701.12c 119.7 119.8. Was 2011: 701.8a. Was 2006: none.

701.12c Exchanging life totals
You each gain or lose life to end up at the total the other had before.
Words: swap exchange. See: 701.12a 810.9e. Was 2011: 701.8c. Was 2006: none.

701.12g Exchanging a life total with a number
When your life total is exchanged with a number, such as a creature's power, you gain or lose the difference,
if nothing prevents it.
Words: swap power toughness. See: 701.12a. Was 2011: 701.8g. Was 2006: none.
"""
)
