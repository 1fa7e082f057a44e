// Keys of 128 bits that tell states apart: two lanes of 64 bits, mixed independently.
#pragma once

#include <cstdint>

namespace patience {

inline std::uint64_t mixed(std::uint64_t x) {
    // The finaliser of splitmix64 (Steele, Lea, Flood 2014).
    x += 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

struct Key {
    std::uint64_t a = 0;
    std::uint64_t b = 0;

    friend bool operator==(const Key&, const Key&) = default;
    Key& operator+=(const Key& other) {
        a += other.a;
        b += other.b;
        return *this;
    }
    Key& operator-=(const Key& other) {
        a -= other.a;
        b -= other.b;
        return *this;
    }
    friend Key operator+(Key left, const Key& right) { return left += right; }
    friend Key operator-(Key left, const Key& right) { return left -= right; }
};

// A fixed pair of random words for a small number.
inline Key random_key(std::uint64_t number) {
    return {mixed(number * 2), mixed(number * 2 + 0x5851f42d4c957f2dULL)};
}

// The chain of a pile with one more card on it. For a given card it is one to one in the chain
// below, so piles that differ in one place never meet by it.
inline Key chained(Key chain, const Key& card) {
    chain.a = (chain.a ^ card.a) * 0x9fb21c651e98df25ULL;
    chain.a ^= chain.a >> 32;
    chain.b = (chain.b + card.b) * 0xd6e8feb86659fd93ULL;
    chain.b ^= chain.b >> 29;
    return chain;
}

}  // namespace patience
