//! One buyer, through the calls of the web app: the offer's page, a last look at the offer, the card, the purchase.
//! An unclear answer is asked for again under the same key. Some buy a bag, and the airline may withdraw it meanwhile.

use std::sync::OnceLock;

use http::StatusCode;
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use super::basket::Basket;
use super::browser::{Answer, Browser, Call};
use super::holder;
use crate::holder::Holder;
use crate::receipts::Told;
use crate::world::World;

/// Cards, or tries of one, before somebody gives up.
const CARDS: u32 = 4;
const GOOD: &str = "4242424242424242";
const DECLINED: &str = "4000000000000002";
/// The bank wants to see the holder, and then pays, or after all declines.
const ASKED: &str = "4000002760003184";
const ASKED_AND_DECLINED: &str = "4000008260003178";
/// A refund is under way for a while.
const SLOW_REFUND: &str = "4000000000007726";

pub struct Buyer {
    pub(super) world: World,
    n: u32,
    offer_id: String,
    pub(super) browser: Browser,
    /// At work since the bank has asked for them.
    holder: OnceLock<JoinHandle<()>>,
}

impl Buyer {
    pub fn new(world: &World, n: u32, offer_id: String) -> Self {
        let browser = Browser::new(world, n);
        Self { world: world.clone(), n, offer_id, browser, holder: OnceLock::new() }
    }

    /// Fails where the cardholder panics.
    pub async fn buy(mut self) -> anyhow::Result<()> {
        let Some((basket, order)) = self.prepare().await else { return Ok(()) };
        let first = format!("key-{}", self.n);
        // A double click, or another tab: with the same key, or with one of its own.
        let second = self.world.dice.percent(35).then(|| {
            let has_own = self.world.dice.percent(30);
            if has_own { format!("tab-{}", self.n) } else { first.clone() }
        });
        let keys = std::iter::once(first).chain(second);
        let submissions = keys.map(|key| self.submit(Call::book(&key, order.clone())));
        let ends = futures::future::join_all(submissions);
        let (ends, withdrawn) = tokio::join!(ends, self.may_lose_the_bag(&basket));
        withdrawn?;
        if let Some(holder) = self.holder.take() {
            holder.await?;
        }
        if let Some(booking) = ends.into_iter().flatten().next() {
            self.may_change_their_mind(&booking).await;
        }
        Ok(())
    }

    /// The purchase, priced and paid for; nothing where the offer was gone before, or no card was good for it.
    async fn prepare(&self) -> Option<(Basket, Value)> {
        let offer = self.open_offer().await.inspect_err(|refusal| self.refused(refusal)).ok()?;
        let basket = Basket::of(offer, self.wants_a_bag());
        let payment = self.pay(&basket).await?;
        self.world.receipts.paid_with(self.n, &payment);
        let order = order(&basket, &payment);
        Some((basket, order))
    }

    /// The buyers of every other search do.
    fn wants_a_bag(&self) -> bool {
        (self.n / 2).is_multiple_of(2)
    }

    /// The airline withdraws some bags while they are bought.
    async fn may_lose_the_bag(&self, basket: &Basket) -> anyhow::Result<()> {
        let Some(bag) = basket.bag().filter(|_| self.world.dice.percent(50)) else { return Ok(()) };
        tokio::time::sleep(self.world.dice.millis(0..=6_000)).await;
        self.world.providers.withdraw(&self.offer_id, bag).await
    }

    /// Its page, and a last look whether it still stands. Where that is not answered they go on: it is looked at again
    /// before the card.
    async fn open_offer(&self) -> Result<Value, Answer> {
        let page = self.browser.insist(&Call::get(format!("/api/flights/offer/{}", self.offer_id))).await;
        if page.status != StatusCode::OK {
            return Err(page);
        }
        let gone = [StatusCode::GONE, StatusCode::NOT_FOUND];
        match self.look_again().await {
            Some(answer) if gone.contains(&answer.status) => Err(answer),
            _ => Ok(page.body),
        }
    }

