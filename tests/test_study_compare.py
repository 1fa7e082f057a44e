"""Comparisons: the same deals for every game, figures from rows, tables, pages, variants."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree

import games
import pytest
from command_line import Ended, invoke

from patience.cli.compare import plan_lines
from patience.errors import StudyError
from patience.players import CAP, simulate
from patience.players.deciding import verdict
from patience.study.compare import Plan, compare, difference, differences, rules_table
from patience.study.measures import Measured, Played, Solved, counted_mean, counted_quantile
from patience.study.numbers import interval_text, joined, number, plan_words, points, value_text
from patience.study.report import comparison_page, write_page
from patience.study.statistics import Interval
from patience.study.store import Store
from patience.study.task import Recipe, Row, Task, do_block
from patience.study.vary import split_values, variants
from patience.study.workers import Crew

GAMES = ["storehouse", "canfield+one-at-a-time", "double-canfield"]
SHORT = ("--deals", "12", "--states", "15", "--jobs", "1")


@pytest.fixture(scope="module")
def entrants():  # type: ignore[no-untyped-def]
    plan = Plan(12, 2, 15, {"random": 5, "greedy": 12})
    recipes = [(name, Recipe.of(name)) for name in GAMES]
    with Store(None) as store:
        return compare(recipes, plan, store, Crew())


def test_every_game_is_dealt_the_seeds_deals(entrants) -> None:  # type: ignore[no-untyped-def]
    first = Plan(12, 2).first
    assert first == 1_000_000_001 and Plan(5).first == 1
    for entrant in entrants:
        assert list(entrant.measured.solved.answers) == list(range(first, first + 12))
        assert list(entrant.measured.played["random"].won) == list(range(first, first + 5))


def test_figures_are_what_the_games_say(entrants) -> None:  # type: ignore[no-untyped-def]
    game, first = games.load("storehouse"), Plan(12, 2).first
    records = [simulate(game, first + place, "greedy", seed=2) for place in range(12)]
    figures = {figure.key: figure for figure in entrants[0].measured.figures()}
    assert figures["won_greedy"].value.low == sum(record.won for record in records) / 12
    assert figures["actions_greedy"].value.low == sum(r.actions for r in records) / 12
    decisions = [count for record in records for count in record.choices]
    assert figures["choices_greedy"].value.low == pytest.approx(sum(decisions) / len(decisions))
    lost = [record.home for record in records if not record.won]
    assert figures["home_lost_greedy"].value.low == pytest.approx(sum(lost) / len(lost))
    forced = [record.forced / record.actions for record in records]
    assert figures["forced_greedy"].value.low == pytest.approx(sum(forced) / 12)
    decided = [verdict(game.deal(first + place), 15)[0] for place in range(12)]
    shown = sum(w == "winnable" or r.won for w, r in zip(decided, records, strict=True))
    assert figures["winnable"].value.low == shown / 12
    assert "score_greedy" not in figures
    assert "score_greedy" in {figure.key for figure in entrants[1].measured.figures()}


def row(number: int, word: str, **fields: object) -> Row:
    return Row("g", "h", "e", "x", 0, "own", number, str(number), 0, word, **fields)  # type: ignore[arg-type]


def test_a_players_win_proves_a_deal_winnable() -> None:
    solved = Solved([row(1, "undecided"), row(2, "undecided"), row(3, "unwinnable")])
    lucky = Played([row(1, "won", choices="", along="0"), row(2, "stuck", choices="", along="0")])
    share = Measured(solved, {"random": lucky}).solved.winnable
    assert (share.yes, share.no, share.unknown) == (1, 1, 1)
    assert lucky.without_choice == 1


def test_differences_are_paired_only_on_equal_packs(entrants) -> None:  # type: ignore[no-untyped-def]
    found = differences(entrants)
    assert [(one.one, one.what, one.paired) for one in found] == [
        (one, what, {one, other} == set(GAMES[:2]))
        for other, one in combinations(GAMES, 2)
        for what in ("winnable", "won by random", "won by greedy")
    ]
    assert {one.other for one in differences(entrants, GAMES[1])} == {GAMES[1]}
    assert {one.one for one in differences(entrants, GAMES[1])} == {GAMES[0], GAMES[2]}
    many = [*entrants, *(replace(entrants[0], name=f"again {n}") for n in range(2))]
    assert {one.other for one in differences(many)} == {GAMES[0]}  # ten pairs are too many
    assert {one.one for one in differences(many)} == {one.name for one in many[1:]}
    pair = next(one for one in found if one.paired and one.what == "won by greedy")
    ours = entrants[1].measured.played["greedy"].won
    theirs = entrants[0].measured.played["greedy"].won
    assert pair.pairs is not None and pair.corrected is not None
    assert pair.pairs.first == sum(ours[n] and not theirs[n] for n in ours)
    assert pair.value.low == pytest.approx((sum(ours.values()) - sum(theirs.values())) / 12)
    back = difference(entrants[0], entrants[1], "greedy")
    assert back is not None and back.interval == pytest.approx(
        (-pair.interval.high, -pair.interval.low)
    )
    for one in found:
        assert one.interval.low <= one.value.low <= one.value.high <= one.interval.high


def test_rules_stand_side_by_side() -> None:
    loaded = [games.load(name) for name in ("duchess", "canfield", "demon")]
    rows = rules_table(loaded)
    assert all(len(texts) == 3 and len(set(texts)) > 1 for _, texts in rows)
    topics = {topic for topic, _ in rows}
    every = rules_table(loaded, every=True)
    assert topics < {topic for topic, _ in every}
    assert rules_table(loaded[:1]) == []


def test_the_same_rules_twice_are_refused() -> None:
    ended = invoke("compare", "duchess", "Dutchess", *SHORT)
    assert ended.status == 2 and "'duchess' and 'Dutchess' have the same rules" in ended.err


def test_differences_to_the_game_that_is_asked_for(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    words = ("compare", *GAMES, *SHORT, "--planned", "0")
    table = invoke(*words).out.partition("Differences, in")[2]
    for one, other in combinations(GAMES, 2):
        first = " ".join(line.split("│")[1].strip() for line in table.splitlines() if "│" in line)
        assert " ".join(first.split()).count(f"{other} − {one}") == 1  # not in each of its rows
    against = invoke(*words, "--against", GAMES[2], "--report", str(page))
    assert f"Differences to {GAMES[2]}" in against.out
    assert f"{GAMES[0]} − {GAMES[2]}" in page.read_text()
    assert f"--report page.html --against {GAMES[2]}" in page.read_text()
    wrong = invoke(*words, "--against", "duchess")
    assert wrong.status == 2 and "one of the games was expected" in wrong.err


def json_rows(ended: Ended) -> list[dict[str, object]]:
    assert ended.status == 0, ended.err
    return [json.loads(line) for line in ended.out.splitlines()]


def test_every_form_says_the_same(tmp_path: Path) -> None:
    store, page = str(tmp_path / "c.db"), tmp_path / "page.html"
    command = ["compare", "storehouse", "canfield", *SHORT, "--planned", "0", "--store", store]
    printed = invoke(*command, "--report", str(page))
    assert printed.status == 0 and f"the page is {page}" in printed.err
    objects = json_rows(invoke(*command, "--json"))
    games_said = [one for one in objects if one["kind"] == "compare"]
    assert [one["game"] for one in games_said] == ["storehouse", "canfield"]
    figures = {one["figure"]: one for one in games_said[0]["figures"]}  # type: ignore[attr-defined]
    table = list(csv.DictReader(io.StringIO(invoke(*command, "--csv").out)))
    shown = next(
        one for one in table if (one["game"], one["figure"]) == ("storehouse", "won_greedy")
    )
    assert float(shown["low"]) == figures["won_greedy"]["low"]
    greedy = f"{100 * figures['won_greedy']['least']:.1f} %"
    assert greedy in printed.out and greedy in page.read_text()
    kinds = {one["kind"] for one in objects}
    assert kinds == {"rule", "compare", "difference"}


def test_a_page_needs_nothing_else_and_is_well_formed(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    ended = invoke("compare", "storehouse", *SHORT, "--planned", "0", "--report", str(page))
    assert ended.status == 0
    text = page.read_text()
    assert not re.search(r"""(?:src|href)\s*=\s*["'](?!#)|@import|url\((?!#)""", text)
    assert "patience compare storehouse --deals 12 --seed 1 --states 15 --planned 0" in text
    plots = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
    assert len(plots) == 5
    for svg in plots:
        assert ElementTree.fromstring(svg).get("role") == "img"
        assert len(re.findall("<title", svg)) == 1
    again = tmp_path / "again.html"
    invoke("compare", "storehouse", *SHORT, "--planned", "0", "--report", str(again))
    assert again.read_text() == text
    body = re.sub(r"<style>.*?</style>|<svg.*?</svg>|<!doctype html>|<meta[^>]*>", "", text,
                  flags=re.DOTALL)  # fmt: skip
    assert ElementTree.fromstring(body).tag == "html"


