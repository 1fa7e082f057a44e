#include "search.hpp"

#include "play.hpp"

namespace patience {

void Search::enter(std::size_t mark, const Action& action) {
    frames_.push_back({mark, actions_.size(), actions_.size(), action});
    if (!state_->won()) {
        walker_->expand(*state_, actions_, ahead_, true);
    }
}

bool Search::step() {
    State& state = *state_;
    while (!frames_.empty()) {
        Frame& frame = frames_.back();
        if (frame.next == actions_.size()) {
            state.undo(frame.mark);
            actions_.resize(frame.first);
            ahead_.resize(frame.first);
            frames_.pop_back();
            continue;
        }
        const Action action = actions_[frame.next];
        const Key key = ahead_[frame.next++];
        const std::size_t mark = state.mark();
        ++steps_;
        const Walker::Foresight ahead = walker_->foresee(state, action, key);
        if (ahead != Walker::Foresight::Known) {
            play(state, action);
            walker_->settle(state);
            if (ahead == Walker::Foresight::New || state.won() || walker_->fresh(state)) {
                enter(mark, action);
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

Verdict Search::run(std::uint64_t most, Watch& watch) {
    Verdict verdict;
    State& state = *state_;
    Visited& visited = walker_->visited();
    if (!started_) {
        started_ = true;
        walker_->settle(state);
        walker_->fresh(state);
        enter(root_, Action{});
    }
    while (!state.won() && verdict.limit == Limit::None && (most == 0 || visited.size() < most)) {
        if (!step()) {
            verdict.outcome = Outcome::Unwinnable;
            break;
        }
        verdict.limit = walker_->full() ? Limit::Memory : watch.check(visited.size(), steps_);
    }
    verdict.states = visited.size();
    verdict.steps = steps_;
    verdict.bytes = visited.bytes();
    verdict.circle = walker_->circle() && verdict.outcome == Outcome::Unwinnable;
    if (state.won()) {
        verdict.outcome = Outcome::Winnable;
        verdict.limit = Limit::None;
        std::vector<Action> path;
        for (std::size_t i = 1; i < frames_.size(); ++i) {
            path.push_back(frames_[i].action);
        }
        state.undo(root_);
        walker_->play_out(state, path, verdict.line);
    }
    return verdict;
}

}  // namespace patience
