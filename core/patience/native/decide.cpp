#include "decide.hpp"

#include "scout.hpp"
#include "search.hpp"
#include "walker.hpp"

namespace patience {

namespace {

void add(Verdict& verdict, const Verdict& earlier) {
    verdict.states += earlier.states;
    verdict.steps += earlier.steps;
    verdict.bytes = std::max(verdict.bytes, earlier.bytes);
}

bool settled(const Verdict& verdict) {
    return verdict.limit != Limit::None ||
           (verdict.outcome != Outcome::Undecided && !verdict.circle);
}

}  // namespace

Verdict decide(const Table& table, const Position& position, const Plan& plan, const Limits& limits,
               const Stop& stop) {
    Watch watch(limits, stop);
    Verdict verdict;
    const auto stage = [&](unsigned prunings, bool scouting) {
        Walker walker(table, prunings, position.base, limits.memory);
        State state(table, position, walker.pruner().loose_group());
        const Verdict earlier = verdict;
        verdict = scouting ? Scout(walker, plan.weights).run(state, plan.scout, watch)
                           : Search(walker).run(state, watch);
        watch.end_stage(verdict.states);
        add(verdict, earlier);
    };
    if (plan.scout > 0) {
        stage(plan.prunings, true);
        if (settled(verdict)) {
            return verdict;
        }
    }
    const bool open_circle = verdict.circle;
    if (!open_circle) {
        stage(plan.prunings, false);
        if (settled(verdict)) {
            return verdict;
        }
    }
    // A run came near to closing a circle, where loose runs prove nothing: once more without them.
    stage(plan.prunings & ~kLooseRuns, false);
    return verdict;
}

}  // namespace patience
