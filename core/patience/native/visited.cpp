#include "visited.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>

#if __has_include(<sys/mman.h>)
#include <sys/mman.h>
#define PATIENCE_MAPS_MEMORY
#endif

namespace patience {

namespace {

constexpr std::size_t kFirst = std::size_t{1} << 12;

}  // namespace

Visited::Slot* Visited::allocate(std::size_t capacity) {
#ifdef PATIENCE_MAPS_MEMORY
    void* memory = mmap(nullptr, capacity * sizeof(Slot), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        return nullptr;
    }
#ifdef MADV_HUGEPAGE
    if (capacity * sizeof(Slot) >= std::size_t{1} << 21) {
        madvise(memory, capacity * sizeof(Slot), MADV_HUGEPAGE);  // advice; it may be refused
    }
#endif
    return static_cast<Slot*>(memory);
#else
    return static_cast<Slot*>(std::calloc(capacity, sizeof(Slot)));
#endif
}

void Visited::release(Slot* slots, [[maybe_unused]] std::size_t capacity) {
    if (slots != nullptr) {
#ifdef PATIENCE_MAPS_MEMORY
        munmap(slots, capacity * sizeof(Slot));
#else
        std::free(slots);
#endif
    }
}

Visited::Visited(std::size_t bytes)
    : slots_(allocate(kFirst)), capacity_(kFirst), most_(std::max(bytes / sizeof(Slot), kFirst)) {
    if (slots_ == nullptr) {
        throw std::bad_alloc();
    }
    mask_ = capacity_ / kLine - 1;
    limit_ = capacity_ - capacity_ / 4;
}

Visited::~Visited() { release(slots_, capacity_); }

std::size_t Visited::next_capacity(std::size_t capacity) const {
    // The old table lives beside the new one while the slots move over.
    const std::size_t larger = capacity * (capacity * 5 <= most_ ? 4 : 2);
    return larger + capacity <= most_ ? larger : 0;
}

std::size_t Visited::room() const {
    std::size_t capacity = capacity_;
    while (const std::size_t larger = next_capacity(capacity)) {
        capacity = larger;
    }
    return capacity - capacity / 8;
}

bool Visited::grow() {
    const std::size_t larger = next_capacity(capacity_);
    Slot* fresh = larger != 0 ? allocate(larger) : nullptr;
    if (fresh == nullptr) {
        if (used_ + used_ / 64 < capacity_ - capacity_ / 16) {
            limit_ = used_ + used_ / 64;  // no room to grow: fill up what there is
            return true;
        }
        return false;
    }
    const std::size_t mask = larger / kLine - 1;
    for (std::size_t i = 0; i < capacity_; ++i) {
        const Slot slot = slots_[i];
        if ((slot.a | slot.b) == 0) {
            continue;
        }
        std::size_t at = (slot.a & mask) * kLine;
        while ((fresh[at].a | fresh[at].b) != 0) {
            at = (at + 1) & (larger - 1);
        }
        fresh[at] = slot;
    }
    release(slots_, capacity_);
    slots_ = fresh;
    capacity_ = larger;
    mask_ = mask;
    limit_ = capacity_ - capacity_ / 4;
    return true;
}

Visited::Found Visited::visit(const Key& key) {
    if (used_ >= limit_ && !grow()) {
        return {nullptr, false};
    }
    const std::uint64_t a = key.a | 1ULL << 63;  // so that no state looks like an empty slot
    const std::uint64_t b = key.b & ~kNote;
    std::size_t at = home(key);
    while (true) {
        Slot& slot = slots_[at];
        if (slot.a == a && (slot.b & ~kNote) == b) {
            return {&slot.b, false};
        }
        if ((slot.a | slot.b) == 0) {
            slot = {a, b};
            ++used_;
            return {&slot.b, true};
        }
        at = (at + 1) & (capacity_ - 1);
    }
}

}  // namespace patience
