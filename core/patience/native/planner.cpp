#include "planner.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "decide.hpp"
#include "greedy.hpp"
#include "play.hpp"
#include "prune.hpp"

namespace patience {

namespace {

constexpr int kSamples = 8;          // imagined games
constexpr std::uint64_t kStates = 500;  // of search for each action in each of them
constexpr std::uint8_t kHidden = 255;

// Whether the player does not know which card lies there: in the stock until it has been through the
// waste (`known`), and face down.
bool hidden(const State& state, int pile, int card, bool known) {
    return pile == state.table().stock ? !known : (card & kDown) != 0;
}

// The hidden cards in ascending order.
std::vector<Card> unseen_by_player(const State& state, bool known) {
    std::vector<Card> unseen;
    for (int pile = 0; pile < state.table().pile_count(); ++pile) {
        for (int place = 0; place < state.size(pile); ++place) {
            const Card card = state.cards(pile)[place];
            if (hidden(state, pile, card, known)) {
                unseen.push_back(card & kFace);
            }
        }
    }
    std::sort(unseen.begin(), unseen.end());
    return unseen;
}

// What tells tables apart for one who only sees them; redeals count as far as they matter.
std::vector<std::uint8_t> look_of(const State& state, bool known) {
    const Table& table = state.table();
    std::vector<std::uint8_t> look;
    for (int pile = 0; pile < table.pile_count(); ++pile) {
        look.push_back(static_cast<std::uint8_t>(state.size(pile)));
        for (int place = 0; place < state.size(pile); ++place) {
            const Card card = state.cards(pile)[place];
            look.push_back(hidden(state, pile, card, known) ? kHidden : card);
        }
    }
    const int redeals = std::min(state.redeals(), table.redeal_cap);
    look.push_back(static_cast<std::uint8_t>(state.base() + 1));
    look.push_back(static_cast<std::uint8_t>(redeals & 0xff));
    look.push_back(static_cast<std::uint8_t>(redeals >> 8));
    return look;
}

// A position that looks like this one: hidden places are given these cards, pile by pile.
Position imagined(const State& state, const std::vector<Card>& order, bool known) {
    Position position = state.position();
    std::size_t next = 0;
    for (std::size_t pile = 0; pile < position.piles.size(); ++pile) {
        const bool stock = static_cast<int>(pile) == state.table().stock;
        for (int& card : position.piles[pile]) {
            if (hidden(state, static_cast<int>(pile), card, known)) {
                card = order[next++] | (stock ? 0 : kDown);
            }
        }
    }
    return position;
}

bool is_won_soon(const State& state, std::uint64_t states) {
    if (state.won()) {
        return true;
    }
    const Verdict verdict = decide(state.table(), state.position(), Plan{kAllPrunings, states},
                                   Limits{states}, [](std::uint64_t) { return false; });
    return verdict.outcome == Outcome::Winnable;
}

}  // namespace

// Whether an action leads to a table that was not there before in this game.
bool Planner::leads_on(State& game, const Action& action, std::size_t unseen) const {
    const bool known = known_ || action.verb == Verb::Redeal;
    const std::size_t mark = game.mark();
    play(game, action);
    const bool on = unseen_by_player(game, known).size() < unseen ||
                    !seen_.contains(look_of(game, known));
    game.undo(mark);
    return on;
}

// In how many imagined games each action was found to win.
std::vector<int> Planner::wins(const State& state, const std::vector<Action>& actions,
                               std::vector<Card> unseen, const Stop& stop) {
    const int samples = unseen.empty() ? 1 : kSamples;
    const std::uint64_t limit = unseen.empty() ? kStates * kSamples : kStates;
    std::vector<int> found(actions.size());
    for (int sample = 0; sample < samples; ++sample) {
        dice_.shuffle(unseen);
        State game(state.table(), imagined(state, unseen, known_));
        for (std::size_t i = 0; i < actions.size(); ++i) {
            if (stop(0)) {
                return found;
            }
            const std::size_t mark = game.mark();
            play(game, actions[i]);
            found[i] += is_won_soon(game, limit) ? 1 : 0;
            game.undo(mark);
        }
    }
    return found;
}

int Planner::choose(State& state, const std::vector<Action>& actions, const Stop& stop) {
    known_ = known_ || state.redeals() > 0;
    const int place = best_of(state, actions, stop);
    known_ = known_ || (place >= 0 && actions[static_cast<std::size_t>(place)].verb == Verb::Redeal);
    return place;
}

int Planner::best_of(State& state, const std::vector<Action>& actions, const Stop& stop) {
    seen_.insert(look_of(state, known_));
    const std::vector<Card> unseen = unseen_by_player(state, known_);
    State first(state.table(), imagined(state, unseen, known_));
    std::vector<Action> open;
    std::vector<int> places;
    for (std::size_t i = 0; i < actions.size(); ++i) {
        if (leads_on(first, actions[i], unseen.size())) {
            open.push_back(actions[i]);
            places.push_back(static_cast<int>(i));
        }
    }
    if (open.size() < 2) {
        return open.empty() ? -1 : places[0];
    }
    const std::vector<int> found = wins(state, open, unseen, stop);
    std::size_t best = 0;
    std::tuple<int, Greedy::Rank> lowest;
    for (std::size_t i = 0; i < open.size(); ++i) {
        const std::tuple<int, Greedy::Rank> rank{-found[i], Greedy::worth(state, open[i])};
        if (i == 0 || rank < lowest) {
            best = i;
            lowest = rank;
        }
    }
    return places[best];
}

}  // namespace patience
