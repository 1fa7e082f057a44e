// The random words that keys are made of.
#pragma once

#include <array>

#include "key.hpp"
#include "types.hpp"

namespace patience {

// Random words for a card in a chain (face up and down), for a talon card by its first place, and
// for the chains' beginnings.
struct Words {
    std::array<Key, 128> card;
    std::array<Key, kFaces> link;
    std::array<Key, kFaces> root;
    std::array<Key, kMaxCards> talon;
    std::array<Key, kMaxPiles> start;
    std::array<Key, kBases * 2> registers;

    Words() {
        for (std::size_t i = 0; i < card.size(); ++i) {
            card[i] = random_key(0x2000 + i);
        }
        for (std::size_t i = 0; i < link.size(); ++i) {
            link[i] = random_key(0x6000 + i);
            root[i] = random_key(0x7000 + i);
        }
        for (std::size_t i = 0; i < talon.size(); ++i) {
            talon[i] = random_key(0x3000 + i);
        }
        for (std::size_t i = 0; i < start.size(); ++i) {
            start[i] = random_key(0x4000 + i);
        }
        for (std::size_t i = 0; i < registers.size(); ++i) {
            registers[i] = random_key(0x5000 + i);
        }
    }
};

inline const Words kWords;

}  // namespace patience
