// The set of states already visited: open addressing over slots of 16 bytes.
//
// A slot holds 112 bits of a state's key and 16 bits that the search may use for a note (how far the
// stock was turned when it came by). Four slots make a cache line, and a probe reads whole lines.
// Large tables live on huge pages, which is where most of the time of a large search would go.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "key.hpp"

namespace patience {

class Visited {
public:
    // `bytes`: the most memory it may take, while growing included.
    explicit Visited(std::size_t bytes);
    ~Visited();
    Visited(const Visited&) = delete;
    Visited& operator=(const Visited&) = delete;

    static constexpr std::uint64_t kNote = 0xffff;

    struct Found {
        std::uint64_t* note;  // the word whose low 16 bits are the note; null if the table is full
        bool fresh;           // it was not there before; its note is 0
    };
    Found visit(const Key& key);
    void prefetch([[maybe_unused]] const Key& key) const {
#ifdef __GNUC__
        __builtin_prefetch(&slots_[home(key)]);
#endif
    }

    // From now on it may take so much memory.
    void allow(std::size_t bytes) { most_ = std::max(bytes / sizeof(Slot), most_); }
    // So many states fit in for certain.
    std::size_t room() const;

    std::size_t size() const { return used_; }
    std::size_t bytes() const { return capacity_ * sizeof(Slot); }

private:
    struct Slot {
        std::uint64_t a;
        std::uint64_t b;
    };
    static constexpr std::size_t kLine = 4;

    std::size_t home(const Key& key) const { return (key.a & mask_) * kLine; }
    // The slots that it grows to from so many, or 0 if that is more than it may have.
    std::size_t next_capacity(std::size_t capacity) const;
    bool grow();
    static Slot* allocate(std::size_t capacity);
    static void release(Slot* slots, std::size_t capacity);

    Slot* slots_ = nullptr;
    std::size_t capacity_ = 0;
    std::size_t mask_ = 0;   // of lines
    std::size_t used_ = 0;
    std::size_t limit_ = 0;  // slots used before it grows
    std::size_t most_ = 0;   // slots allowed
};

}  // namespace patience
