#include "scout.hpp"

#include <algorithm>

#include "play.hpp"

namespace patience {

namespace {

constexpr std::size_t kFarthest = 4095;

}  // namespace

void Scout::keep(std::uint32_t parent, const Action& action) {
    const State& state = *state_;
    const auto node = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({parent, action});
    saved_.resize(saved_.size() + width_);
    state.save(&saved_[node * width_]);
    const std::size_t distance =
        std::min(static_cast<std::size_t>(guess_.distance(state)), kFarthest);
    queue_[distance].push_back(node);
    nearest_ = std::min(nearest_, distance);
}

// The newest of the nearest nodes.
bool Scout::next(std::uint32_t& node) {
    while (nearest_ <= kFarthest && queue_[nearest_].empty()) {
        ++nearest_;
    }
    if (nearest_ > kFarthest) {
        return false;
    }
    node = queue_[nearest_].back();
    queue_[nearest_].pop_back();
    return true;
}

// Looks at all that can follow; true if a win does (it is then the last node).
bool Scout::expand(std::uint32_t node) {
    State& state = *state_;
    state.load(&saved_[node * width_]);
    actions_.clear();
    const Walker::Here here = walker_->expand(state, actions_);
    // The first action is the most promising one: kept last, it is the newest of its distance.
    for (std::size_t i = actions_.size(); i-- > 0;) {
        const std::size_t mark = state.mark();
        ++steps_;
        const Walker::Foresight ahead = walker_->foresee(state, actions_[i], here);
        if (ahead != Walker::Foresight::Known) {
            play(state, actions_[i]);
            walker_->settle(state);
            if (state.won()) {
                nodes_.push_back({node, actions_[i]});
                return true;
            }
            if (ahead == Walker::Foresight::New || walker_->fresh(state)) {
                keep(node, actions_[i]);
            }
            state.undo(mark);
        }
        if (walker_->full()) {
            return false;
        }
    }
    return false;
}

void Scout::line_to(std::uint32_t node, std::vector<Action>& line) {
    std::vector<Action> path;
    for (; node != 0; node = nodes_[node].parent) {
        path.push_back(nodes_[node].action);
    }
    std::reverse(path.begin(), path.end());
    walker_->play_out(*state_, path, line);
}

void Scout::start() {
    width_ = state_->saved_size();
    start_.resize(width_);
    state_->save(start_.data());
    queue_.assign(kFarthest + 1, {});
    nearest_ = kFarthest;
    walker_->settle(*state_);
    won_ = state_->won();
    walker_->fresh(*state_);
    keep(0, Action{});
}

Verdict Scout::run(std::uint64_t most, Watch& watch) {
    Verdict verdict;
    Visited& visited = walker_->visited();
    if (nodes_.empty()) {
        start();
    }
    std::uint32_t node = 0;
    while (!won_ && verdict.limit == Limit::None && nodes_.size() < most) {
        if (!next(node)) {
            verdict.outcome = Outcome::Unwinnable;
            break;
        }
        won_ = expand(node);
        verdict.limit = walker_->full() ? Limit::Memory : watch.check(visited.size(), steps_);
    }
    verdict.states = visited.size();
    verdict.steps = steps_;
    verdict.bytes = visited.bytes() + saved_.size() + nodes_.size() * sizeof(Node);
    verdict.circle = walker_->circle() && verdict.outcome == Outcome::Unwinnable;
    if (won_) {
        verdict.outcome = Outcome::Winnable;
        verdict.limit = Limit::None;
        state_->load(start_.data());
        line_to(static_cast<std::uint32_t>(nodes_.size() - 1), verdict.line);
    }
    return verdict;
}

}  // namespace patience