def test_a_page_that_cannot_be_written_is_said_before_the_work(tmp_path: Path) -> None:
    ended = invoke(
        "compare", "duchess", "--deals", "100000", "--report", str(tmp_path / "no/p.html")
    )
    assert ended.status == 2 and "there is no folder" in ended.err
    store = tmp_path / "a.html"
    for page, words in ((tmp_path, "it is a folder"), (store, "it is the store"), ("", "a name")):
        ended = invoke(
            "compare", "duchess", "--deals", "100000", "--store", str(store), "--report", str(page)
        )
        assert ended.status == 2 and words in ended.err
    assert not store.exists()
    with pytest.raises(StudyError, match="cannot be written: Is a directory"):
        write_page(tmp_path, "")


def test_a_name_is_shown_as_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file = Path("[red] $\\frac{$ <b>.yaml")
    file.write_text("extends: storehouse\ngame: <script>x</script>\nstock: {redeals: 0}\n")
    page = tmp_path / "page.html"
    words = ("--deals", "2", "--states", "5", "--planned", "0", "--jobs", "1")
    ended = invoke("compare", str(file), "storehouse", *words, "--report", str(page))
    assert ended.status == 0, ended.err
    assert "[red]" in ended.out  # which is markup for Rich
    page = tmp_path / "long.html"
    ended = invoke("compare", str(file.absolute()), *words, "--report", str(page))
    assert ended.status == 0, ended.err  # Matplotlib warns where a name leaves no room for a plot
    assert "<script" not in page.read_text() and "\\frac{$ &lt;b&gt;" in page.read_text()


