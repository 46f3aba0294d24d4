//! Chance without a die: the same question always draws the same number.

use std::hash::{Hash, Hasher};

/// A number spread evenly over all 64 bits, which depends on `question` alone.
pub(super) fn draw(question: impl Hash) -> u64 {
    let mut hasher = Fnv(0xcbf2_9ce4_8422_2325);
    question.hash(&mut hasher);
    mix(hasher.finish())
}

/// A number in `0..bound`.
pub(super) fn below(bound: u32, question: impl Hash) -> u32 {
    let wide = u128::from(draw(question)) * u128::from(bound);
    u32::try_from(wide >> 64).expect("a 64-bit fraction of a u32 is a u32")
}

/// True `percent` times of a hundred.
pub(super) fn chance(percent: u32, question: impl Hash) -> bool {
    below(100, question) < percent
}

/// FNV-1a. The standard hashers are seeded a process, or may change with a release of Rust.
struct Fnv(u64);

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// The finish of splitmix64: FNV alone leaves neighbours alike in the high bits.
fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}
