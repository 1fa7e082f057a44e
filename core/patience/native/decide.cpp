#include "decide.hpp"

#include <algorithm>
#include <new>
#include <optional>
#include <utility>

#include "play.hpp"
#include "scout.hpp"
#include "search.hpp"
#include "walker.hpp"

namespace patience {

namespace {

// States that the exhaustive search may visit in its first turn, the goal-directed one in its first
// turn, and how many times as many in each later turn.
constexpr std::uint64_t kFirstLook = 300;
constexpr std::uint64_t kFirstScout = 3'000;
constexpr std::uint64_t kGrowth = 4;

bool settled(const Verdict& verdict) {
    return verdict.limit != Limit::None ||
           (verdict.outcome != Outcome::Undecided && !verdict.circle);
}

// A search with what belongs to it.
template <typename Method>
struct Side {
    template <typename... More>
    Side(const Table& table, const Position& position, unsigned prunings, std::size_t memory,
         const More&... more)
        : walker(table, prunings, position, memory),
          state(table, position, walker.pruner().loose_group()),
          method(walker, state, more...) {}

    Verdict run(std::uint64_t most, std::uint64_t others, Watch& watch) {
        watch.begin(others, last.steps);
        last = method.run(most, watch);
        return last;
    }

    Walker walker;
    State state;
    Method method;
    Verdict last;
};

Verdict sum(Verdict verdict, const Verdict& other) {
    verdict.states += other.states;
    verdict.steps += other.steps;
    verdict.bytes += other.bytes;
    return verdict;
}

Verdict take_turns(const Table& table, const Position& position, const Plan& plan,
                   const Limits& limits, Watch& watch) {
    if (plan.scout == 0) {
        return Side<Search>(table, position, plan.prunings, limits.memory).run(0, 0, watch);
    }
    // A state takes the goal-directed search several times as much as the exhaustive one.
    const std::size_t part = limits.memory / 4;
    Side<Search> search(table, position, plan.prunings, part);
    std::optional<Side<Scout>> scout(std::in_place, table, position, plan.prunings, part, 2 * part);
    Visited& visited = search.walker.visited();
    const std::uint64_t room = visited.room();
    // A win is mostly found by the goal-directed search, and soon; so it goes first but for a short
    // look. Where runs are loose and never close a whole deal is often small: then the exhaustive
    // search gets most of the turns.
    const bool small = search.walker.pruner().runs_never_close();
    std::uint64_t scouted = small ? kFirstLook / 8 : kFirstScout;
    std::uint64_t most = kFirstLook;
    Verdict far;
    while (far.states < plan.scout && far.limit != Limit::Memory) {
        const Verdict near = search.run(std::min(most, room), far.states, watch);
        if (settled(near) || near.circle) {
            return sum(near, far);
        }
        far = scout->run(std::min(scouted, plan.scout), near.states, watch);
        if (far.limit != Limit::Memory && (settled(far) || far.circle)) {
            return sum(far, near);
        }
        most = small ? most * kGrowth : scouted / 8;
        scouted *= kGrowth;
    }
    // The exhaustive search remembers a state in less; it goes on alone, with all of the memory.
    far.limit = Limit::None;
    scout.reset();
    visited.allow(limits.memory);
    return sum(search.run(0, far.states, watch), far);
}

Verdict search_all(const Table& table, const Position& position, const Plan& plan,
                   const Limits& limits, Watch& watch) {
    refuse_open_fills(State(table, position));  // before anything else reads the position
    const Verdict first = take_turns(table, position, plan, limits, watch);
    if (settled(first)) {
        return first;
    }
    // A run came near to closing a circle, where loose runs prove nothing: once more without them.
    Side<Search> strict(table, position, plan.prunings & ~kLooseRuns, limits.memory);
    Verdict verdict = strict.run(0, first.states, watch);
    verdict.bytes = std::max(verdict.bytes, first.bytes);
    verdict.states += first.states;
    verdict.steps += first.steps;
    return verdict;
}

}  // namespace

Verdict decide(const Table& table, const Position& position, const Plan& plan, const Limits& limits,
               const Stop& stop) {
    Watch watch(limits, stop);
    try {
        return search_all(table, position, plan, limits, watch);
    } catch (const std::bad_alloc&) {
        // The machine has less memory to give than the limit allows.
        Verdict verdict;
        verdict.limit = Limit::Memory;
        verdict.states = watch.states();
        return verdict;
    }
}

}  // namespace patience
