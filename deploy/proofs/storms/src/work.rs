//! The work that a shopper's device does before a card is taken, where the shop asks for it.

use altcha::{Challenge, Payload, SolveChallengeOptions, solve_challenge};
use anyhow::Context;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// Solves a challenge, as the page does with ALTCHA's library for browsers.
pub async fn solved(challenge: &str) -> anyhow::Result<String> {
    let challenge: Challenge = serde_json::from_str(challenge)?;
    tokio::task::spawn_blocking(move || {
        let solution =
            solve_challenge(SolveChallengeOptions::new(&challenge))?.context("not solved in time")?;
        Ok(STANDARD.encode(serde_json::to_vec(&Payload { challenge, solution })?))
    })
    .await?
}
