#include "table.hpp"

#include <algorithm>

namespace patience {

namespace {

constexpr std::int64_t kFormat = 1;

// Reads the row from front to back; every number is taken with the range it must lie in.
class Reader {
public:
    explicit Reader(const std::vector<std::int64_t>& numbers) : numbers_(numbers) {}

    std::int64_t number(const char* what, std::int64_t low, std::int64_t high) {
        if (at_ >= numbers_.size()) {
            throw InputError(std::string("the table ends before its ") + what);
        }
        const std::int64_t value = numbers_[at_++];
        if (value < low || value > high) {
            throw InputError(std::string(what) + " is " + std::to_string(value) + ", not from " +
                             std::to_string(low) + " to " + std::to_string(high));
        }
        return value;
    }

    int small(const char* what, int low, int high) {
        return static_cast<int>(number(what, low, high));
    }

    bool flag(const char* what) { return small(what, 0, 1) == 1; }

    Mask mask(const char* what) {
        return static_cast<Mask>(number(what, 0, static_cast<std::int64_t>(kAllFaces)));
    }

    template <typename E>
    E word(const char* what, E last) {
        return static_cast<E>(small(what, 0, static_cast<int>(last)));
    }

    Test test() {
        const When when = word("condition", When::Redealt);
        return {when, small("condition's number", 0, 1 << 20)};
    }

