// The Python face of the kernel; the only file that knows nanobind.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "decide.hpp"
#include "perft.hpp"
#include "play.hpp"
#include "players.hpp"
#include "prune.hpp"
#include "state.hpp"
#include "table.hpp"

namespace nb = nanobind;

namespace {

using patience::Position;
using patience::State;
using patience::Table;

using Piles = std::vector<std::vector<int>>;

class Kernel {
public:
    explicit Kernel(const std::vector<std::int64_t>& numbers) : table_(Table::read(numbers)) {}

    std::uint64_t perft(const Piles& piles, int base, int redeals, bool turned, int depth) const {
        State state(table_, Position{piles, base, redeals, turned});
        patience::refuse_open_fills(state);
        bool stopped = false;
        std::uint64_t count = 0;
        {
            nb::gil_scoped_release release;
            count = patience::perft(state, depth, [&stopped] {
                nb::gil_scoped_acquire acquire;
                stopped = PyErr_CheckSignals() != 0;
                return stopped;
            });
        }
        if (stopped) {
            throw nb::python_error();
        }
        return count;
    }

    // (outcome, limit, states, steps, bytes, line); a line's action is (verb, source, target,
    // count, skip). `poll` is asked now and then with the number of states; true stops the search.
    using Line = std::vector<std::tuple<int, int, int, int, int>>;
    using Answer = std::tuple<int, int, std::uint64_t, std::uint64_t, std::uint64_t, Line>;

    Answer solve(const Piles& piles, int base, int redeals, bool turned, std::uint64_t states,
                 double seconds, std::uint64_t memory, unsigned prunings,
                 std::uint64_t scout, const nb::object& poll) const {
        const Position position{piles, base, redeals, turned};
        const patience::Plan plan{prunings, scout};
        patience::Verdict verdict;
        bool failed = false;
        auto asked = std::chrono::steady_clock::now();
        const auto stop = [&](std::uint64_t seen) {
            const auto now = std::chrono::steady_clock::now();
            if (now - asked < std::chrono::milliseconds(20)) {
                return false;
            }
            asked = now;
            nb::gil_scoped_acquire acquire;
            // An interrupt ends the search, also one that comes while `poll` runs; the verdict says so.
            const auto raised = [&failed] {
                if (PyErr_ExceptionMatches(PyExc_KeyboardInterrupt) != 0) {
                    PyErr_Clear();
                } else {
                    failed = true;
                }
                return true;
            };
            if (PyErr_CheckSignals() != 0) {
                return raised();
            }
            if (poll.is_none()) {
                return false;
            }
            nb::object answer = nb::steal(PyObject_CallFunction(poll.ptr(), "K", seen));
            return answer.is_valid() ? PyObject_IsTrue(answer.ptr()) == 1 : raised();
        };
        {
            nb::gil_scoped_release release;
            verdict = patience::decide(table_, position, plan, {states, seconds, memory}, stop);
        }
        if (failed) {
            throw nb::python_error();
        }
        Line line;
        for (const patience::Action& action : verdict.line) {
            line.emplace_back(static_cast<int>(action.verb), action.source, action.target,
                              action.count, action.skip);
        }
        return {static_cast<int>(verdict.outcome), static_cast<int>(verdict.limit), verdict.states,
                verdict.steps, verdict.bytes, line};
    }

    // (ending, choices, along, piles, base, redeals, turned): players.hpp explains the first three, the rest
    // is the state at the end. `player` 0 = random, 1 = greedy.
    using Game = std::tuple<int, std::vector<int>, std::vector<int>, Piles, int, int, bool>;

    Game simulate(const Piles& piles, int base, int redeals, bool turned, int player,
                  std::uint64_t dice, int cap) const {
        if (player < 0 || player > 2 || cap < 0) {
            throw patience::InputError("no such player, or a cap below 0");
        }
        patience::GameRecord record;
        State state(table_, Position{piles, base, redeals, turned});
        patience::refuse_open_fills(state);
        bool stopped = false;
        auto asked = std::chrono::steady_clock::now();
        {
            nb::gil_scoped_release release;
            record = patience::simulate(
                state, static_cast<patience::Player>(player), patience::Dice(dice), cap,
                [&](std::uint64_t) {
                    const auto now = std::chrono::steady_clock::now();
                    if (!stopped && now - asked >= std::chrono::milliseconds(20)) {
                        asked = now;
                        nb::gil_scoped_acquire acquire;
                        stopped = PyErr_CheckSignals() != 0;
                    }
                    return stopped;
                });
        }
        if (stopped) {
            throw nb::python_error();
        }
        Position left = state.position();
        return {static_cast<int>(record.ending), record.choices, record.along,
                std::move(left.piles), left.base, left.redeals, left.turned};
    }

private:
    Table table_;
};

}  // namespace

NB_MODULE(_kernel, module) {
    module.doc() = "The native kernel; use it through patience.solver.";
    nb::register_exception_translator([](const std::exception_ptr& error, void*) {
        try {
            std::rethrow_exception(error);
        } catch (const patience::InputError& input) {
            PyErr_SetString(PyExc_ValueError, input.what());
        }
    });
    nb::class_<Kernel>(module, "Kernel")
        .def(nb::init<const std::vector<std::int64_t>&>(), nb::arg("table"))
        .def("perft", &Kernel::perft, nb::arg("piles"), nb::arg("base"), nb::arg("redeals"),
             nb::arg("turned"), nb::arg("depth"))
        .def("solve", &Kernel::solve, nb::arg("piles"), nb::arg("base"), nb::arg("redeals"),
             nb::arg("turned"), nb::arg("states"), nb::arg("seconds"), nb::arg("memory"),
             nb::arg("prunings"), nb::arg("scout"), nb::arg("poll").none())
        .def("simulate", &Kernel::simulate, nb::arg("piles"), nb::arg("base"), nb::arg("redeals"),
             nb::arg("turned"), nb::arg("player"), nb::arg("dice"), nb::arg("cap"));
    module.attr("ALL_PRUNINGS") = patience::kAllPrunings;
}
