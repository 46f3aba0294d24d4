//! A traveller who does not want their trip any more: looks at what that pays back, and has it cancelled for no less.

use http::StatusCode;
use money::Money;
use serde_json::{Value, json};

use super::browser::{Answer, Call};
use super::buyer::Buyer;
use crate::receipts::Told;

impl Buyer {
    /// Some do, some on two pages at once.
    pub(super) async fn may_change_their_mind(&self, booking: &str) {
        let (changes, twice) = (self.world.dice.percent(80), self.world.dice.percent(35));
        if changes {
            self.browser.pause().await;
            let pages = (0..if twice { 2 } else { 1 }).map(|_| self.leave(booking));
            futures::future::join_all(pages).await;
        }
    }

    /// On one page: until the trip is cancelled, or can't be.
    async fn leave(&self, booking: &str) {
        while let Some(shown) = self.look(booking).await {
            let call = Call::post(format!("/api/bookings/{booking}/cancel"), json!({ "refund": shown }));
            let answer = self.browser.insist(&call).await;
            let booking = booking.to_owned();
            if answer.status == StatusCode::OK {
                let (shown, refund) = (minor(&shown), minor(&answer.body["refund"]));
                return self.told(Told::Cancelled { booking, shown, refund });
            }
            if answer.code() != "REFUND_CHANGED" {
                return self.told(Told::NotCancellable { booking });
            }
        }
    }

    /// What goes back to the card; nothing where it can't be cancelled, or another page is at it.
    async fn look(&self, booking: &str) -> Option<Value> {
        let call = Call::get(format!("/api/bookings/{booking}/cancellation"));
        let Answer { status, mut body } = self.browser.insist(&call).await;
        let refund = body["refund"].take();
        (status == StatusCode::OK && !refund.is_null()).then_some(refund)
    }
}

/// A sum of the card in minor units; 0 where there is none.
fn minor(sum: &Value) -> i64 {
    let text = |member: &str| sum[member].as_str().unwrap_or_default();
    Money::parse(text("amount"), text("currency")).map_or(0, |sum| sum.minor)
}
