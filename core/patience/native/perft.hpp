// Perft: the number of sequences of actions of a given length (engine/perft.py).
#pragma once

#include <cstdint>
#include <functional>

#include "state.hpp"

namespace patience {

// `stop` is asked now and then; when it says yes the count ends early and the answer means nothing.
std::uint64_t perft(State& state, int depth, const std::function<bool()>& stop);

}  // namespace patience