def test_a_game_that_anybody_wins(tmp_path: Path) -> None:
    file, page = tmp_path / "_won.yaml", tmp_path / "page.html"
    file.write_text(
        "game: Won\ndeck: {packs: 1, ranks: A-2}\nfoundations: {base: Ace, build: up in suit}\n"
        "tableau: {piles: 8, deal: 1, pack: nothing, move: top card, space: any}\n"
    )
    ended = invoke("compare", str(file), *SHORT, "--json", "--report", str(page))
    assert ended.status == 0, ended.err
    figures = {one["figure"]: one for one in json_rows(ended)[-1]["figures"]}
    assert figures["winnable"]["least"] == figures["won_by_anybody"]["most"] == 1.0
    assert figures["in_hands"]["most"] == 0.0 and "coverage_greedy" not in figures
    assert "home_lost_greedy" not in figures and "How long games last" in page.read_text()
    assert "Cards home in lost games" not in page.read_text()  # there are none to draw


def test_games_that_were_cut_off_are_counted(tmp_path: Path) -> None:
    games_played = [row(1, "capped", actions=1000), row(2, "won", actions=90), row(3, "capped")]
    measured = Measured(Solved([]), {"random": Played(games_played)})
    figure = {one.key: one for one in measured.figures()}["capped_random"]
    assert figure.label == f"cut off at {CAP} actions" and figure.value == (2 / 3, 2 / 3)
    page = tmp_path / "page.html"
    command = ("compare", "duchess", "--deals", "6", "--states", "5", "--planned", "0")
    ended = invoke(*command, "--jobs", "1", "--report", str(page))
    cut = [simulate(games.load("duchess"), n, "random", seed=1).result for n in range(1, 7)]
    shown = f"{100 * cut.count('capped') / 6:.1f} %"
    assert cut.count("capped") > 0
    line = next(line for line in ended.out[ended.out.index("as random plays"):].splitlines()
                if "cut off at 1000 actions" in line)  # fmt: skip
    assert shown in line
    found = re.search(r"as random plays it.*?cut off at 1000 actions</td><td>(.*?)</td>",
                      page.read_text(), re.DOTALL)  # fmt: skip
    assert found and shown in found[1]


