//! A streamed search: when its first offers are there.

use std::time::Duration;

use anyhow::{Context, ensure};
use tokio::time::Instant;

use crate::load;

pub const FIRST_OFFERS: &str = "streamed search, first offers, s";

/// How long the first offers of this search take. Reads it to its end.
pub async fn first_offers(url: &str) -> anyhow::Result<Duration> {
    let client = load::client()?;
    let begun = Instant::now();
    let mut answer = client.get(url).send().await?.error_for_status()?;
    let (mut told, mut first) = (Vec::new(), None);
    while let Some(more) = answer.chunk().await? {
        told.extend_from_slice(&more);
        if first.is_none() && has_offers(&told) {
            first = Some(begun.elapsed());
        }
    }
    ensure!(is_complete(&told), "a streamed search was cut off");
    first.context("a streamed search found no offers")
}

/// An airline that has none is told with an empty list.
fn has_offers(told: &[u8]) -> bool {
    String::from_utf8_lossy(told).contains("\"offers\":[{")
}

fn is_complete(told: &[u8]) -> bool {
    String::from_utf8_lossy(told).contains("\"complete\":true")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offers_and_the_end_are_seen_and_nothing_before_them() {
        let begun = "event: offers\ndata: {\"offers\":[],\"answered\":0,\"asked\":2}\n\n";
        let found = "event: offers\ndata: {\"offers\":[{\"id\":\"off_1\"}],\"answered\":1,\"asked\":2}\n\n";
        let cut_off = "event: done\ndata: {\"total_count\":1,\"complete\":false}\n\n";
        let done = "event: done\ndata: {\"total_count\":1,\"complete\":true}\n\n";

        assert!(!has_offers(begun.as_bytes()) && has_offers(found.as_bytes()));
        assert!(!is_complete(cut_off.as_bytes()) && is_complete(done.as_bytes()));
    }
}
