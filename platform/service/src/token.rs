//! Secrets that a cookie or a mail carries. Only their hash is stored.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

/// SHA-256 of a token. A slow hash would add nothing: there are 256 bits to guess.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TokenHash(pub [u8; 32]);

impl TokenHash {
    /// What is stored of this token.
    pub fn of(token: &str) -> Self {
        Self(Sha256::digest(token).into())
    }
}

/// 256 random bits, base64url.
pub fn generate() -> String {
    URL_SAFE_NO_PAD.encode(random::<32>())
}

/// Random bytes of the operating system.
pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system has random bytes");
    bytes
}