    void finish() const {
        if (at_ != numbers_.size()) {
            throw InputError("the table goes on after its end");
        }
    }

private:
    const std::vector<std::int64_t>& numbers_;
    std::size_t at_ = 0;
};

std::vector<Link> read_chain(Reader& in, int groups) {
    std::vector<Link> chain(static_cast<std::size_t>(in.small("length of a chain", 0, kMaxLinks)));
    for (Link& link : chain) {
        link.group = in.small("source of a chain", 0, kStock);
        if (link.group >= groups && link.group < kUnturned) {
            throw InputError("a chain names group " + std::to_string(link.group) + " of " +
                             std::to_string(groups));
        }
        link.fuller = in.flag("fuller");
    }
    return chain;
}

Group read_group(Reader& in, int index, int groups, int first, int follows) {
    Group group;
    group.index = index;
    group.first = first;
    group.kind = in.word("kind", Kind::Offer);
    group.size = in.small("number of piles", 1, kMaxPiles - first);
    group.run = in.small("run", -1, follows - 1);
    group.unit = in.word("unit", Unit::Nothing);
    group.space = read_chain(in, groups);
    group.refill = read_chain(in, groups);
    group.accepts = in.mask("accepts");
    group.sources = static_cast<std::uint32_t>(in.number("sources", 0, (1LL << groups) - 1));
    group.limit = in.small("limit", 0, kNoLimit);
    group.units = in.flag("units");
    group.available = in.word("available", Available::Alone);
    group.open = in.test();
    group.worry_back = in.word("worry back", WorryBack::NotBase);
    group.alike = in.word("alike", Alike::Always);
    group.fixed_direction = in.flag("fixed direction");
    return group;
}

PileRule read_pile(Reader& in, const Group& group, int follows) {
    PileRule pile;
    pile.group = group.index;
    pile.follow = in.small("follow", -1, follows - 1);
    const int low = group.fixed_direction && pile.follow >= 0 ? 0 : -1;
    pile.follow_up = in.small("follow up", low, follows - 1);
    pile.follow_down = in.small("follow down", low, follows - 1);
    for (Mask& mask : pile.start) {
        mask = in.mask("start");
    }
    return pile;
}

void check_pile_kind(const Table& table, int pile, Kind kind, const char* what) {
    if (pile >= 0 && table.group_of(pile).kind != kind) {
        throw InputError(std::string("the ") + what + " is no " + what);
    }
    int found = 0;
    for (const Group& group : table.groups) {
        found += group.kind == kind ? group.size : 0;
    }
    if (kind == Kind::Stock && found != (pile >= 0 ? 1 : 0)) {
        throw InputError("a table has one stock pile or none");
    }
}

// A chain that draws from the stock needs one; links never name the stock's own group.
void check_chains(const Table& table) {
    for (const Group& group : table.groups) {
        for (const auto* chain : {&group.space, &group.refill}) {
            for (const Link& link : *chain) {
                if ((link.group == kStock || link.group == kUnturned) && table.stock < 0) {
                    throw InputError("a chain draws from a stock that is not there");
                }
                if (link.group < kUnturned &&
                    table.groups[static_cast<std::size_t>(link.group)].kind == Kind::Stock) {
                    throw InputError("a chain names the stock as a group");
                }
                if (link.group == kAny && chain == &group.refill) {
                    throw InputError("a refill cannot draw from anywhere");
                }
                if (link.group == group.index && chain == &group.refill) {
                    throw InputError("a group cannot refill from itself");
                }
            }
        }
        if (!group.refill.empty() && group.kind == Kind::Stock) {
            throw InputError("the stock cannot refill");
        }
        if (group.kind == Kind::Stock && (group.sources != 0 || group.alike == Alike::StockEmpty)) {
            throw InputError("the stock takes no cards");
        }
        if (table.stock >= 0 &&
            (group.sources >> table.pile(table.stock).group & 1) != 0) {
            throw InputError("no group takes cards from the stock but through its chain");
        }
        if (group.alike == Alike::StockEmpty && table.stock < 0) {
            throw InputError("piles alike once the stock is empty, and no stock");
        }
    }
}

// Refills that feed each other in a circle would never come to rest.
void check_refill_circles(const Table& table) {
    const std::size_t count = table.groups.size();
    std::vector<int> depth(count, 0);
    for (std::size_t round = 0; round <= count; ++round) {
        bool changed = false;
        for (const Group& group : table.groups) {
            for (const Link& link : group.refill) {
                if (link.group < kUnturned) {
                    auto& mine = depth[static_cast<std::size_t>(group.index)];
                    const int theirs = depth[static_cast<std::size_t>(link.group)] + 1;
                    changed = changed || mine < theirs;
                    mine = std::max(mine, theirs);
                }
            }
        }
        if (!changed) {
            return;
        }
    }
    throw InputError("refills that feed each other in a circle");
}

void read_turns(Reader& in, Table& table) {
    const int piles = table.pile_count();
    table.turn_counts.resize(static_cast<std::size_t>(in.small("number of turn counts", 0, 64)));
    for (int& count : table.turn_counts) {
        count = in.small("cards a turn", 1, kMaxCards);
    }
    table.turn_piles.resize(static_cast<std::size_t>(in.small("piles turned to", 0, kMaxPiles)));
    for (int& pile : table.turn_piles) {
        pile = in.small("pile turned to", 0, piles - 1);
        if (pile == table.stock) {
            throw InputError("the stock is turned onto itself");
        }
    }
    if (table.turn_counts.empty() != table.turn_piles.empty()) {
        throw InputError("turns need both counts and piles");
    }
    table.turn_each = in.flag("turn each");
    table.turn_when = in.test();
    table.redeals = in.small("redeals", kUnlimited, 1 << 20);
    table.redeal_cap = in.small("redeal cap", 0, 1 << 20);
}

// Whether any card can ever be put on a pile of the group by hand.
bool takes_cards(const Table& table, const Group& group) {
    for (int pile = group.first; pile < group.first + group.size; ++pile) {
        const PileRule& rule = table.pile(pile);
        const bool starts = std::any_of(rule.start.begin(), rule.start.end(),
                                        [](Mask mask) { return mask != 0; });
        if (starts || rule.follow >= 0) {
            return true;
        }
    }
    return false;
}

// Whether by some rule of a tableau, cells and so on a card may lie on its double, or two cards on
// each other; with several packs units of such cards may be put together either way.
bool doubles_meet(const Table& table) {
    const auto meet = [&](int number) {
        for (std::size_t row = 0; number >= 0 && row < kBases; ++row) {
            const auto& follow = table.follows[static_cast<std::size_t>(number)][row];
            for (std::size_t lower = 0; lower < kFaces; ++lower) {
                for (Mask left = follow[lower]; left != 0; left &= left - 1) {
                    if ((follow[static_cast<std::size_t>(lowest_face(left))] >> lower & 1) != 0) {
                        return true;
                    }
                }
            }
        }
        return false;
    };
    return std::any_of(table.piles.begin(), table.piles.end(), [&](const PileRule& rule) {
        return table.groups[static_cast<std::size_t>(rule.group)].kind != Kind::Foundation &&
               (meet(rule.follow) || meet(rule.follow_up) || meet(rule.follow_down));
    });
}

void derive(Table& table) {
    table.by_results = table.packs > 1 && doubles_meet(table);
    for (Group& group : table.groups) {
        if (!takes_cards(table, group)) {
            group.sources = 0;
        }
    }
    for (const Card card : table.pack) {
        ++table.copies[card];
        table.faces |= bit(card);
    }
    table.cards = static_cast<int>(table.pack.size());
    bool fed = false;
    for (const Group& group : table.groups) {
        table.refills = table.refills || !group.refill.empty();
        table.by_results = table.by_results || group.available == Available::All ||
                           group.available == Available::BothEnds;
        for (const Link& link : group.refill) {
            table.talon_refills = table.talon_refills || table.draws_talon(link);
        }
        if (group.kind != Kind::Waste) {
            continue;
        }
        // (Where any card of the waste may go it matters which ones are left, not where they lay.)
        fed = fed || group.sources != 0 || group.available != Available::Top;
        for (const Link& link : group.refill) {
            fed = fed || link.group < kUnturned;
        }
    }
    table.closed_talon = !fed;
}

}  // namespace

Table Table::read(const std::vector<std::int64_t>& numbers) {
    Reader in(numbers);
    in.number("format", kFormat, kFormat);
    Table table;
    const int groups = in.small("number of groups", 1, kMaxGroups);
    const int follows = in.small("number of follow tables", 0, 4 * kMaxPiles);
    table.pack.resize(static_cast<std::size_t>(in.small("size of the pack", 1, kMaxCards)));
    for (Card& card : table.pack) {
        card = static_cast<Card>(in.small("card", 0, kFaces - 1));
    }
    int first = 0;
    for (int index = 0; index < groups; ++index) {
        table.groups.push_back(read_group(in, index, groups, first, follows));
        first += table.groups.back().size;
        for (int place = 0; place < table.groups.back().size; ++place) {
            table.group_at[table.piles.size()] = static_cast<std::uint8_t>(index);
            table.piles.push_back(read_pile(in, table.groups.back(), follows));
        }
    }
    table.follows.resize(static_cast<std::size_t>(follows));
    for (FollowTable& follow : table.follows) {
        for (auto& row : follow) {
            for (Mask& mask : row) {
                mask = in.mask("follow mask");
            }
        }
    }
    table.stock = in.small("stock", -1, first - 1);
    table.waste = in.small("waste", -1, first - 1);
    check_pile_kind(table, table.stock, Kind::Stock, "stock");
    check_pile_kind(table, table.waste, Kind::Waste, "waste");
    read_turns(in, table);
    table.base_mode = in.word("base mode", BaseMode::Free);
    table.base = in.small("base", -1, kRanks - 1);
    table.base_group = in.small("base group", -1, groups - 1);
    table.lock = in.word("lock", Lock::None);
    table.goal = in.small("goal", -1, groups - 1);
    table.packs = in.small("packs", 1, 8);
    table.marks_turns = in.flag("marks turns");
    in.finish();
    if (table.base_mode == BaseMode::Chosen && table.base_group < 0) {
        throw InputError("a base that is chosen needs a group to choose from");
    }
    check_chains(table);
    check_refill_circles(table);
    derive(table);
    return table;
}

}  // namespace patience
