#include "scout.hpp"

#include <algorithm>

#include "play.hpp"

namespace patience {

namespace {

constexpr std::size_t kFarthest = 4095;

}  // namespace

void Scout::Lane::add(std::uint32_t node, const State& state) {
    const std::size_t distance =
        std::min(static_cast<std::size_t>(guess.distance(state)), kFarthest);
    if (distance >= queue.size()) {
        queue.resize(distance + 1);
    }
    queue[distance].push_back(node);
    nearest = std::min(nearest, distance);
}

bool Scout::Lane::next(std::uint32_t& node) {
    while (nearest < queue.size() && queue[nearest].empty()) {
        ++nearest;
    }
    if (nearest >= queue.size()) {
        return false;
    }
    node = queue[nearest].back();
    queue[nearest].pop_back();
    return true;
}

void Scout::keep(std::uint32_t parent, const Action& action) {
    const State& state = *state_;
    const auto node = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({parent, action});
    if (node / kBlock == saved_.size()) {
        saved_.push_back(std::make_unique_for_overwrite<std::uint8_t[]>(kBlock * width_));
    }
    state.save(saved(node));
    done_.push_back(false);
    for (Lane& lane : lanes_) {
        lane.add(node, state);
    }
}

// The lanes take turns; what one has given the other passes over.
bool Scout::next(std::uint32_t& node) {
    lane_ = 1 - lane_;
    while (lanes_[lane_].next(node)) {
        if (!done_[node]) {
            done_[node] = true;
            return true;
        }
    }
    return false;
}

// Often the nearest node is one of those that were just found: then it is only a move away.
void Scout::go_to(std::uint32_t node) {
    if (node > node_ && nodes_[node].parent == node_) {
        play(*state_, nodes_[node].action);
        walker_->settle(*state_);
    } else {
        state_->load(saved(node));
    }
    node_ = node;
}

// Looks at all that can follow; true if a win does (it is then the last node).
bool Scout::expand(std::uint32_t node) {
    State& state = *state_;
    go_to(node);
    actions_.clear();
    ahead_.clear();
    walker_->expand(state, actions_, ahead_);
    // The first action is the most promising one: kept last, it is the newest of its distance.
    for (std::size_t i = actions_.size(); i-- > 0;) {
        const std::size_t mark = state.mark();
        ++steps_;
        const Walker::Foresight ahead = walker_->foresee(state, actions_[i], ahead_[i]);
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
        const bool full = walker_->full() || bytes() >= memory_;
        verdict.limit = full && !won_ ? Limit::Memory : watch.check(visited.size(), steps_);
    }
    verdict.states = visited.size();
    verdict.steps = steps_;
    verdict.bytes = visited.bytes() + bytes();
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
