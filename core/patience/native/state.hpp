// A position that can be changed and changed back.
//
// Piles are arrays of cards, bottom first. The stock and the waste share one array, the *talon*: the
// waste from its bottom up, then the stock from its next card on; turning moves a pointer between
// them. Every change is a small event on a log, so that `undo` can take it back, and keeps the
// position's key up to date.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "key.hpp"
#include "table.hpp"
#include "types.hpp"

namespace patience {

// What a position is made of, as it comes from outside.
struct Position {
    std::vector<std::vector<int>> piles;
    int base = -1;
    int redeals = 0;
    bool turned = false;
};

class State {
public:
    // Throws InputError if the position is not the table's. `loose`: a group whose keys leave out
    // which card of a run lies on which (Pruner says when that loses nothing), or -1.
    State(const Table& table, const Position& position, int loose = -1);

    const Table& table() const { return *table_; }
    int base() const { return base_; }
    int redeals() const { return redeals_; }
    bool turned() const { return turned_; }

    bool is_talon(int pile) const { return pile == table_->stock || pile == table_->waste; }
    int size(int pile) const {
        if (pile == table_->waste) {
            return pointer_;
        }
        return pile == table_->stock ? talon_size_ - pointer_ : size_[static_cast<std::size_t>(pile)];
    }
    bool empty(int pile) const { return size(pile) == 0; }
    // The cards of a pile from the bottom; of the stock from the *next* card on.
    const Card* cards(int pile) const {
        if (pile == table_->waste) {
            return talon_.data();
        }
        return pile == table_->stock ? talon_.data() + pointer_ : &store_[offset(pile)];
    }
    // The last card of a pile that has one (of the stock: the next card).
    Card top(int pile) const {
        return pile == table_->stock ? talon_[static_cast<std::size_t>(pointer_)]
                                     : cards(pile)[size(pile) - 1];
    }
    const Card* talon() const { return talon_.data(); }
    int talon_size() const { return talon_size_; }
    int pointer() const { return pointer_; }

    bool is_loose(int pile) const { return loose_[static_cast<std::size_t>(pile)]; }
    // Cards in the run at the top of a loose pile that has some.
    int loose_run(int pile) const {
        const auto size = static_cast<std::size_t>(size_[static_cast<std::size_t>(pile)]);
        return static_cast<int>(size) - root_[link(pile) + size];
    }
    // Where a face lies outside stock and waste, with one pack: false if it does not.
    bool find(Card face, int& pile, int& place) const {
        pile = where_[face].pile;
        place = where_[face].place;
        return place < size_[static_cast<std::size_t>(pile)] &&
               (store_[offset(pile) + static_cast<std::size_t>(place)] & kFace) == face;
    }

    // What it is made of, as it would come from outside.
    Position position() const;

    // Whether two piles of a group hold the same cards; the first one without its `less` top cards.
    bool same_cards(int one, int less, int other) const;
    bool alike_now(const Group& group) const {
        return group.alike == Alike::Always ||
               (group.alike == Alike::StockEmpty && empty(table_->stock));
    }

    // The faces whose copies all lie on foundations, and how many cards do.
    Mask up() const { return up_; }
    int on_foundations() const { return on_foundations_; }
    int founded(Card face) const { return founded_[face]; }
    // Changes whenever a foundation does: equal for equal foundations.
    std::uint64_t foundation_token() const { return foundation_sum_; }
    // What a card put on a pile (not stock, waste or foundation) adds to the key.
    Key gain(int pile, Card card) const;
    // What the key gains by the loss of the top card of a pile (as above) that has another below.
    Key loss(int pile) const;
    // What the key gains when a loose pile that is one run goes onto a host, and a card takes its place.
    Key replaced(int pile, Card next) const;
    // What the card at a place of a closed talon adds to the key.
    Key talon_word(int place) const;
    bool won() const;

    // Equal keys: the same future by the rules (up to the error stated in docs/solver.md).
    Key key() const;
    // The same without how far the stock has been turned: the pointer and the number of redeals.
    Key key_but_turns() const;

    // What to add to a key so that columns of the loose group count by the class of their lowest
    // card (the cards with the same hosts), not by that card. `first_of`: of each face the first one
    // of its class.
    Key equal_roots(const std::array<Card, kFaces>& first_of) const;

    // ---- changes; each is logged
    std::size_t mark() const { return log_.size(); }
    void undo(std::size_t mark);
    void move(int source, int target, int count);          // top cards, in their order
    void take(int source, int place, int target);          // one card from anywhere in a pile
    void turn_up(int pile);                                // the top card of a pile
    void draw(int target);                                 // the stock's next card
    void set_pointer(int pointer);
    void set_base(int base);
    void count_redeal();
    void jump(int pointer, int redeals);                   // by turns and redeals
    void set_turned();

    // The whole position as bytes, and back from them (no change that could be undone).
    std::size_t saved_size() const { return table_->piles.size() + 2 * static_cast<std::size_t>(table_->cards) + 5; }
    void save(std::uint8_t* out) const;
    void load(const std::uint8_t* in);

    // Moves the pointer for a look and back; not logged.
    int look_from(int pointer) { return std::exchange(pointer_, pointer); }

private:
    enum class Change : std::uint8_t { Move, Take, TurnUp, Pointer, Base, Redeal, Turned };
    struct Event {
        Change change;
        std::uint8_t source;
        std::uint8_t target;
        std::uint8_t count;
        std::uint8_t place;
        std::uint8_t id;
        std::uint16_t old;
    };

    std::size_t offset(int pile) const { return static_cast<std::size_t>(pile * table_->cards); }
    std::size_t link(int pile) const { return static_cast<std::size_t>(pile * (table_->cards + 1)); }
    bool linked(int pile, Card lower, Card upper) const;
    void push(int pile, Card card);
    Card pop(int pile);
    void insert_talon(int place, Card card, int id);
    Card remove_talon(int place);
    void insert(int pile, int place, Card card, int id);
    Card remove(int pile, int place);
    void take_top_of_waste(int target);
    void log(Change change, int source, int target, int count, int place = 0, int id = 0,
             int old = 0);
    void undo_one(const Event& event);

    const Table* table_;
    int loose_group_ = -1;
    std::array<std::uint8_t, kMaxPiles> size_{};
    std::array<bool, kMaxPiles> late_{};        // order matters until the stock is empty
    std::array<bool, kMaxPiles> foundation_{};
    std::array<bool, kMaxPiles> loose_{};
    std::vector<Card> store_;
    std::vector<Key> chain_;                    // per pile: the chain of each number of its cards
    std::vector<Key> value_;                    // what that number of cards adds to the key
    std::vector<std::uint8_t> root_;            // loose piles: where the run at its top begins
    struct Place {
        std::uint8_t pile;
        std::uint8_t place;
    };
    std::array<Place, kFaces> where_{};         // the last place that a card was put in
    std::array<Card, kMaxCards> talon_{};
    std::array<std::uint8_t, kMaxCards> id_{};  // where a talon card lay at the start
    int talon_size_ = 0;
    int pointer_ = 0;
    int base_ = -1;
    int redeals_ = 0;
    bool turned_ = false;
    int on_foundations_ = 0;
    std::array<std::uint8_t, kFaces> founded_{};
    Mask up_ = 0;
    std::uint64_t foundation_sum_ = 0;
    std::vector<int> late_piles_;
    Key sum_;                                   // all chains but the late ones
    Key talon_sum_;
    std::vector<Event> log_;
};

}  // namespace patience
