//! Booking load: shoppers who come one after the other until the shop closes, and what they were told in the end.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use futures::future::join_all;
use reqwest::Client;
use reqwest::redirect::Policy;
use uuid::Uuid;

use crate::fleet::Fleet;
use crate::http;
use crate::report::Report;
use crate::shopper::{Card, Shopper, Told};
use crate::trips::Trips;
use crate::until::until;

/// How long purchases may take to go on.
const PATIENCE: Duration = Duration::from_secs(180);

pub struct Shop {
    client: Client,
    site: String,
    pub trips: Trips,
    ended: AtomicUsize,
    is_closed: AtomicBool,
}

impl Shop {
    pub fn open(fleet: &Fleet) -> anyhow::Result<Self> {
        Ok(Self {
            client: http::client()
                // Shorter than the gateway keeps an idle connection: none is used just as it closes.
                .pool_idle_timeout(Duration::from_secs(3))
                // A bank sends its visitor back to a page, and shoppers read no pages.
                .redirect(Policy::none())
                .build()?,
            site: fleet.site(),
            trips: Trips::default(),
            ended: AtomicUsize::default(),
            is_closed: AtomicBool::default(),
        })
    }

    pub fn shopper(&self) -> Shopper {
        Shopper::arrive(&self.client, &self.site, Card::Simple)
    }

    /// One whose bank asks its holder.
    pub fn asked_shopper(&self) -> Shopper {
        Shopper::arrive(&self.client, &self.site, Card::Asked)
    }

    /// So many shoppers at a time buy trip after trip, while `storm` goes on. Answers what they were told, and what
    /// came of the storm.
    pub async fn during<T>(
        &self,
        at_once: usize,
        storm: impl Future<Output = anyhow::Result<T>>,
    ) -> anyhow::Result<(Vec<Told>, T)> {
        let closing = async {
            let outcome = storm.await;
            self.is_closed.store(true, Ordering::Relaxed);
            outcome
        };
        let (told, outcome) = tokio::join!(join_all((0..at_once).map(|_| self.serve())), closing);
        let told: Vec<_> = told.into_iter().collect::<anyhow::Result<Vec<_>>>()?;
        Ok((told.concat(), outcome?))
    }

    async fn serve(&self) -> anyhow::Result<Vec<Told>> {
        let mut told = Vec::new();
        while !self.is_closed.load(Ordering::Relaxed) {
            told.push(self.shopper().buy(self.trips.next()).await?);
            self.ended.fetch_add(1, Ordering::Relaxed);
        }
        Ok(told)
    }

    /// Waits until so many more purchases have come to their end.
    pub async fn wait_for(&self, more: usize) -> anyhow::Result<()> {
        let goal = self.ended.load(Ordering::Relaxed) + more;
        until("purchases go on", PATIENCE, async || {
            let ended = self.ended.load(Ordering::Relaxed);
            if ended >= goal { Ok(()) } else { Err(format!("{ended} of {goal}")) }
        })
        .await
    }
}

/// Nobody had reason to refuse: counts each refusal as a miss, and answers what was confirmed.
pub fn all_confirmed(told: &[Told], report: &mut Report) -> Vec<Uuid> {
    report.row("purchases", told.len());
    let mut confirmed = Vec::new();
    for told in told {
        match told {
            Told::Confirmed(id) => confirmed.push(*id),
            Told::Refused(code) => report.miss(format!("a good purchase was refused: {code}")),
        }
    }
    confirmed
}
