// Looking ahead: the key of the state after a move, without playing it.
//
// Most states that a search comes to were there before. A single card's move that sets off nothing
// else (no fill, no card that goes up by itself) changes a key by that card alone; that of a whole
// column, which the reserve replaces, by two cards.
#include "walker.hpp"

namespace patience {

int talon_place(const State& state, const Action& action) {
    return (action.turns > 0 ? action.pointer : state.pointer()) - 1;
}

// The card that a move takes.
Card Walker::taken(const State& state, const Action& action) const {
    return action.source == table_->waste ? state.talon()[talon_place(state, action)]
                                          : state.top(action.source);
}

// Whether taking the card changes nothing else of the pile than to show the card below.
bool Walker::leaves_quietly(const State& state, const Action& action, Mask safe) const {
    if (action.source == table_->waste) {
        // Where the stock is turned one by one, the waste card below might go up at once.
        const int below = talon_place(state, action) - 1;
        return pruner_.turn() > 1 || below < 0 || (safe >> state.talon()[below] & 1) == 0;
    }
    const Group& group = table_->group_of(action.source);
    const int size = state.size(action.source);
    if (action.source == table_->stock || group.kind == Kind::Foundation || size < 2 ||
        group.available != Available::Top || group.alike == Alike::StockEmpty ||
        (state.is_loose(action.source) && state.loose_run(action.source) < 2)) {
        return false;
    }
    return (safe >> (state.cards(action.source)[size - 2] & kFace) & 1) == 0;
}

// Whether nothing else goes up by itself after the card has gone to a foundation; then `safe` are the
// cards that could.
bool Walker::goes_up_quietly(const State& state, const Action& action, Mask& safe) const {
    if (table_->packs > 1 || state.base() < 0) {
        return false;
    }
    const Key gain = state.gain(action.target, taken(state, action));
    const Mask before = safe;
    if (!pruner_.known_safe(state.foundation_token() + gain.a, state.base(), safe)) {
        return false;
    }
    for (Mask left = safe & ~before; left != 0; left &= left - 1) {
        const auto card = static_cast<Card>(lowest_face(left));
        int pile = 0;
        int place = 0;
        if (state.find(card, pile, place) ? place == state.size(pile) - 1 : pruner_.turn() == 1) {
            return false;
        }
    }
    return true;
}

// Whether a whole column goes onto a host, and nothing else happens than that a reserve card takes its
// place.
bool Walker::replaced_quietly(const State& state, const Action& action, Mask safe) const {
    const int reserve = pruner_.loose_reserve();
    if (reserve < 0 || !state.is_loose(action.source) || !state.is_loose(action.target) ||
        state.empty(action.target) || state.size(action.source) != action.count ||
        state.loose_run(action.source) != action.count || state.size(reserve) < 2 ||
        table_->group_of(reserve).alike == Alike::StockEmpty) {
        return false;
    }
    const Card next = state.top(reserve) & kFace;
    const Card below = state.cards(reserve)[state.size(reserve) - 2] & kFace;
    return (safe & (bit(next) | bit(below))) == 0;
}

bool Walker::can_foresee(const State& state, const Action& action) const {
    if (action.verb != Verb::Move || action.skip > 0) {
        return false;
    }
    const Group& group = table_->group_of(action.target);
    if (group.alike == Alike::StockEmpty) {
        return false;
    }
    Mask safe = pruner_.safe_cards(state);
    if (replaced_quietly(state, action, safe)) {
        return true;
    }
    if (action.count > 1) {
        return false;
    }
    if (group.kind == Kind::Foundation) {
        return goes_up_quietly(state, action, safe) && leaves_quietly(state, action, safe);
    }
    return group.kind == Kind::Tableau && !state.empty(action.target) &&
           leaves_quietly(state, action, safe);
}

Key Walker::foreseen(const State& state, const Action& action, const Key& here) const {
    if (state.is_loose(action.source) && state.size(action.source) == action.count) {
        const int reserve = pruner_.loose_reserve();
        const auto next = static_cast<Card>(state.top(reserve) & kFace);
        return here + state.replaced(action.source, next) + state.loss(reserve);
    }
    Key key = here + state.gain(action.target, taken(state, action));
    if (action.source == table_->waste) {
        key -= state.talon_word(talon_place(state, action));
    } else {
        key += state.loss(action.source);
    }
    return key;
}

void Walker::look_ahead(const State& state, const std::vector<Action>& actions, std::size_t first,
                        std::vector<Key>& ahead) const {
    const Key here = key_of(state);
    for (std::size_t i = first; i < actions.size(); ++i) {
        Key key;
        if (can_foresee(state, actions[i])) {
            key = foreseen(state, actions[i], here);
            visited_.prefetch(key);  // has its slot fetched from memory meanwhile
        }
        ahead.push_back(key);
    }
}

Walker::Foresight Walker::foresee(const State& state, const Action& action, const Key& key) {
    if (key == Key{}) {
        return Foresight::Unknown;
    }
    const bool drawn = action.source == table_->waste;
    const Way way{state.talon_size() - (drawn ? 1 : 0),
                  drawn ? talon_place(state, action) : state.pointer(),
                  state.redeals() + action.redeals};
    return visit(key, &way) ? Foresight::New : Foresight::Known;
}

}  // namespace patience
