// Carrying out an action, and the housekeeping that belongs to it (engine/apply.py, housekeeping.py).
#pragma once

#include "state.hpp"
#include "types.hpp"

namespace patience {

// Carries out a legal action; undo it with State::undo and the mark from before.
void play(State& state, const Action& action);

// Throws InputError if a space is empty that the rules would have filled.
void refuse_open_fills(const State& state);

// One turn of the stock, or a redeal, whichever is legal; false if neither is.
bool turn_or_redeal(State& state);

}  // namespace patience
