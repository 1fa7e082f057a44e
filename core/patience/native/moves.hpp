// The legal actions of a state: the same ones, in the same order, as engine/moves.py lists.
#pragma once

#include <array>
#include <climits>
#include <vector>

#include "state.hpp"
#include "types.hpp"

namespace patience {

// Whether a condition is met.
bool holds(const State& state, const Test& test);

// Whether the player still has to choose the base, and nothing but that is legal.
bool choosing(const State& state);

// How many cards the next turn deals (0 = it may not be made), and whether a redeal is legal.
int turn_size(const State& state);
bool may_redeal(const State& state);

// What a chain lets into a space now: kAny, kStock, kUnturned, a group's index, or -1; and the only
// pile of that group that it may come from (-1 = any of them).
struct SpaceSource {
    int source;
    int only;
};
SpaceSource space_source(const State& state, const Group& group);

// The pile whose top card an automatic fill of a group takes now, or -1.
int fill_source(const State& state, const Group& group);

// A pile that takes something: which cards, from which groups, and from which pile only (-1 = any).
struct Target {
    Mask mask;
    std::uint32_t sources;
    std::int8_t only;
    std::uint8_t pile;
    const Group* group;
};

// The faces that a pile takes now as single cards, sources and chains aside.
Mask takes_single(const State& state, const Group& group, int pile);

// How far the stock is to be turned: up to, and without, the place of the pointer after so many redeals
// from now. Beyond it every card of the waste was tried when the state was met before.
struct Stretch {
    int redeals = INT_MAX;
    int pointer = 0;

    bool holds(int now_redeals, int now_pointer) const {
        return now_redeals < redeals || (now_redeals == redeals && now_pointer < pointer);
    }
};

// Generates into a vector that it only appends to. Parts of runs of a loose group (State) do not go
// from host to host: that would give the same key.
class Generator {
public:
    explicit Generator(const Table& table);

    // Appends the legal actions of a state that is not won, one for each distinct result.
    void all(State& state, std::vector<Action>& out);
    // The moves of every card that turns and redeals bring to the waste's top, and of the stock's
    // next card to a space, each with the turns it takes, and all other moves; where nothing else
    // depends on turns. Waste cards only as far as the stretch.
    void all_with_turns(State& state, const Stretch& stretch, std::vector<Action>& out);

private:
    void moves(State& state, std::vector<Action>& out, bool skip_waste);
    void talon_moves(State& state, const Stretch& stretch, std::vector<Action>& out);
    void find_targets(const State& state, std::uint32_t allowed);
    void find_group_targets(const State& state, const Group& group, std::uint32_t sources);
    void add_target(const Target& target);
    void restrict_choice(const State& state);
    void sum_up(const State& state);
    void from_group(const State& state, const Group& group, std::vector<Action>& out);
    void from_pile(const State& state, const Group& group, int pile, std::vector<Action>& out);
    void add_lift(const Card* cards, int size, int count);
    void find_lifts(const State& state, const Group& group, int pile);
    void units(const State& state, const Group& group, int pile, const Target& target,
               std::vector<Action>& out) const;
    void buried(const State& state, const Group& group, int pile, std::vector<Action>& out);
    void waste_moves(const State& state, int redeals, int turns, std::vector<Action>& out) const;
    static void drop_equal_results(State& state, std::vector<Action>& out, std::size_t first);
    static void drop_filled_alike(const State& state, std::vector<Action>& out, std::size_t first);
    void stock_moves(const State& state, std::vector<Action>& out);

    std::uint32_t waste_bit_ = 0;
    bool waste_in_chains_ = false;
    bool stock_in_chains_ = false;
    bool turns_lay_out_ = false;  // onto other piles than the waste
    std::array<Target, kMaxPiles> targets_;
    std::size_t target_count_ = 0;
    Mask wanted_ = 0;       // by any target
    Mask unit_wanted_ = 0;  // by targets that take units
    bool parts_wanted_ = false;  // not only whole runs by other runs of the loose group
    struct Lift {
        Card lowest;
        std::uint8_t count;
    };
    std::array<Lift, kMaxCards> lifts_;  // the units that the pile at hand can give
    std::size_t lift_count_ = 0;
    Mask lift_mask_ = 0;  // their lowest cards
};

// How many cards at the top of a pile form a sequence that may move.
int run_length(const State& state, const Group& group, int pile);

// Whether the pile has a card that may be taken from the top.
inline bool available(const State& state, const Group& group, int pile) {
    const int size = state.size(pile);
    return size > 0 && (state.top(pile) & kDown) == 0 &&
           (group.available != Available::Alone || size == 1);
}

}  // namespace patience
