"""Life and damage (107, 119, 120, 701)."""

from rules.rulebook.entry import RulebookEntry

LIFE = (
    RulebookEntry(
        "119.1",
        "Starting life",
        "Everybody begins with 20 life unless the variant says otherwise. The number stays known, because "
        "effects may ask for it.",
        words="begin total",
        see="119.1a 119.1b 119.1c 119.1d 119.1e",
    ),
    RulebookEntry(
        "119.1a",
        "Starting life in Two-Headed Giant",
        "A team starts with 30 life, which its heads share.",
        words="2hg 30",
        see="810.4 810.11",
        was={"2006": "606.4a", "2011": "118.1a"},
        then={
            "2006": "A team starts with 40 life, which its heads share.",
        },
    ),
    RulebookEntry(
        "119.1b",
        "Starting life in Vanguard",
        "20, plus or minus the life modifier on your vanguard card.",
        words="modifier",
        see="902.4",
    ),
    RulebookEntry(
        "119.1c",
        "Starting life in Commander",
        "Everybody starts with 40 life.",
        words="edh 40",
        see="903.7",
    ),
    RulebookEntry(
        "119.1d",
        "Starting life in Brawl",
        "25 life in a game of two, 30 in a larger one.",
        see="903.12f",
    ),
    RulebookEntry(
        "119.1e",
        "Starting life of an archenemy",
        "The archenemy starts with 40 life; the heroes have 20 each.",
        see="904.5 904.13b",
    ),
    RulebookEntry(
        "119.2",
        "Damage takes life",
        "Damage to a player makes that player lose as much life. They are two events: effects that care "
        "about damage see the one, effects that care about life lost see the other.",
        see="120.3a 120.3b",
    ),
    RulebookEntry(
        "119.3",
        "Gaining and losing life",
        "A gain is added to the total and a loss is taken from it. Totals can go below 0; whether "
        "somebody loses the game is looked at afterwards.",
        words="negative below zero",
        see="119.6 119.9",
    ),
    RulebookEntry(
        "119.4",
        "Paying life",
        "You can pay an amount of life only if you have at least that much; paying down to exactly 0 is "
        "fine. A payment is a loss of life.",
        words="cost",
        see="119.4a 119.4b 119.8",
    ),
    RulebookEntry(
        "119.4a",
        "Paying life as a team",
        "In Two-Headed Giant what both heads pay for one cost or effect may together be no more than the "
        "team has. It comes off the team's total.",
        words="2hg cost",
        see="810.9b",
    ),
    RulebookEntry(
        "119.4b",
        "Paying 0 life",
        "Nothing can stop anybody from paying 0 life, not even an effect that says you can't pay life.",
        words="zero cost",
        see="119.4 119.8",
    ),
    RulebookEntry(
        "119.5",
        "Setting a life total",
        "When a total becomes a number you gain or lose the difference, so whatever forbids or changes "
        "gaining and losing applies. If there is no difference, nothing happens.",
        words="becomes",
        see="810.9c 810.9d",
    ),
    RulebookEntry(
        "119.6",
        "0 life or less",
        "With 0 life or less you lose, not at once but when the game next checks.",
        words="zero dead",
        see="704.5a 704.6a",
    ),
    RulebookEntry(
        "119.7",
        "Can't gain life",
        "Then no gain happens, a cost that has you gain life can't be paid, and no exchange or "
        "redistribution can leave you with a higher total: an exchange like that doesn't happen for "
        "anybody. The new totals of a redistribution are the old ones dealt out anew.",
        words="redistribute exchange forbidden",
        see="119.8 701.12c 810.9f 810.9g",
    ),
    RulebookEntry(
        "119.8",
        "Can't lose life",
        "Then no loss happens, only 0 life can be paid, and no exchange or redistribution can leave you "
        "with a lower total. Damage is still dealt to you, with everything else that comes of it.",
        words="redistribute exchange pay forbidden",
        see="119.7 119.4b 810.9h",
    ),
    RulebookEntry(
        "119.9",
        "One gain for each source",
        "Each source that makes you gain life is a gain of its own: two creatures with lifelink give two. "
        "A gain of 0 is none.",
        words="trigger whenever zero",
        see="119.10",
    ),
    RulebookEntry(
        "119.10",
        "Changing a gain before it happens",
        "What changes gains of life looks at each source's gain by itself, and a gain of 0 is not there "
        "to be changed.",
        words="replacement double instead",
        see="119.9 120.4",
    ),
    RulebookEntry(
        "107.1a",
        "Half of something",
        "There are no fractions of life or damage. Whatever takes half says whether to round up or down.",
        words="halve rounded up down",
        see="107.1b",
    ),
    RulebookEntry(
        "107.1b",
        "Numbers below 0",
        "Where a number below 0 is asked for, 0 is used: half of a negative total is 0. Doubling, "
        "tripling and setting a life total keep it negative.",
        words="negative",
        see="701.10d",
    ),
    RulebookEntry(
        "120.3a",
        "Damage by a source without infect",
        "The player loses that much life, as part of the same event.",
        words="damage",
        see="119.2 120.4",
    ),
    RulebookEntry(
        "120.3b",
        "Infect",
        "Damage by a source with infect gives the player that many poison counters and takes no life. It "
        "is still damage, for lifelink and for commanders.",
        words="poison damage",
        see="704.5c 704.6b",
    ),
    RulebookEntry(
        "120.3f",
        "Lifelink",
        "The source's controller gains as much life as damage was dealt, in the same event and before "
        "anything is checked: it can save somebody who would be at 0.",
        words="damage gain",
        see="119.9",
    ),
    RulebookEntry(
        "120.3g",
        "Toxic",
        "A creature with toxic that deals combat damage to a player gives poison counters too, as many as "
        "its toxic number says, whatever the amount of damage.",
        words="poison combat",
        see="704.5c 704.6b",
    ),
    RulebookEntry(
        "120.4",
        "What damage goes through",
        "First the damage itself can be prevented or changed, then what comes of it: the loss of life, "
        "the counters, the gain. Then all of that happens as one event, and effects that set a floor look "
        "at what it makes of the total as a whole.",
        words="prevent event order floor worship",
        see="120.3a 120.3f",
    ),
    RulebookEntry(
        "120.8",
        "0 damage",
        "A source that would deal 0 damage deals none: nothing sees any damage, and nothing can raise it.",
        words="zero",
    ),
    RulebookEntry(
        "701.10d",
        "Doubling a life total",
        "You gain as much life as you have. Below 0 you lose that much instead, so that the total is "
        "twice as negative. Tripling adds it twice.",
        words="double triple",
        see="119.5 107.1b",
    ),
    RulebookEntry(
        "701.12a",
        "All of an exchange or nothing",
        "If one half of an exchange can't happen, the other half doesn't either.",
        words="swap",
        see="701.12c 119.7 119.8",
    ),
    RulebookEntry(
        "701.12c",
        "Exchanging life totals",
        "Each of the two gains or loses what it takes to get to the total that the other one had.",
        words="swap exchange",
        see="701.12a 810.9e",
    ),
    RulebookEntry(
        "701.12g",
        "Exchanging a life total with a number",
        "Where a total is exchanged with a number, such as a creature's power, you gain or lose the "
        "difference, if nothing forbids it.",
        words="swap power toughness",
        see="701.12a",
    ),
)
