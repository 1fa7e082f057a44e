// The changes of a state: single cards, what is logged of them, and the way back.
#include <algorithm>
#include <cstring>

#include "state.hpp"
#include "words.hpp"

namespace patience {

// ---------------------------------------------------------------- single cards

// Whether two neighbours in a pile form part of a run that moves in one piece.
bool State::linked(int pile, Card lower, Card upper) const {
    return ((lower | upper) & kDown) == 0 &&
           (table_->follow(table_->group_of(pile).run, base_, lower) >> upper & 1) != 0;
}

void State::push(int pile, Card card) {
    const auto at = static_cast<std::size_t>(pile);
    const std::size_t place = link(pile) + size_[at];
    Card* here = &store_[offset(pile) + size_[at]];
    const Key chain = chained(chain_[place], kWords.card[card]);
    chain_[place + 1] = chain;
    Key value = chain;
    if (loose_[at]) {
        root_[place + 1] = size_[at];
        if (size_[at] > 0 && linked(pile, here[-1], card)) {
            value = value_[place] + kWords.link[card];
            root_[place + 1] = root_[place];
        }
    }
    where_[card & kFace] = {static_cast<std::uint8_t>(pile), size_[at]};
    value_[place + 1] = value;
    if (!late_[at]) {
        sum_ += value - value_[place];
    }
    *here = card;
    ++size_[at];
    if (foundation_[at]) {
        foundation_sum_ += value.a - value_[place].a;
        ++on_foundations_;
        if (++founded_[card & kFace] == table_->copies[card & kFace]) {
            up_ |= bit(card & kFace);
        }
    }
}

Key State::gain(int pile, Card card) const {
    const auto at = static_cast<std::size_t>(pile);
    const std::size_t place = link(pile) + size_[at];
    if (loose_[at] && size_[at] > 0 && linked(pile, store_[offset(pile) + size_[at] - 1], card)) {
        return kWords.link[card];
    }
    return chained(chain_[place], kWords.card[card]) - value_[place];
}

Key State::loss(int pile) const {
    const std::size_t size = size_[static_cast<std::size_t>(pile)];
    const Key* value = &value_[link(pile) + size];
    const Card below = store_[offset(pile) + size - 2];
    if ((below & kDown) == 0) {
        return value[-1] - value[0];
    }
    return chained(chain_[link(pile) + size - 2], kWords.card[below & kFace]) - value[0];
}

Key State::replaced(int pile, Card next) const {
    const std::size_t place = link(pile);
    return kWords.link[store_[offset(pile)]] - value_[place + 1] +
           chained(chain_[place], kWords.card[next]);
}

Key State::talon_word(int place) const {
    return kWords.talon[id_[static_cast<std::size_t>(place)]];
}

Card State::pop(int pile) {
    const auto at = static_cast<std::size_t>(pile);
    --size_[at];
    const Card card = store_[offset(pile) + size_[at]];
    if (!late_[at]) {
        const Key* value = &value_[link(pile) + size_[at]];
        sum_ += value[0] - value[1];
    }
    if (foundation_[at]) {
        const Key* value = &value_[link(pile) + size_[at]];
        foundation_sum_ += value[0].a - value[1].a;
        --on_foundations_;
        --founded_[card & kFace];
        up_ &= ~bit(card & kFace);
    }
    return card;
}

void State::insert_talon(int place, Card card, int id) {
    const auto at = static_cast<std::size_t>(place);
    const auto rest = static_cast<std::size_t>(talon_size_ - place);
    std::memmove(&talon_[at] + 1, &talon_[at], rest);
    std::memmove(&id_[at] + 1, &id_[at], rest);
    talon_[at] = card;
    id_[at] = static_cast<std::uint8_t>(id);
    talon_sum_ += kWords.talon[static_cast<std::size_t>(id)];
    ++talon_size_;
}

Card State::remove_talon(int place) {
    const auto at = static_cast<std::size_t>(place);
    const auto rest = static_cast<std::size_t>(talon_size_ - place - 1);
    const Card card = talon_[at];
    talon_sum_ -= kWords.talon[id_[at]];
    std::memmove(&talon_[at], &talon_[at] + 1, rest);
    std::memmove(&id_[at], &id_[at] + 1, rest);
    --talon_size_;
    return card;
}

// Any pile, any place; a place in the stock counts from its next card.
void State::insert(int pile, int place, Card card, int id) {
    if (pile == table_->stock) {
        insert_talon(pointer_ + place, card, id);
        return;
    }
    if (pile == table_->waste) {
        insert_talon(place, card, id);
        ++pointer_;
        return;
    }
    std::array<Card, kMaxCards> above{};
    std::size_t count = 0;
    while (size(pile) > place) {
        above[count++] = pop(pile);
    }
    push(pile, card);
    while (count > 0) {
        push(pile, above[--count]);
    }
}

Card State::remove(int pile, int place) {
    if (pile == table_->stock) {
        return remove_talon(pointer_ + place);
    }
    if (pile == table_->waste) {
        --pointer_;
        return remove_talon(place);
    }
    std::array<Card, kMaxCards> above{};
    std::size_t count = 0;
    while (size(pile) > place + 1) {
        above[count++] = pop(pile);
    }
    const Card card = pop(pile);
    while (count > 0) {
        push(pile, above[--count]);
    }
    return card;
}

// ---------------------------------------------------------------- logged changes

void State::log(Change change, int source, int target, int count, int place, int id, int old) {
    log_.push_back({change, static_cast<std::uint8_t>(source), static_cast<std::uint8_t>(target),
                    static_cast<std::uint8_t>(count), static_cast<std::uint8_t>(place),
                    static_cast<std::uint8_t>(id), static_cast<std::uint16_t>(old)});
}

void State::move(int source, int target, int count) {
    if (source == table_->waste && count == 1 && target != table_->stock) {
        take_top_of_waste(target);
        return;
    }
    if (is_talon(source) || is_talon(target)) {
        for (int left = count; left > 0; --left) {
            take(source, size(source) - left, target);
        }
        return;
    }
    if (count == 1) {
        push(target, pop(source));
    } else {
        const auto first = size_[static_cast<std::size_t>(source)] - static_cast<std::size_t>(count);
        const Card* unit = &store_[offset(source) + first];
        for (int i = 0; i < count; ++i) {
            pop(source);
        }
        for (int i = 0; i < count; ++i) {
            push(target, unit[i]);
        }
    }
    log(Change::Move, source, target, count);
}

void State::take_top_of_waste(int target) {
    const int place = --pointer_;
    const int id = id_[static_cast<std::size_t>(place)];
    push(target, remove_talon(place));
    log(Change::Take, table_->waste, target, 1, place, id);
}

void State::take(int source, int place, int target) {
    const int at = source == table_->waste ? place : pointer_ + place;
    const int id = is_talon(source) ? id_[static_cast<std::size_t>(at)] : 0;
    const Card card = remove(source, place);
    // A card that turns up in an open talon has no first place; its key does not use one.
    insert(target, size(target), card, 0);
    log(Change::Take, source, target, 1, place, id);
}

void State::turn_up(int pile) {
    push(pile, pop(pile) & kFace);
    log(Change::TurnUp, pile, pile, 1);
}

void State::draw(int target) {
    if (target == table_->waste) {
        set_pointer(pointer_ + 1);
        return;
    }
    take(table_->stock, 0, target);
}

void State::set_pointer(int pointer) {
    log(Change::Pointer, 0, 0, 0, 0, 0, pointer_);
    pointer_ = pointer;
}

void State::set_base(int base) {
    log(Change::Base, 0, 0, 0, 0, 0, base_ + 1);
    base_ = base;
}

void State::count_redeal() {
    log(Change::Redeal, 0, 0, 0, 0, 0, redeals_);
    // Beyond the cap their number matters to no rule; so it may stop growing.
    redeals_ = std::min(redeals_ + 1, std::max(table_->redeal_cap, redeals_));
}

void State::jump(int pointer, int redeals) {
    set_pointer(pointer);
    for (; redeals > 0; --redeals) {
        count_redeal();
    }
    if (table_->marks_turns) {
        set_turned();
    }
}

void State::set_turned() {
    if (!turned_) {
        log(Change::Turned, 0, 0, 0);
        turned_ = true;
    }
}

void State::save(std::uint8_t* out) const {
    *out++ = static_cast<std::uint8_t>(talon_size_);
    *out++ = static_cast<std::uint8_t>(pointer_);
    *out++ = static_cast<std::uint8_t>((base_ + 1) * 2 + (turned_ ? 1 : 0));
    *out++ = static_cast<std::uint8_t>(redeals_ & 0xff);
    *out++ = static_cast<std::uint8_t>(redeals_ >> 8);
    for (int place = 0; place < talon_size_; ++place) {
        *out++ = talon_[static_cast<std::size_t>(place)];
        *out++ = id_[static_cast<std::size_t>(place)];
    }
    for (int pile = 0; pile < table_->pile_count(); ++pile) {
        const std::uint8_t count = size_[static_cast<std::size_t>(pile)];
        *out++ = count;
        std::memcpy(out, &store_[offset(pile)], count);
        out += count;
    }
}

void State::load(const std::uint8_t* in) {
    log_.clear();
    const int talon = *in++;
    pointer_ = *in++;
    const int registers = *in++;
    base_ = registers / 2 - 1;
    turned_ = registers % 2 != 0;
    redeals_ = in[0] + 256 * in[1];
    in += 2;
    talon_size_ = 0;
    talon_sum_ = Key{};
    for (int place = 0; place < talon; ++place, in += 2) {
        insert_talon(place, in[0], in[1]);
    }
    // First everything that differs leaves, so that no card lies in two places meanwhile.
    const std::uint8_t* const piles = in;
    for (int pile = 0; pile < table_->pile_count(); ++pile) {
        const std::uint8_t* cards = in + 1;
        const int count = std::min<int>(*in, size_[static_cast<std::size_t>(pile)]);
        int same = 0;
        while (same < count && store_[offset(pile) + static_cast<std::size_t>(same)] == cards[same]) {
            ++same;
        }
        while (size_[static_cast<std::size_t>(pile)] > same) {
            pop(pile);
        }
        in += 1 + *in;
    }
    in = piles;
    for (int pile = 0; pile < table_->pile_count(); ++pile) {
        const std::uint8_t* cards = in + 1;
        for (int place = 0; place < size_[static_cast<std::size_t>(pile)]; ++place) {
            where_[cards[place] & kFace] = {static_cast<std::uint8_t>(pile),
                                            static_cast<std::uint8_t>(place)};
        }
        while (size_[static_cast<std::size_t>(pile)] < *in) {
            push(pile, cards[size_[static_cast<std::size_t>(pile)]]);
        }
        in += 1 + *in;
    }
}

void State::undo(std::size_t mark) {
    while (log_.size() > mark) {
        const Event event = log_.back();
        log_.pop_back();
        undo_one(event);
    }
}

void State::undo_one(const Event& event) {
    switch (event.change) {
        case Change::Move: {
            const auto first = size_[event.target] - static_cast<std::size_t>(event.count);
            const Card* unit = &store_[offset(event.target) + first];
            for (int i = 0; i < event.count; ++i) {
                pop(event.target);
            }
            for (int i = 0; i < event.count; ++i) {
                push(event.source, unit[i]);
            }
            break;
        }
        case Change::Take: {
            const Card card = is_talon(event.target) ? remove(event.target, size(event.target) - 1)
                                                     : pop(event.target);
            insert(event.source, event.place, card, event.id);
            break;
        }
        case Change::TurnUp:
            push(event.source, pop(event.source) | kDown);
            break;
        case Change::Pointer:
            pointer_ = event.old;
            break;
        case Change::Base:
            base_ = static_cast<int>(event.old) - 1;
            break;
        case Change::Redeal:
            redeals_ = event.old;
            break;
        case Change::Turned:
            turned_ = false;
            break;
    }
}

}  // namespace patience
