//! For whom the provider is asked, and who goes first.

use service::Mode;
use service::metrics::{Tally, mode_label};
use tokio::sync::watch;

/// What makes a search be sent. Whoever asks the same meanwhile follows it: one that a traveller joins is a traveller's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SearchClass {
    /// A traveller waits for it.
    Traveller,
    /// It fills a date that nobody has searched. It waits for travellers.
    LookUp,
    /// It looks at a price that somebody watches. It waits for travellers.
    Watch,
}

/// The searches that the provider is asked for.
#[derive(Debug)]
pub(crate) struct Sent {
    by_class: Tally,
    /// Searches that are under way and that a traveller follows, or has followed.
    travellers: watch::Sender<usize>,
}

/// A search of a traveller that is under way, until this is dropped.
#[derive(Debug)]
pub(crate) struct UnderWay(watch::Sender<usize>);

impl Sent {
    pub fn new() -> Self {
        let by_class = Tally::new("search.sent", "Searches that the provider was asked for", "class");
        Self { by_class, travellers: watch::Sender::new(0) }
    }

    /// Counts a search that begins now.
    pub fn begin(&self, class: SearchClass, mode: Mode) -> Option<UnderWay> {
        self.by_class.add_with(class.label(), &[("mode", mode_label(mode))]);
        self.wait_for(class)
    }

    /// Makes look-ups wait for a search that a traveller follows; nothing where nobody waits for it.
    pub fn wait_for(&self, class: SearchClass) -> Option<UnderWay> {
        (class == SearchClass::Traveller).then(|| {
            self.travellers.send_modify(|under_way| *under_way += 1);
            UnderWay(self.travellers.clone())
        })
    }

    /// Waits until no search of a traveller is under way here.
    pub async fn no_traveller_waits(&self) {
        let mut travellers = self.travellers.subscribe();
        travellers.wait_for(|under_way| *under_way == 0).await.expect("its sender is ours");
    }
}

impl SearchClass {
    /// As docs/telemetry.md lists it.
    fn label(self) -> &'static str {
        match self {
            Self::Traveller => "traveller",
            Self::LookUp => "look_up",
            Self::Watch => "watch",
        }
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.send_modify(|under_way| *under_way -= 1);
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    #[test]
    fn day07_watch03_a_look_up_waits_for_every_travellers_search_and_for_no_other_look_up() {
        let sent = Sent::new();
        let is_free = || sent.no_traveller_waits().now_or_never().is_some();
        let _look_up = sent.begin(SearchClass::LookUp, Mode::Test);
        let _watch = sent.begin(SearchClass::Watch, Mode::Test);
        assert!(is_free());

        let traveller = || sent.begin(SearchClass::Traveller, Mode::Test);
        let (one, another) = (traveller(), traveller());
        assert!(!is_free());
        drop(one);
        assert!(!is_free(), "another traveller waits");
        drop(another);

        assert!(is_free());
    }
}