    async fn look_again(&self) -> Option<Answer> {
        self.browser.call(&Call::get(format!("/api/flights/verify-offer/{}", self.offer_id))).await
    }

    /// A payment that holds the price, or will when the cardholder has passed. Who is refused takes another card, a few
    /// times; nothing where all are refused.
    async fn pay(&self, basket: &Basket) -> Option<String> {
        let mut code = String::new();
        for n in 0..CARDS {
            let card = Call::post("/api/payments/process-card", card(basket, self.number()));
            let answer = self.browser.insist(&card.under(&format!("card-{}-{n}", self.n))).await;
            if answer.body["success"] == true {
                return Some(answer.text("paymentId"));
            }
            code = if answer.status.is_success() { answer.text("error") } else { answer.code() };
            if code == "OFFER_NOT_VIEWED" {
                self.look_again().await;
            }
        }
        self.told(Told::Refused { code });
        None
    }

    fn number(&self) -> &'static str {
        match self.world.dice.below(100) {
            0..15 => DECLINED,
            15..35 => ASKED,
            35..40 => ASKED_AND_DECLINED,
            40..50 => SLOW_REFUND,
            _ => GOOD,
        }
    }

    /// Sends a purchase until it is answered with an end; with the booking where it is a trip.
    async fn submit(&self, purchase: Call) -> Option<String> {
        let mut pending = None;
        loop {
            let answer = self.browser.insist(&purchase).await;
            match (answer.status, pending) {
                (StatusCode::CREATED, _) => {
                    let booking = answer.text("id");
                    self.told(Told::Confirmed { booking: booking.clone() });
                    return Some(booking);
                }
                (StatusCode::ACCEPTED, _) => {
                    self.may_be_asked(&answer);
                    pending = Some(answer.text("id"));
                }
                (_, Some(booking)) => {
                    self.told(Told::Failed { booking });
                    return None;
                }
                (_, None) => {
                    self.refused(&answer);
                    return None;
                }
            }
            self.browser.pause().await;
        }
    }

    /// Where the bank wants to see the cardholder: they come, or do not.
    fn may_be_asked(&self, pending: &Answer) {
        let asked_at = pending.text("actionUrl");
        if !asked_at.is_empty() {
            self.holder.get_or_init(|| {
                let holder = Holder::by(&self.world.dice);
                self.world.receipts.asked(self.n, holder);
                tokio::spawn(holder::answer(holder, self.world.clone(), asked_at))
            });
        }
    }

    fn refused(&self, answer: &Answer) {
        self.told(Told::Refused { code: answer.code() });
    }

    pub(super) fn told(&self, told: Told) {
        self.world.receipts.told(self.n, told);
    }
}

/// What holds the price of a basket on a card.
fn card(basket: &Basket, number: &str) -> Value {
    let offer = &basket.offer;
    json!({
        "offerId": offer["id"],
        "amount": basket.amount(),
        "currency": offer["price"]["currency"],
        "seats": [],
        "bags": basket.bags(),
        "expectedMode": "test",
        "cardDetails": {
            "number": number,
            "expiryMonth": "12",
            "expiryYear": "30",
            "cvv": "123",
            "holderName": "Ada Byron",
        },
    })
}

/// The purchase of a basket for one adult.
fn order(basket: &Basket, payment: &str) -> Value {
    let offer = &basket.offer;
    let member = &offer["passengers"][0];
    json!({
        "offerId": offer["id"],
        "paymentId": payment,
        "paymentDetails": { "amount": basket.amount(), "currency": offer["price"]["currency"] },
        "seats": [],
        "bags": basket.bags(),
        "expectedMode": "test",
        "passengers": [{
            "id": member["id"],
            "type": member["type"],
            "title": "ms",
            "gender": "female",
            "firstName": "Ada",
            "lastName": "Byron",
            "dateOfBirth": "1985-12-10",
            "email": "ada@traveller.example",
            "phone": "+12025550143",
            "passportNumber": "P1234567",
            "passportExpiryDate": "2035-01-01",
            "passportIssuingCountry": "GB",
        }],
    })
}
