// A game's rules as the kernel reads them: the compiled table of the engine, checked.
//
// It arrives as one flat row of integers (written by solver/flatten.py, whose order this follows)
// and is validated entry by entry, so that no table, however hostile, makes a later index go astray.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "types.hpp"

namespace patience {

// What bad input raises; the binding turns it into a Python error.
class InputError : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct Test {
    When when = When::Always;
    int number = 0;
};

struct Link {
    int group = 0;
    bool fuller = false;
};

using ByBase = std::array<Mask, kBases>;
using FollowTable = std::array<std::array<Mask, kFaces>, kBases>;

// engine/table.py explains the fields.
struct Group {
    int index = 0;
    Kind kind = Kind::Tableau;
    int first = 0;
    int size = 0;
    int run = -1;
    Unit unit = Unit::Top;
    std::vector<Link> space;
    std::vector<Link> refill;
    Mask accepts = 0;
    std::uint32_t sources = 0;
    int limit = kNoLimit;
    bool units = false;
    Available available = Available::Top;
    Test open;
    WorryBack worry_back = WorryBack::Never;
    Alike alike = Alike::Never;
    bool fixed_direction = false;
};

// What differs from pile to pile of a group. The numbers index Table::follows, -1 = nothing.
struct PileRule {
    int group = 0;
    int follow = -1;
    int follow_up = -1;
    int follow_down = -1;
    ByBase start{};
};

struct Table {
    std::vector<Group> groups;
    std::vector<PileRule> piles;
    std::vector<FollowTable> follows;
    std::vector<Card> pack;
    int stock = -1;
    int waste = -1;
    std::vector<int> turn_counts;
    std::vector<int> turn_piles;
    bool turn_each = false;
    Test turn_when;
    int redeals = 0;
    int redeal_cap = 0;
    BaseMode base_mode = BaseMode::Fixed;
    int base = -1;
    int base_group = -1;
    Lock lock = Lock::All;
    int goal = -1;
    int packs = 1;
    bool marks_turns = false;

    // Derived.
    bool refills = false;       // some group fills its spaces by itself
    bool by_results = false;  // moves must be played to tell which have the same result
    bool talon_refills = false;  // some of these from the stock or the waste
    bool closed_talon = false;  // nothing but turns puts a card on the waste
    std::array<int, kFaces> copies{};
    int cards = 0;
    Mask faces = 0;  // of the pack
    std::array<std::uint8_t, kMaxPiles> group_at{};  // of each pile

    static Table read(const std::vector<std::int64_t>& numbers);

    int pile_count() const { return static_cast<int>(piles.size()); }
    const Group& group_of(int pile) const {
        return groups[group_at[static_cast<std::size_t>(pile)]];
    }
    // Whether a chain's source is the stock or the waste.
    bool draws_talon(const Link& link) const {
        return link.group >= kUnturned || (waste >= 0 && link.group == pile(waste).group);
    }
    const PileRule& pile(int index) const { return piles[static_cast<std::size_t>(index)]; }
    Mask follow(int number, int base_register, Card lower) const {
        return follows[static_cast<std::size_t>(number)][static_cast<std::size_t>(base_register + 1)]
                      [lower & kFace];
    }
};

}  // namespace patience
