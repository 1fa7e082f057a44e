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
#include <vector>

#include "perft.hpp"
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
             nb::arg("turned"), nb::arg("depth"));
}
