// What may be left out of a search without losing a win, and when (docs/solver.md has the arguments).
#pragma once

#include <array>
#include <vector>

#include "moves.hpp"
#include "state.hpp"

namespace patience {

// Prunings, as bits that a caller may switch off one by one.
inline constexpr unsigned kTurnsAsOne = 1;    // turns and redeals belong to the move that follows
inline constexpr unsigned kSafeCards = 2;     // a card that nothing needs any more goes up at once
inline constexpr unsigned kWholeRuns = 4;     // part of a run moves only where that frees a card
inline constexpr unsigned kAllPrunings = 7;

// How the place of the stock's pointer is kept beside a state's key.
enum class TurnNote {
    None,      // it does not matter (any card of the stock can be had at any time)
    Residue,   // redeals unlimited: the least place seen for each remainder by the turn
    Lap,       // one card a turn, redeals limited: the least way through the stock
    Exact,     // part of the key
};

class Pruner {
public:
    Pruner(const Table& table, unsigned asked);

    // Prunings that this table allows, of those asked for.
    unsigned active() const { return active_; }
    TurnNote note() const { return note_; }
    int turn() const { return turn_; }

    // Whether turns may be folded into moves in this state.
    bool folds_turns(const State& state) const;
    // A move to a foundation that no line of play can regret; false if there is none.
    bool safe_move(const State& state, Action& out) const;
    // Whether a move of part of a run can be left out.
    bool needless(const State& state, const Action& action) const;
    // Whether a foundation takes the card now, and which pile.
    int foundation_for(const State& state, Card card) const;

private:
    void study_turns();
    void study_foundations();
    void study_runs();
    bool refill_may_draw_talon(const State& state) const;
    bool fill_is_harmless(const State& state, int pile) const;
    bool unneeded(const State& state, Card card, Mask next) const;
    Mask next_cards(const State& state) const;

    const Table* table_;
    unsigned active_;
    TurnNote note_ = TurnNote::Exact;
    int turn_ = 0;
    bool worry_ = false;
    const Group* foundations_ = nullptr;
    std::array<std::array<Mask, kFaces>, kBases> landers_{};  // what may be packed on a card, anywhere
};

}  // namespace patience
