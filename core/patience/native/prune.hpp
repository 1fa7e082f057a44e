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
inline constexpr unsigned kLooseRuns = 4;     // which equal host a run lies on makes no difference
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
    // `start`: the position that a search starts from.
    Pruner(const Table& table, unsigned asked, const Position& start);

    // Prunings that this table allows, of those asked for.
    unsigned active() const { return active_; }
    TurnNote note() const { return note_; }
    int turn() const { return turn_; }

    // Whether turns may be folded into moves in this state.
    bool folds_turns(const State& state) const;
    // A move to a foundation that no line of play can regret; false if there is none.
    bool safe_move(const State& state, Action& out) const;
    // The group whose runs are loose, or -1.
    int loose_group() const { return loose_ == nullptr ? -1 : loose_->index; }
    // Whether moving part of a run to a space can be left out.
    bool needless_space(const State& state, const Action& action) const;
    // Of each face the first one that may lie on the same cards, in the loose group.
    const std::array<Card, kFaces>& first_of_class() const { return first_of_class_; }
    // The reserve pile that spaces of the loose group fill themselves from, and from nowhere else; or -1.
    int loose_reserve() const { return loose_reserve_; }
    // Whether any card may go to any space, and nothing fills one by itself.
    bool spaces_are_free(const State& state) const;
    // Single cards out of the middle of a run, whose upper part goes to an equal host first.
    void add_freed(const State& state, std::vector<Action>& out) const;
    // Whether runs are loose by rules under which none can come round to where it began.
    bool runs_never_close() const { return loose_ != nullptr && circle_ == 0; }
    // Whether a run is so long that its two ends might meet; then looseness proves nothing.
    bool has_circle(const State& state) const;
    // The faces that foundations take now, and those of them that nothing needs any more.
    Mask next_cards(const State& state) const { return look_up(state).next; }
    Mask safe_cards(const State& state) const { return look_up(state).safe; }
    // The same of foundations with this token, if they were lately looked at.
    bool known_safe(std::uint64_t token, int base, Mask& safe) const {
        const Seen& seen = seen_[token % seen_.size()];
        if (seen.token != token || seen.base != base) {
            return false;
        }
        safe = seen.safe;
        return true;
    }
    // Whether foundations take cards from a pile's group, now or later.
    bool founds_from(int pile) const {
        return foundations_ != nullptr &&
               (foundations_->sources >> table_->pile(pile).group & 1) != 0;
    }
    // Whether a foundation takes the card now, and which pile.
    int foundation_for(const State& state, Card card) const;

    // Whether a group fills its spaces from one reserve pile, whose top card is as free in the space
    // as it was there; and whether no other group's doings depend on what that reserve has left.
    static bool refill_is_plain(const Table& table, const Group& group);

private:
    // What depends on the foundations alone, and for which ones.
    struct Seen {
        std::uint64_t token = 0;
        int base = -2;
        Mask next = 0;
        Mask safe = 0;
    };

    void study_turns();
    void study_foundations(const Position& start);
    void study_chains(int base);
    void study_landers(int base);
    bool units_are_sequences(const Position& start) const;
    std::uint32_t group_bit(int pile) const;
    void study_runs(int base);
    bool runs_are_loose(const Group& group, int base);
    void study_classes(int base);
    void add_freed_to(const State& state, const Group& group, std::vector<Action>& out) const;
    int equal_host(const State& state, int pile, Card card) const;
    bool refill_may_draw_talon(const State& state) const;
    bool may_go_up(const State& state, int pile) const;
    bool all_copies_next(const State& state, Card card) const;
    bool unneeded(const State& state, Card card, Mask next) const;
    const Seen& look_up(const State& state) const;
    Mask next_now(const State& state) const;

    // What was lately looked up about the foundations, each in the place of its token.
    mutable std::array<Seen, 64> seen_{};

    const Table* table_;
    unsigned active_;
    TurnNote note_ = TurnNote::Exact;
    int turn_ = 0;
    bool cells_take_ = false;     // single cards go from the loose group to other than foundations
    bool worry_ = false;
    bool nexts_count_ = false;    // a card that can go up as soon as it is free is as good as up
    std::uint32_t unsettled_ = 0;  // groups whose spaces are filled in a way that one may regret
    std::uint32_t awaited_ = 0;    // groups that such fills come from
    const Group* foundations_ = nullptr;
    const Group* loose_ = nullptr;
    int loose_reserve_ = -1;
    bool any_space_ = false;  // loose_'s spaces take any card from anywhere
    std::array<Card, kFaces> first_of_class_{};
    int circle_ = 0;  // cards in the shortest run that could close; 0 = none can
    std::array<std::array<Mask, kFaces>, kBases> landers_{};  // what may lie on a card, anywhere
    std::array<std::array<Card, kFaces>, kBases> below_{};    // what it lies on in a foundation
};

}  // namespace patience
