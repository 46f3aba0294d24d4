//! How much one holder may have at a time: open event streams, connections.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard};

/// Counts what each holder has, up to the same number for each.
#[derive(Debug)]
pub(crate) struct Shares<K> {
    most: usize,
    held: Mutex<HashMap<K, usize>>,
}

/// The holder has as many as they may.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Full;

/// One of a holder's. Given back when dropped.
#[derive(Debug)]
pub(crate) struct Share<K: Eq + Hash> {
    shares: Arc<Shares<K>>,
    holder: K,
}

impl<K: Eq + Hash + Copy> Shares<K> {
    pub fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { most, held: Mutex::default() })
    }

    /// One more for the holder. Nobody in particular has no bound, and needs no share.
    pub fn take(self: &Arc<Self>, holder: Option<K>) -> Result<Option<Share<K>>, Full> {
        let Some(holder) = holder else { return Ok(None) };
        let mut held = self.held();
        let count = held.entry(holder).or_default();
        if *count == self.most {
            return Err(Full);
        }
        *count += 1;
        Ok(Some(Share { shares: Arc::clone(self), holder }))
    }
}

impl<K> Shares<K> {
    fn held(&self) -> MutexGuard<'_, HashMap<K, usize>> {
        self.held.lock().expect("nobody panics while counting")
    }
}

impl<K: Eq + Hash> Drop for Share<K> {
    fn drop(&mut self) {
        let mut held = self.shares.held();
        if let Some(count) = held.get_mut(&self.holder) {
            *count -= 1;
            if *count == 0 {
                held.remove(&self.holder);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_holder_has_no_more_than_a_share_and_gives_it_back() {
        let shares = Shares::new(2);
        let first = shares.take(Some("bot"));
        let second = shares.take(Some("bot"));

        let third = shares.take(Some("bot"));
        let other = shares.take(Some("visitor"));
        drop(first);
        let again = shares.take(Some("bot"));

        assert!(second.is_ok() && other.is_ok() && again.is_ok());
        assert_eq!(third.unwrap_err(), Full);
    }

    #[test]
    fn a_visitor_who_holds_nothing_is_forgotten() {
        let shares = Shares::new(2);

        drop(shares.take(Some("visitor")));

        assert!(shares.held().is_empty());
    }
}
