#include "perft.hpp"

#include <vector>

#include "moves.hpp"
#include "play.hpp"

namespace patience {

namespace {

struct Level {
    std::size_t mark;    // of the state's log, before the action that led here
    std::size_t first;   // of the actions that are left to try here
    std::size_t next;
};

}  // namespace

std::uint64_t perft(State& state, int depth, const std::function<bool()>& stop) {
    if (depth <= 0) {
        return 1;
    }
    Generator generator(state.table());
    std::vector<Action> actions;
    std::vector<Level> levels;
    std::uint64_t count = 0;
    std::uint64_t nodes = 0;
    const auto enter = [&](std::size_t mark) {
        const std::size_t first = actions.size();
        if (!state.won()) {
            generator.all(state, actions);
        }
        if (static_cast<int>(levels.size()) + 1 == depth) {
            count += actions.size() - first;
            actions.resize(first);
        }
        levels.push_back({mark, first, first});
    };
    enter(state.mark());
    while (!levels.empty()) {
        if ((++nodes & 0x3fff) == 0 && stop()) {
            break;
        }
        Level& level = levels.back();
        if (level.next == actions.size()) {
            state.undo(level.mark);
            actions.resize(level.first);
            levels.pop_back();
            continue;
        }
        const Action action = actions[level.next++];
        // The actions of this level stay where they are while the ones below come and go.
        const std::size_t mark = state.mark();
        play(state, action);
        enter(mark);
    }
    return count;
}

}  // namespace patience
