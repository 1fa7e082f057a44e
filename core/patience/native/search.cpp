#include "search.hpp"

#include "play.hpp"

namespace patience {

void Search::enter(State& state, std::size_t mark, const Action& action) {
    frames_.push_back({mark, actions_.size(), actions_.size(), action, {}});
    if (!state.won()) {
        frames_.back().here = walker_->expand(state, actions_);
    }
}

bool Search::step(State& state, Verdict& verdict) {
    while (!frames_.empty()) {
        Frame& frame = frames_.back();
        if (frame.next == actions_.size()) {
            state.undo(frame.mark);
            actions_.resize(frame.first);
            frames_.pop_back();
            continue;
        }
        const Action action = actions_[frame.next++];
        const std::size_t mark = state.mark();
        ++verdict.steps;
        const Walker::Foresight ahead = walker_->foresee(state, action, frame.here);
        if (ahead != Walker::Foresight::Known) {
            play(state, action);
            walker_->settle(state);
            if (ahead == Walker::Foresight::New || state.won() || walker_->fresh(state)) {
                enter(state, mark, action);
                return true;
            }
            state.undo(mark);
        }
        if (walker_->full()) {
            return true;
        }
    }
    return false;
}

Verdict Search::run(State& state, Watch& watch) {
    Verdict verdict;
    const std::size_t root = state.mark();
    Visited& visited = walker_->visited();
    actions_.clear();
    frames_.clear();
    walker_->settle(state);
    walker_->fresh(state);
    enter(state, root, Action{});
    while (!state.won() && verdict.limit == Limit::None) {
        if (!step(state, verdict)) {
            verdict.outcome = Outcome::Unwinnable;
            break;
        }
        verdict.limit = walker_->full() ? Limit::Memory : watch.check(visited.size(), verdict.steps);
    }
    verdict.states = visited.size();
    verdict.bytes = visited.bytes();
    verdict.circle = walker_->circle() && verdict.outcome == Outcome::Unwinnable;
    if (state.won()) {
        verdict.outcome = Outcome::Winnable;
        verdict.limit = Limit::None;
        std::vector<Action> path;
        for (std::size_t i = 1; i < frames_.size(); ++i) {
            path.push_back(frames_[i].action);
        }
        state.undo(root);
        walker_->play_out(state, path, verdict.line);
    }
    state.undo(root);
    return verdict;
}

}  // namespace patience
