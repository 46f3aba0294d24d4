//! argon2id alone, with the parameters of people's passwords (`SLOW` of svc-identity's password hasher).

use std::collections::BTreeMap;
use std::time::Duration;

use argon2::{Algorithm, Argon2, Params, Version};
use futures::future::try_join_all;
use tokio::task::spawn_blocking;
use tokio::time::Instant;

use crate::cpu::spent_by_this_thread;
use crate::results::Sample;

const THREADS: usize = 2;
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;

/// Hashes on two threads for so long.
pub async fn measure(length: Duration) -> anyhow::Result<Sample> {
    let begun = Instant::now();
    let threads = (0..THREADS).map(|_| spawn_blocking(move || hash_for(length)));
    let (mut hashes, mut spent) = (0, 0.0);
    for done in try_join_all(threads).await? {
        let (more, seconds) = done?;
        hashes += more;
        spent += seconds;
    }
    Sample::of(&BTreeMap::from([("argon2id", spent)]), hashes, begun.elapsed())
}

/// How many hashes this thread made, and the CPU seconds that it took for them.
fn hash_for(length: Duration) -> anyhow::Result<(u32, f64)> {
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(MEMORY_KIB, PASSES, 1, None)?);
    let (begun, before) = (Instant::now(), spent_by_this_thread()?);
    let (mut hashes, mut output) = (0, [0_u8; 32]);
    while begun.elapsed() < length {
        argon2.hash_password_into(b"correct horse battery", b"0123456789abcdef", &mut output)?;
        hashes += 1;
    }
    Ok((hashes, spent_by_this_thread()? - before))
}