def test_numbers_and_words_stay_whole_in_narrow_tables() -> None:
    plan = Plan(12_000, 2, 2000, {"random": 12_000, "planner": 1500})
    for width in range(12, 90):
        lines = plan_lines(plan, width).splitlines()
        assert " ".join(lines) == plan_words(plan)
        assert not any(a[-1].isdigit() and b[0].isdigit() for a, b in pairwise(lines))
    ended = invoke("vary", "storehouse", "--set", "stock.redeals=0", *SHORT)
    cells = [line.split("│")[1].strip() for line in ended.out.splitlines() if "│" in line]
    assert cells.count("stock.redeals=0") == 2  # once in the figures, once in the differences


def test_the_page_says_what_was_there_before(tmp_path: Path) -> None:
    store, page = str(tmp_path / "s.db"), tmp_path / "page.html"
    words = ("--deals", "5", "--jobs", "1", "--store", store, "--planned", "0")
    for command in (("compare", "storehouse"), ("vary", "storehouse", "--set", "stock.redeals=0")):
        remark = "Some deals of storehouse there were decided with up to 70 states"
        invoke(*command, *words, "--states", "70", "--report", str(page))
        assert remark not in page.read_text()
        invoke(*command, *words, "--states", "30", "--report", str(page))
        assert f'<p class="remark">{remark}, more than the 30 of this run' in page.read_text()


def test_the_page_and_the_terminal_say_the_plan_alike(entrants) -> None:  # type: ignore[no-untyped-def]
    plan = Plan(12_000, 2, 2000, {"random": 12_000, "planner": 1500})
    words = plan_words(plan)
    assert words == (
        "12 000 deals, numbers 1 000 000 001 to 1 000 012 000 (by planner 1 500 only); seed 2; at "
        "most 2 000 states of search a deal"
    )
    page = comparison_page(entrants, [], [], plan)
    assert f'<p class="lead">{words}.</p>' in page.replace("\u202f", " ")
    assert words in " ".join(plan_lines(plan, 40).splitlines())


def test_variants_as_csv_have_their_own_shares(tmp_path: Path) -> None:
    words = ("vary", "storehouse", "--set", "stock.redeals=0,1", *SHORT, "--store",
             str(tmp_path / "s.db"))  # fmt: skip
    table = list(csv.DictReader(io.StringIO(invoke(*words, "--csv").out)))
    labels = ["as it stands", "stock.redeals=0", "stock.redeals=1"]
    measures = ["winnable", "won by greedy"]
    assert [(one["variant"], one["what"]) for one in table] == [
        (label, what) for label in labels for what in measures
    ]
    rows = json_rows(invoke(*words, "--json"))
    for one in table:
        yes, no, undecided = (int(one[name]) for name in ("yes", "no", "undecided"))
        assert yes + no + undecided == int(one["deals"]) == 12
        assert float(one["least"]) == yes / 12 and float(one["most"]) == (yes + undecided) / 12
        assert float(one["low"]) <= float(one["least"]) <= float(one["high"])
        found = [r for r in rows if (r.get("one"), r.get("what")) == (one["variant"], one["what"])]
        assert len(found) == (one["variant"] != labels[0])
        assert bool(one["difference_least"]) == bool(found)
        for row in found:
            assert float(one["difference_high"]) == row["high"]
            assert int(one["only_one"]) == row["only_one"] and float(one["p"]) == row["p"]
    assert {one["undecided"] for one in table if one["what"] == "winnable"} != {"0"}
    described = (Path(__file__).parent.parent / "docs" / "compare.md").read_text()
    assert all(f"`{name}`" in described for name in table[0])


def test_the_page_says_what_its_words_mean(entrants) -> None:  # type: ignore[no-untyped-def]
    page = comparison_page(entrants, [], [], Plan(12, 2, 15))
    listed = page[page.index("What the words mean") :]
    for term in ("lost in the shuffle", "won by anybody", "lost without a single choice",
                 "forced actions", "score", "cut off", "cards home"):  # fmt: skip
        assert f"<dt>{term}</dt>" in listed


def test_variants_are_measured_against_the_game(tmp_path: Path) -> None:
    page = tmp_path / "worth.html"
    ended = invoke(
        "vary", "storehouse", "--set", "stock.redeals=0,1", "--option", "any sequence",
        *SHORT, "--json", "--report", str(page),
    )  # fmt: skip
    rows = json_rows(ended)
    labels = [one["variant"] for one in rows if one["kind"] == "variant"]
    assert labels[:3] == ["as it stands", "stock.redeals=0", "stock.redeals=1"]
    assert all(one["paired"] for one in rows if one["kind"] == "difference")
    assert "What the rules of Storehouse are worth" in page.read_text()


