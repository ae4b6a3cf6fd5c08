"""Refusals of leagues, and those that events share with them."""

from collections.abc import Mapping

TEXTS: Mapping[str, str] = {
    "adjust_own": "Those are your own points, so another judge has to change them.",
    "awards_unreadable": "“{text}” doesn't say whose achievement that is. Write `awards:` as Ana: play of "
    "the game; Ben: first draw 2.",
    "bad_award": "“{text}” isn't a valid achievement. Write each achievement with its points: play of the "
    "game = 1.",
    "bad_draw": "“{text}” isn't a valid value for a draw. Enter points such as 1, 0.5 or 1/3, “{split}” for "
    "a share of a win, or “{replay}”.",
    "bad_points": "“{text}” isn't a valid number of points. Enter a number such as 3, -1, 0.5 or 1/3.",
    "bad_score": "“{text}” isn't a valid score. Write the games won by each of two sides as 2-1, or 1-1-1 "
    "with a drawn game.",
    "bad_tiebreaker": "There's no tie-breaker “{text}”. Choose from: {known}.",
    "bad_time": "“{text}” isn't a valid time. Write it like Saturday 7pm, 20.11. 19:30, yesterday, or 3h for "
    "three hours ago, in the time zone of `/settings`.",
    "champions_role_not_yours": "You can't give members the role {role}, so you can't promise it to "
    "champions. Ask a member who can give it to choose it here.",
    "chart_empty": "There's nothing to chart yet: no results count.",
    "claim_by_guest": "Only a member of this server can claim a guest. Choose one with `member:`.",
    "claim_judges_only": "Only judges can claim a guest for someone else. Leave out `member:` if the guest "
    "was you.",
    "claim_no_guest": "That player isn't a guest or has already been claimed. Choose one from the list. If "
    "you've changed accounts, ask a judge to use `/league claim` with `member:`.",
    "claim_same_result": "Both played in result {number}, so they're two different players. If that's "
    "wrong, edit the result first.",
    "claim_witness": "Only judges and players who played with this guest can answer that.",
    "confirm_not_asked": "Only players in this result who didn't report it can confirm it.",
    "confirmed_already": "You've already confirmed this result. A judge can still edit it.",
    "csv_columns": "The file has no column “{name}”. Its first line has to list the column names.",
    "csv_too_long": "That file has too many results. Import up to {limit} results per file.",
    "csv_value": "Line {line} of the file: “{text}” isn't valid for {column}.",
    "decklist_hidden": "Decklists can be read once they are locked.",
    "decklists_locked": "Decklists are locked. Ask a judge if yours has to change.",
    "decks_unreadable": "“{text}” doesn't say whose deck that is. Write `decks:` as Ana: Burn; Ben: Storm.",
    "dispute_own_only": "Only players in this result can dispute it. Tell a judge what's wrong.",
    "dispute_too_late": "Results can only be disputed for {hours} hours. Ask a judge to correct this one.",
    "edit_judges_only": "Only judges can edit this result. Until it's confirmed, the player who reported it "
    "can too.",
    "endings_dont_fit": "Either one side won and takes first place alone, or no one won and the sides in "
    "first place drew the game.",
    "few_games": "Awards need at least {few} games, and {games} count so far. Play on, or choose another "
    "season.",
    "file_too_large": "That file is too large. The limit is {limit} MB.",
    "games_dont_fit": "A best-of-{best_of} match has two sides. Put the winner first, with more games won "
    "and {wins} at most.",
    "games_single": "This league counts every game separately. Leave out `games:` and report each game.",
    "import_doesnt_fit": "Result {number} in the file doesn't fit this league. Check its players, places, "
    "draw, time and format. Nothing was imported.",
    "import_empty": "That file has no results.",
    "import_there": "All results of this file are already in the league.",
    "in_another_team": "Someone there is already in the team {team}. Change that team first.",
    "judge_has_played": "You played in this game. Ask another judge to rule.",
    "killed_twice": "A player leaves a game once, but `kills:` says twice who knocked out {name}.",
    "killed_winner": "According to `kills:`, the winner was knocked out. Correct the kills or the order"
    " of the players.",
    "kills_unreadable": "“{text}” doesn't say who knocked out whom. Write `kills:` killer first: Ana: Ben, "
    "Cy; Dee: Ana.",
    "league_archived": "This league is archived and doesn't take results. Judges can bring it back with "
    "`/league edit`.",
    "league_file_broken": "That isn't a league export, or it's damaged.",
    "league_file_forgotten": "That file is no longer in memory. Send it again with `/league import`.",
    "league_name_taken": "There's already a league called “{name}” here. Choose another name.",
    "league_not_archived": "This league isn't archived.",
    "league_page_off": "This league has no public page. A judge can turn it on with `/league-page`.",
    "merge_not_yours": "Only the player who reported this result, or a judge, can say that it's the same "
    "game.",
    "no_awards": "This league has no achievements. Judges can add them with `/league edit`.",
    "no_decklist": "That player hasn't registered a decklist this season.",
    "no_league": "That league doesn't exist. Choose one from the list.",
    "no_league_player": "No one in {league} is called “{name}”.{hint}",
    "no_league_team": "There's no team called “{name}”. Name its players to make one.",
    "no_leagues": "This server has no leagues yet. Create one with `/league create`.",
    "no_result": "This league has no result number {number}.",
    "no_season": "That season doesn't exist. Choose one from the list.",
    "no_such_award": "This league has no achievement “{name}”. Choose from: {known}. Judges can add others "
    "with `/league edit`.",
    "no_such_league": "There's no league called “{name}” here.{hint}",
    "not_a_duplicate": "This result no longer looks like another one's game.",
    "not_enough_counters": "{who} only has {has} {kind} and needs {needs}.",
    "not_in_league": "You haven't played in {league} yet. Choose a player.",
    "not_in_report": "No player in this result is called “{name}”.{hint}",
    "not_named_in_league": "You haven't played in {league} yet, so its page doesn't show you.",
    "nothing_to_settle": "That has already been settled.",
    "places_dont_fit": "The places don't add up. After a shared place, skip the next ones, such as 1, 2, 2, "
    "4.",
    "player_twice": "A player is named twice. Each player can appear only once in a result.",
    "release_not_claimed": "No one has claimed this player.",
    "replacement_missing": "Enter the correct result.",
    "report_bye": "A single player means a bye, and only judges can report byes. Separate several players "
    "with commas: Ana, Ben.",
    "report_commanders": "A player can have at most {limit} commanders. Write them as (Tymna / Kraum).",
    "report_judges_only": "Only judges can report results in this league.",
    "report_own_only": "You can only report games you played in. Judges can report others.",
    "report_too_many": "A result can have at most {limit} players or teams.",
    "report_unreadable": "“{text}” isn't a valid result. Write players best first: Ana, Ben = Cy, Dee + "
    "Eve. Use commas between places, = between players who share a place and + between teammates.",
    "result_confirmed": "This result is confirmed. A judge can still edit or void it.",
    "result_disputed": "This result is disputed. A judge has to rule on it first.",
    "result_doesnt_fit": "{league} doesn't count games like this. `/league rules` shows which games and "
    "formats count.",
    "result_of_the_future": "That time is in the future. Enter when the game ended.",
    "result_pending": "This result is still waiting for confirmation, so there's nothing to restore.",
    "result_too_large": "A result can have at most {limit} players.",
    "result_unchanged": "The result already says that. `/league result show` shows all of it.",
    "result_void": "This result is void. A judge can restore it.",
    "result_withdrawn": "The players undid the end of this game. To bring the result back, use `/redo` in "
    "its channel.",
    "result_without_players": "Enter the players who took part.",
    "sealed_by_confirmation": "That would withdraw result {number} of {league}, which is confirmed. Ask"
    " a judge to undo the end of the game.",
    "sealed_by_ruling": "That would withdraw result {number} of {league}, which a judge has decided. "
    "Ask a judge to undo the end of the game.",
    "sealed_by_season": "That would withdraw result {number} of {league}, whose season is closed. Ask a"
    " judge to undo the end of the game.",
    "season_ends_early": "A season can't end before it starts.",
    "season_ends_later": "That time is in the future. A season can only end now or in the past.",
    "season_is_open": "A season is already open. Close it with `/league season close`.",
    "season_not_open": "No season is open. Open one with `/league season open`.",
    "season_overlaps": "The previous season ended after that. Choose a later start.",
    "time_out_of_bounds": "That time isn't possible. Results go from 1993 to tomorrow.",
    "too_many_results": "You can change at most {limit} results at once.",
    "too_many_votes": "Players can vote on at most {limit} achievements after a game.",
    "two_players": "Choose two different players.",
    "vote_for_oneself": "You can't vote for yourself.",
    "vote_over": "This vote is over.",
    "vote_own_game": "Only the players of this game can vote.",
    "which_league": "Choose a league with `league`: {leagues}.",
    "workbook_number": "Row {row}, column {column}: the spreadsheet has rounded that long number. Format the "
    "column as text and enter its numbers again.",
    "workbook_unreadable": "That file is damaged, protected by a password or too large. Save the sheet as "
    "CSV and send that.",
}
