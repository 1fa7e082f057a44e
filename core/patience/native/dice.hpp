// The one source of chance for players: SplitMix64, as players/dice.py describes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "key.hpp"

namespace patience {

class Dice {
public:
    // Where the stream starts.
    explicit Dice(std::uint64_t state) : state_(state) {}

    std::uint64_t throw_once() {
        const std::uint64_t thrown = mixed(state_);  // adds the step before it mixes
        state_ += 0x9e3779b97f4a7c15ULL;
        return thrown;
    }
    // Less than `count`, each equally likely.
    std::uint64_t below(std::uint64_t count) {
        constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
        const std::uint64_t unfair = (most % count + 1) % count;
        std::uint64_t thrown = throw_once();
        while (thrown > most - unfair) {
            thrown = throw_once();
        }
        return thrown % count;
    }
    template <typename Thing>
    void shuffle(std::vector<Thing>& things) {
        for (std::size_t left = things.size(); left > 1; --left) {
            std::swap(things[left - 1], things[static_cast<std::size_t>(below(left))]);
        }
    }

private:
    std::uint64_t state_;
};

}  // namespace patience
