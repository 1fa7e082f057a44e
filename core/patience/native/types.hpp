// The words that every file of the kernel shares: cards, masks, limits, opcodes.
//
// The enumerations repeat those of engine/table.py number by number; table.cpp refuses what is
// outside them.
#pragma once

#include <bit>
#include <cstdint>

namespace patience {

using Card = std::uint8_t;   // suit * 13 + rank, plus kDown when it lies face down
using Mask = std::uint64_t;  // bit c = the face c

inline constexpr int kFaces = 52;
inline constexpr int kRanks = 13;
inline constexpr int kBases = 14;
inline constexpr Card kDown = 64;
inline constexpr Card kFace = 63;
inline constexpr Mask kAllFaces = (Mask{1} << kFaces) - 1;

inline constexpr int kMaxPiles = 64;
inline constexpr int kMaxGroups = 24;
inline constexpr int kMaxCards = 208;  // four packs
inline constexpr int kMaxLinks = 8;
inline constexpr int kNoLimit = 255;
inline constexpr int kUnlimited = -1;

// Sources of a chain that are no group.
inline constexpr int kUnturned = 253;
inline constexpr int kAny = 254;
inline constexpr int kStock = 255;

enum class Kind : std::uint8_t { Stock, Waste, Foundation, Tableau, Reserve, Cell, Offer };
enum class Unit : std::uint8_t { Top, Sequence, Group, Pile, TopOrPile, Run, Nothing };
enum class Available : std::uint8_t { Top, All, BothEnds, Alone };
enum class When : std::uint8_t { Always, NoSpaces, WasteEmpty, StockEmpty, ReserveEmpty, Redealt };
enum class BaseMode : std::uint8_t { Fixed, Dealt, Chosen, FirstCard, Free };
enum class Lock : std::uint8_t { All, Packing, None };
enum class WorryBack : std::uint8_t { Never, Always, NotBase };
enum class Alike : std::uint8_t { Never, StockEmpty, Always };
enum class Verb : std::uint8_t { Move, Turn, Redeal };

// One thing that a player does. `target` of a turn or a redeal means nothing. The rest is the search's
// shorthand, 0 in what the generator gives: `turns`, how many turns and redeals are made first, which
// leave the pointer at `pointer` after `redeals` redeals; `via`, one more than the pile that the
// `skip` cards above the one taken move to first.
struct Action {
    Verb verb = Verb::Move;
    std::uint8_t source = 0;
    std::uint8_t target = 0;
    std::uint8_t count = 1;
    std::uint8_t skip = 0;
    std::uint8_t via = 0;
    std::uint8_t pointer = 0;
    std::uint8_t redeals = 0;
    std::uint16_t turns = 0;

    friend bool operator==(const Action&, const Action&) = default;
};

inline Action move_of(int source, int target, int count, int skip = 0, int via = 0) {
    return {Verb::Move,
            static_cast<std::uint8_t>(source),
            static_cast<std::uint8_t>(target),
            static_cast<std::uint8_t>(count),
            static_cast<std::uint8_t>(skip),
            static_cast<std::uint8_t>(via),
            0,
            0,
            0};
}

inline Mask bit(int card) { return Mask{1} << card; }
inline int lowest_face(Mask mask) { return std::countr_zero(mask); }

}  // namespace patience
