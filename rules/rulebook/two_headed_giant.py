"""Two-Headed Giant and its larger kin (810; 606 in 2006)."""

from rules.rulebook.entry import RulebookEntry

TWO_HEADED_GIANT = (
    RulebookEntry(
        "810",
        "Two-Headed Giant",
        "Two teams of two sit together, take their turns together and share life and poison: 30 life, and "
        "fifteen poison counters to lose with. A team wins, loses and leaves only as one.",
        words="2hg teams",
        see="810.4 810.8a 810.9 810.10 805.4",
        was={"2006": "606 606.1"},
    ),
    RulebookEntry(
        "810.1",
        "Teams in Two-Headed Giant",
        "Two teams of two.",
        words="2hg",
        see="810.11",
        was={"2006": "606.1"},
    ),
    RulebookEntry(
        "810.2",
        "Options in Two-Headed Giant",
        "Turns are taken together, and no other option is used: no limited range, no attack left or "
        "right, no deploying.",
        words="2hg",
        see="805.1",
        was={"2006": "606.2"},
    ),
    RulebookEntry(
        "810.3",
        "Seats in Two-Headed Giant",
        "A team sits together and decides who sits where. The right seat is the primary player's.",
        words="2hg order",
        see="805.2",
        was={"2006": "606.3"},
    ),
    RulebookEntry(
        "810.4",
        "A team's life total",
        "The heads of a team share one life total, which starts at 30.",
        words="2hg shared starting",
        see="119.1a 810.11",
        was={"2006": "606.4 606.4a"},
        then={
            "2006": "The heads of a team share one life total, which starts at 40.",
        },
    ),
    RulebookEntry(
        "810.5",
        "What a team shares",
        "Life and poison counters. Everything else, energy and designations too, is a head's own; hands "
        "may be shown.",
        words="2hg resources",
        see="810.9 810.10",
        was={"2006": "606.5"},
        then={
            "2006": "Life alone. Poison counters are a head's own, and ten on one of them lose the game.",
        },
    ),
    RulebookEntry(
        "810.6",
        "A starting team doesn't draw",
        "Nobody on the team that starts draws in the draw step of the first turn.",
        words="2hg skip first",
        see="103.8b",
        was={"2006": "606.6b"},
        then={
            "2006": "In the starting team's first draw step only the secondary player, on the left, draws.",
        },
    ),
    RulebookEntry(
        "810.8a",
        "A team wins and loses as one",
        "If one head wins or loses, the team does. If one head can't win or can't lose, the team can't.",
        words="2hg platinum angel heads",
        see="704.6a 704.6b 104.2c",
    ),
    RulebookEntry(
        "810.8b",
        "Conceding for the team",
        "If one head concedes, the whole team leaves at once and loses.",
        words="2hg give up scoop",
        see="104.3a",
    ),
    RulebookEntry(
        "810.8c",
        "A team at 0 life",
        "It loses when the game checks.",
        words="2hg zero dead",
        see="704.6a",
        was={"2006": "606.8a"},
    ),
    RulebookEntry(
        "810.8d",
        "A team with fifteen poison counters",
        "It loses when the game checks.",
        words="2hg infect toxic",
        see="704.6b 810.11",
        then={
            "2006": "Poison counters are a head's own, and ten on one of them lose the game for the team.",
        },
    ),
    RulebookEntry(
        "810.9",
        "Life of one head, total of the team",
        "Damage, gains and losses happen to each head, and what comes of it changes the team's total. So "
        "4 damage to each player costs a team 8.",
        words="2hg shared each player",
        see="810.9a",
        was={"2006": "606.9"},
    ),
    RulebookEntry(
        "810.9a",
        "How much life a head has",
        "As much as the team, wherever a cost or effect asks: doubling a head's life doubles the team's.",
        words="2hg half value",
        see="810.9c",
        was={"2006": "606.9a"},
        then={
            "2006": "Half of what the team has, rounded up: a head of a team with 17 life is at 9, and "
            "“50 or more” takes a team with 99.",
        },
    ),
    RulebookEntry(
        "810.9b",
        "Two heads pay life together",
        "For one cost or effect they can't pay more than the team has.",
        words="2hg cost",
        see="119.4a",
    ),
    RulebookEntry(
        "810.9c",
        "One head's life total becomes a number",
        "The head gains or loses what is missing from the team's total to the number, and the team ends "
        "up there: from 25 to 10 it is a loss of 15.",
        words="2hg set",
        see="119.5 810.9a",
        then={
            "2006": "What the head gains or loses is counted from half of the team's total, rounded up: "
            "with 25 the head is at 13, becomes 20 and gains 7, so that the team has 32.",
        },
    ),
    RulebookEntry(
        "810.9d",
        "Each head's life total becomes a number",
        "The team says which one of its members it counts for; nothing happens to the others.",
        words="2hg set each player",
        see="810.9c",
        then={
            "2006": "The team's total becomes the sum of its members' numbers.",
        },
    ),
    RulebookEntry(
        "810.9e",
        "No exchange within a team",
        "Two heads can't exchange life totals with each other: they have the same one.",
        words="2hg swap",
        see="701.12c",
    ),
    RulebookEntry(
        "810.9f",
        "Redistributing among teams",
        "Life totals are dealt out anew among at most one member of each team.",
        words="2hg redistribute",
        see="119.7",
    ),
    RulebookEntry(
        "810.9g",
        "A head that can't gain life",
        "Then nobody on the team can.",
        words="2hg forbidden",
        see="119.7",
    ),
    RulebookEntry(
        "810.9h",
        "A head that can't lose life",
        "Then nobody on the team can, and nobody can pay any life but 0.",
        words="2hg pay forbidden",
        see="119.8",
    ),
    RulebookEntry(
        "810.10",
        "Poison of one head, counters of the team",
        "Each head gets poison counters, and the team has them together.",
        words="2hg infect toxic shared",
        see="704.6b 810.10a 810.10c",
        then={
            "2006": "Poison counters are a head's own, and ten on one of them lose the game for the team.",
        },
    ),
    RulebookEntry(
        "810.10a",
        "How many poison counters a head has",
        "As many as the team, wherever something asks.",
        words="2hg",
        see="810.10",
        then={
            "2006": "Poison counters are a head's own, and ten on one of them lose the game for the team.",
        },
    ),
    RulebookEntry(
        "810.10b",
        "A head loses poison counters",
        "Then the team loses them.",
        words="2hg remove",
        then={
            "2006": "Poison counters are a head's own, and ten on one of them lose the game for the team.",
        },
    ),
    RulebookEntry(
        "810.10c",
        "A head that can't get poison counters",
        "Then nobody on the team can.",
        words="2hg forbidden",
        then={
            "2006": "Poison counters are a head's own, and ten on one of them lose the game for the team.",
        },
    ),
    RulebookEntry(
        "810.10d",
        "Which kinds of counters a head has",
        "The head's own and the team's: a head of a poisoned team is poisoned.",
        words="2hg proliferate",
        see="701.34",
        then={
            "2006": "Poison counters are a head's own, and ten on one of them lose the game for the team.",
        },
    ),
    RulebookEntry(
        "810.11",
        "Three or more heads",
        "For each head beyond the second a team has 15 life more, and it takes five poison counters more "
        "to lose: 45 life and twenty counters for three.",
        words="3hg headed giant",
        see="810.4 704.6b",
        was={"2006": "606.10"},
        then={
            "2006": "A team starts with 20 life for each of its heads: 60 for three.",
        },
    ),
)
