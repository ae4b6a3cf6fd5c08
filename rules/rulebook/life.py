"""Life and damage (107, 119, 120, 701)."""

from rules.rulebook.entry import RulebookEntry

LIFE = (
    RulebookEntry(
        "119.1",
        "Starting life",
        "You start with 20 life unless the format says otherwise. The number is kept, because effects "
        "may ask for it.",
        words="begin total",
        see="119.1a 119.1b 119.1c 119.1d 119.1e",
    ),
    RulebookEntry(
        "119.1a",
        "Starting life in Two-Headed Giant",
        "A team starts with 30 life, shared by its players.",
        words="2hg 30",
        see="810.4 810.11",
        was={"2006": "606.4a", "2011": "118.1a"},
        then={
            "2006": "A team starts with 40 life, shared by its players.",
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
        "Everyone starts with 40 life.",
        words="edh 40",
        see="903.7",
    ),
    RulebookEntry(
        "119.1d",
        "Starting life in Brawl",
        "25 life with two players, 30 with more.",
        see="903.12f",
    ),
    RulebookEntry(
        "119.1e",
        "Starting life in Archenemy",
        "The archenemy starts with 40 life, and each hero with 20.",
        see="904.5 904.13b",
    ),
    RulebookEntry(
        "119.2",
        "Damage causes loss of life",
        "Damage to a player makes that player lose that much life. These are two events: some effects "
        "look at the damage, others at the life lost.",
        see="120.3a 120.3b",
    ),
    RulebookEntry(
        "119.3",
        "Gaining and losing life",
        "Life gained is added to your total, and life lost is subtracted. A total can go below 0; "
        "whether you lose the game is checked later.",
        words="negative below zero",
        see="119.6 119.9",
    ),
    RulebookEntry(
        "119.4",
        "Paying life",
        "You can pay life only if you have at least that much; paying down to exactly 0 is fine. Paying"
        " life counts as losing it.",
        words="cost",
        see="119.4a 119.4b 119.8",
    ),
    RulebookEntry(
        "119.4a",
        "Paying life as a team",
        "In Two-Headed Giant, what both players pay for one cost or effect can't add up to more life "
        "than the team has. It comes off the team's total.",
        words="2hg cost",
        see="810.9b",
    ),
    RulebookEntry(
        "119.4b",
        "Paying 0 life",
        "You can always pay 0 life, even if an effect says you can't pay life.",
        words="zero cost",
        see="119.4 119.8",
    ),
    RulebookEntry(
        "119.5",
        "Setting a life total",
        "When your life total is set to a number, you gain or lose the difference, so anything that "
        "prevents or changes gaining or losing life applies. If there's no difference, nothing happens.",
        words="becomes",
        see="810.9c 810.9d",
    ),
    RulebookEntry(
        "119.6",
        "0 life or less",
        "You don't lose immediately at 0 life or less, but the next time state-based actions are checked.",
        words="zero dead",
        see="704.5a 704.6a",
    ),
    RulebookEntry(
        "119.7",
        "Can't gain life",
        "You gain no life, and you can't pay a cost that has you gain life. You can't end up higher "
        "after an exchange or redistribution; such an exchange doesn't happen for anyone. A "
        "redistribution only deals out the existing totals in a new way.",
        words="redistribute exchange forbidden",
        see="119.8 701.12c 810.9f 810.9g",
    ),
    RulebookEntry(
        "119.8",
        "Can't lose life",
        "You lose no life and can pay only 0 life. You can't end up lower after an exchange or "
        "redistribution. Damage is still dealt to you, with all its other results.",
        words="redistribute exchange pay forbidden",
        see="119.7 119.4b 810.9h",
    ),
    RulebookEntry(
        "119.9",
        "Each source is a separate life gain",
        "Each source that makes you gain life is a separate gain: two creatures with lifelink give two."
        " Gaining 0 life doesn't count as gaining life.",
        words="trigger whenever zero",
        see="119.10",
    ),
    RulebookEntry(
        "119.10",
        "Changing life gain",
        "Effects that change life gain look at each source's gain separately. There's nothing to change"
        " about a gain of 0.",
        words="replacement double instead",
        see="119.9 120.4",
    ),
    RulebookEntry(
        "107.1a",
        "Half of an amount",
        "There are no fractions of life or damage. Anything that halves an amount says whether to round"
        " up or down.",
        words="halve rounded up down",
        see="107.1b",
    ),
    RulebookEntry(
        "107.1b",
        "Numbers below 0",
        "If a number would be below 0, 0 is used instead: half of a negative total is 0. Doubling, "
        "tripling and setting a life total keep it negative.",
        words="negative",
        see="701.10d",
    ),
    RulebookEntry(
        "120.3a",
        "Damage without infect",
        "The player loses that much life as part of the same event.",
        words="damage",
        see="119.2 120.4",
    ),
    RulebookEntry(
        "120.3b",
        "Infect",
        "Damage from a source with infect gives you that many poison counters and takes no life. It's "
        "still damage, for lifelink and for commander damage.",
        words="poison damage",
        see="704.5c 704.6b",
    ),
    RulebookEntry(
        "120.3f",
        "Lifelink",
        "The source's controller gains as much life as the damage dealt, in the same event and before "
        "anything is checked. It can save you from being at 0.",
        words="damage gain",
        see="119.9",
    ),
    RulebookEntry(
        "120.3g",
        "Toxic",
        "When a creature with toxic deals combat damage to you, you also get as many poison counters as"
        " its toxic value, however much damage it dealt.",
        words="poison combat",
        see="704.5c 704.6b",
    ),
    RulebookEntry(
        "120.4",
        "How damage is processed",
        "First, the damage can be prevented or changed, then its results: life loss, counters and life "
        "gain. Then all of it happens as one event. Effects that stop your life total at a minimum look"
        " at the net result.",
        words="prevent event order floor worship",
        see="120.3a 120.3f",
    ),
    RulebookEntry(
        "120.8",
        "0 damage",
        "A source that would deal 0 damage deals none: nothing triggers on it, and nothing can increase it.",
        words="zero",
    ),
    RulebookEntry(
        "701.10d",
        "Doubling a life total",
        "You gain as much life as you have. If your total is below 0, you lose that much instead, which"
        " makes it twice as negative. Tripling adds that amount twice.",
        words="double triple",
        see="119.5 107.1b",
    ),
    RulebookEntry(
        "701.12a",
        "Exchanges are all or nothing",
        "If one half of an exchange can't happen, the other half doesn't either.",
        words="swap",
        see="701.12c 119.7 119.8",
    ),
    RulebookEntry(
        "701.12c",
        "Exchanging life totals",
        "You each gain or lose life to end up at the total the other had before.",
        words="swap exchange",
        see="701.12a 810.9e",
    ),
    RulebookEntry(
        "701.12g",
        "Exchanging a life total with a number",
        "When your life total is exchanged with a number, such as a creature's power, you gain or lose "
        "the difference, if nothing prevents it.",
        words="swap power toughness",
        see="701.12a",
    ),
)