def test_notes_under_the_tables() -> None:
    words = ("--deals", "4", "--jobs", "1", "--states")
    low = invoke("compare", "duchess", "storehouse", *words, "2", "--planned", "0").out
    said = " ".join(low.split())
    assert re.search(r"Many deals are undecided \(.*storehouse 100.00 %\): raise --states\.", said)
    assert "only / only: deals with a yes in the line's (first) game" in said
    assert "Not all is shown here: --report, --csv and --json" in said
    varied = invoke("vary", "duchess", "--set", "stock.redeals=0", *words, "2").out
    assert "Many deals are undecided (as it stands " in " ".join(varied.split())
    small = invoke("compare", "storehouse", "--deals", "1", "--jobs", "1", "--planned", "0").out
    assert "1 deal, number 1;" in small
    assert "only / only" not in small and "Many deals" not in small


def test_which_variants_there_are() -> None:
    base = Recipe.of("duchess")
    one = variants(base, ["stock.redeals=0,1,2", "tableau.move=whole pile"])
    assert [label for label, _ in one] == [
        "stock.redeals=0", "stock.redeals=2", "tableau.move=whole pile",
    ]  # fmt: skip
    both = variants(base, ["stock.redeals=0,2", "tableau.move=whole pile"], combined=True)
    assert len(both) == 5 and both[-1][0] == "stock.redeals=2, tableau.move=whole pile"
    assert variants(base, [], ["no redeal"])[0][1].load().id == "duchess+no-redeal"
    ended = invoke("vary", "duchess", "--all-options", "--deals", "1", "--states", "2", "--json")
    named = [one["variant"] for one in json_rows(ended) if one["kind"] == "variant"]
    assert named == ["as it stands", *(one.name for one in games.load("duchess").rules.options)]
    assert split_values("a, [1, 2],{x: 1, y: 2}") == ["a", "[1, 2]", "{x: 1, y: 2}"]
    with pytest.raises(StudyError, match="every value given is the game's rule already"):
        variants(base, ["stock.redeals=1"])
    for wrong in ("stock.redeals", "=3", "stock.redeals=1,,2"):
        with pytest.raises(StudyError, match="is no rule to vary"):
            variants(base, [wrong])
    assert invoke("vary", "duchess").status == 2
    with pytest.raises(StudyError, match="makes 1048575 games; at most 1000"):
        variants(base, ["stock.redeals=0,2,3"] * 10, combined=True)


def test_how_numbers_are_written(entrants) -> None:  # type: ignore[no-untyped-def]
    assert number(-2.5) == "−2.50" and number(float("inf")) == "–"
    assert points(Interval(-0.05, 0.012)) == "−5.0 to +1.2" and points(Interval(0, 0)) == "+0.0"
    rows = joined([entrant.measured.figures() for entrant in entrants])
    assert {figure.key for figure, _ in rows} >= {"winnable", "score_greedy"}
    for figure, cells in rows:
        for cell in cells:
            assert cell is None or (value_text(cell) and cell.key == figure.key)
            assert cell is None or "inf" not in interval_text(cell)
    from collections import Counter

    counts = Counter([2, 2, 2, 5, 9])
    assert counted_mean(counts) == 4 and counted_quantile(counts, 0.5) == 2
    assert counted_quantile(counts, 0.9) == 9 and counted_quantile(Counter(), 0.5) == 0


def test_blocks_can_be_done_anywhere() -> None:
    import pickle

    task = pickle.loads(pickle.dumps(Task.play(Recipe.of("duchess+no-redeal"), "greedy", 4)))
    assert [one.number for one in do_block(task, [3, 9])] == [3, 9]


@pytest.mark.parametrize("width", [60, 80])
def test_tables_keep_to_the_terminal(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    varied = ("stock.redeals=0,2", "--set", "tableau.move=whole pile")
    ended = invoke("vary", "duchess", "--set", *varied, "--deals", "3", "--states", "100")
    assert ended.status == 0 and "tableau.move=whole" in ended.out
    assert max(map(len, ended.out.splitlines())) <= width
