//! The system on which faults begin, go on and end.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, ensure};
use futures::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use service::{Clock, SystemClock};
use stack::certificates::make_at;
use tokio::time::{sleep, timeout};
use uuid::Uuid;

use super::faults::Fault;
use super::strangers::Strangers;
use crate::day;
use crate::fleet::{Fleet, NATS, POSTGRES};
use crate::sandbox;
use crate::shop::Shop;
use crate::shopper::{Shopper, Told};

const BOOKING: &str = "svc-booking";
const SEARCH: &str = "svc-search";
const BRAND: &str = "svc-brand";
/// No mail server is there.
const NO_MAIL_SERVER: &str = "smtp://127.0.0.1:1";
/// What a traveller does in a turn takes no longer, or is given up.
const TURN: Duration = Duration::from_secs(15);
/// Travellers, calls or searches of a turn.
const AT_ONCE: usize = 3;
/// Offers are found by so many searches, and so many are read in a turn, of which some fail: fewer than open a breaker.
const SEARCHES: usize = 5;
const READS: usize = 8;
const FAILED_READS: usize = 4;
const SEARCH_CALLS: [&str; 2] = ["duffel.offer_requests.create", "duffel.batch_offer_requests.create"];
/// A certificate that was made so long ago ends in two days.
const AGE: time::Duration = time::Duration::days(363);
const OF_A_CERTIFICATE: [&str; 2] = ["key.pem", "cert.pem"];
/// Any payment of a storm is younger.
const STORM: Duration = Duration::from_secs(3_600);

pub struct Scene<'f> {
    fleet: &'f mut Fleet,
    shop: Shop,
    /// Of `OffersFail`.
    offers: Vec<String>,
    /// Of `OrderInDoubt`.
    in_doubt: Vec<Uuid>,
    /// Of `DatabaseAway`: an order that is paid for, and who sends it.
    order: Option<(Shopper, Value)>,
    strangers: Option<Strangers>,
}

impl<'f> Scene<'f> {
    pub fn of(fleet: &'f mut Fleet) -> anyhow::Result<Self> {
        let shop = Shop::open(fleet)?;
        Ok(Self { fleet, shop, offers: Vec::new(), in_doubt: Vec::new(), order: None, strangers: None })
    }

    /// Travellers buy, so many at a time, for so long. Answers what they were told.
    pub async fn sell(&self, at_once: usize, length: Duration) -> anyhow::Result<Vec<Told>> {
        let quiet = async {
            sleep(length).await;
            anyhow::Ok(())
        };
        let (told, ()) = self.shop.during(at_once, quiet).await?;
        Ok(told)
    }

    pub async fn begin(&mut self, fault: Fault) -> anyhow::Result<()> {
        match fault {
            Fault::OffersFail => self.offers = self.find_offers().await?,
            Fault::AccountRefused => self.fail_searches("access_token_not_found").await?,
            Fault::SearchesLimited => self.fail_searches("rate_limit_exceeded").await?,
            Fault::FlightsAway => {
                self.plan(json!({ "on": "duffel.*", "effect": { "kind": "html", "status": 503 } })).await?;
            }
            Fault::MailAway => self.restart_with(BOOKING, "smtp-url", NO_MAIL_SERVER).await?,
            Fault::BrokerAway => self.fleet.kill(NATS).await?,
            Fault::OrderInDoubt => {
                let booking = self.book_under(no_order).await?;
                self.in_doubt.push(booking);
            }
            Fault::CaptureFails => {
                let booking = self.book_under(no_capture).await?;
                day::bookings_are_older(&self.fleet.database(), &[booking]).await?;
            }
            Fault::ListFails => self.plan(failing("stripe.payment_intents.list", "api_error")).await?,
            Fault::CertificateEnds => self.show_ending_certificate()?,
            Fault::DatabaseAway => {
                let shopper = self.shop.shopper();
                let (order, _payment) = shopper.prepare(self.shop.trips.next()).await?;
                self.order = Some((shopper, order));
                self.fleet.kill(POSTGRES).await?;
            }
            Fault::ProgramAway => self.fleet.kill(SEARCH).await?,
            Fault::ForeignCertificate => {
                let foreign = self.fleet.certificates().join(SEARCH).display().to_string();
                self.restart_with(BRAND, "tls-dir", &foreign).await?;
            }
            Fault::StolenCards => self.strangers = Some(Strangers::arrive(self.fleet, &self.shop).await?),
            _ => {}
        }
        Ok(())
    }

    /// What visitors do meanwhile, once more. How it ends is theirs: only alerts are judged.
    pub async fn go_on(&self, fault: Fault, turn: usize) {
        let _given_up = timeout(TURN, self.take_turn(fault, turn)).await;
    }

    async fn take_turn(&self, fault: Fault, turn: usize) {
        match fault {
            Fault::OffersFail => self.read_offers(turn).await,
            Fault::AccountRefused | Fault::FlightsAway | Fault::SearchesLimited => self.search().await,
            Fault::MailAway => self.buy().await,
            Fault::BrokerAway => {
                self.buy().await;
                let _tried_again = day::events_are_older(&self.fleet.database()).await;
            }
            Fault::CaptureFails => {
                let _tried_again = day::captures_are_due(&self.fleet.database()).await;
            }
            Fault::DatabaseAway => self.send_order().await,
            _ => {
                if let Some(strangers) = &self.strangers {
                    self.go_on_as(strangers, fault, turn).await;
                }
            }
        }
    }

    async fn go_on_as(&self, strangers: &Strangers, fault: Fault, turn: usize) {
        match fault {
            Fault::StolenCards => strangers.try_cards(&self.shop).await,
            Fault::GuessedPasswords => strangers.guess_passwords(&self.shop).await,
            Fault::GuessedStepUps => strangers.guess_step_ups().await,
            Fault::GuessedCodes => strangers.guess_codes(turn).await,
            Fault::ForeignTrip => strangers.ask_for_trip(&self.shop).await,
            Fault::ForgedWebhooks => strangers.forge_webhooks().await,
            Fault::PolicyReports => strangers.report_violations().await,
            Fault::LargeHeads => strangers.send_large_heads().await,
            _ => {}
        }
    }

    pub async fn end(&mut self, fault: Fault) -> anyhow::Result<()> {
        match fault {
            Fault::MailAway => {
                self.restart(BOOKING).await?;
                day::all_is_due(&self.fleet.database()).await?;
            }
            Fault::BrokerAway => self.fleet.revive(NATS).await?,
            Fault::OrderInDoubt => {
                sandbox::calm(&self.fleet.sandbox()).await?;
                // An order is given up only after other webhooks have come.
                self.buy().await;
                day::passes(&self.fleet.database(), &self.in_doubt).await?;
            }
            Fault::CaptureFails => {
                sandbox::calm(&self.fleet.sandbox()).await?;
                day::payments_are_due(&self.fleet.database(), STORM).await?;
                day::captures_are_due(&self.fleet.database()).await?;
            }
            Fault::CertificateEnds => copy_certificate(&self.kept(), &self.used())?,
            Fault::DatabaseAway => {
                self.fleet.revive(POSTGRES).await?;
                self.fleet.until_open().await?;
            }
            Fault::ProgramAway => {
                self.fleet.revive(SEARCH).await?;
                self.fleet.until_ready(SEARCH).await?;
            }
            Fault::ForeignCertificate => self.restart(BRAND).await?,
            _ => sandbox::calm(&self.fleet.sandbox()).await?,
        }
        Ok(())
    }

    /// Searches, as visitors do: a breaker that is open closes by the next call that succeeds.
    pub async fn search(&self) {
        join_all((0..AT_ONCE).map(|_| self.search_once())).await;
    }

    async fn search_once(&self) {
        let search = self.shop.trips.next().search();
        let _answer = self.shop.shopper().call(Method::GET, &search, None, None).await;
    }

    async fn buy(&self) {
        let purchases = (0..AT_ONCE).map(|_| async {
            let _told = self.shop.shopper().buy(self.shop.trips.next()).await;
        });
        join_all(purchases).await;
    }

    async fn send_order(&self) {
        let Some((shopper, order)) = &self.order else { return };
        let calls = (0..2 * AT_ONCE).map(|_| async {
            let key = Uuid::now_v7().to_string();
            let _refused = shopper.call(Method::POST, "/api/bookings", Some(&key), Some(order)).await;
        });
        join_all(calls).await;
    }

    /// The ids of what some searches find.
    async fn find_offers(&self) -> anyhow::Result<Vec<String>> {
        let mut offers = Vec::new();
        for _ in 0..SEARCHES {
            let search = self.shop.trips.next().search();
            let answer = self.shop.shopper().insist(Method::GET, &search, None, None).await?;
            let found = answer.body["offers"].as_array().into_iter().flatten();
            offers.extend(found.filter_map(|offer| offer["id"].as_str().map(str::to_owned)));
        }
        ensure!(offers.len() >= READS, "no offers to read: {}", offers.len());
        Ok(offers)
    }

    /// One after the other, the first of which fail. svc-offers knows for some seconds what it has read.
    async fn read_offers(&self, turn: usize) {
        let fault = json!({
            "on": "duffel.offers.get", "times": FAILED_READS,
            "effect": { "kind": "error", "code": "internal_server_error" },
        });
        let _planned = self.plan(fault).await;
        let shopper = self.shop.shopper();
        for offer in self.offers.iter().cycle().skip(turn * READS % self.offers.len()).take(READS) {
            let page = format!("/api/flights/verify-offer/{offer}");
            let _answer = shopper.call(Method::GET, &page, None, None).await;
        }
    }

    /// Has all searches be refused by the flight provider.
    async fn fail_searches(&self, code: &str) -> anyhow::Result<()> {
        for call in SEARCH_CALLS {
            self.plan(failing(call, code)).await?;
        }
        Ok(())
    }

    async fn plan(&self, fault: Value) -> anyhow::Result<()> {
        sandbox::plan(&self.fleet.sandbox(), &fault).await
    }

    /// Books while a call about the order or its payment meets a fault.
    async fn book_under(&self, fault: fn(&Value, &str) -> Value) -> anyhow::Result<Uuid> {
        let shopper = self.shop.shopper();
        let (order, payment) = shopper.prepare(self.shop.trips.next()).await?;
        self.plan(fault(&order, &payment)).await?;
        let answer = shopper.submit(&order, &Uuid::now_v7().to_string()).await?;
        answer.booking().with_context(|| format!("no booking: {answer:?}"))
    }

    async fn restart_with(
        &mut self,
        program: &'static str,
        setting: &str,
        value: &str,
    ) -> anyhow::Result<()> {
        self.fleet.kill(program).await?;
        self.fleet.revive_with(program, setting, value).await
    }

    async fn restart(&mut self, program: &'static str) -> anyhow::Result<()> {
        self.fleet.kill(program).await?;
        self.fleet.revive(program).await?;
        self.fleet.until_ready(program).await
    }

    /// Of the authority that is trusted, so that nobody refuses it.
    fn show_ending_certificate(&self) -> anyhow::Result<()> {
        let made = self.fleet.folder().join("ending");
        make_at(SystemClock.now() - AGE, &made, Some(&self.fleet.authority()))?;
        fs::create_dir_all(self.kept())?;
        copy_certificate(&self.used(), &self.kept())?;
        copy_certificate(&made.join(BRAND), &self.used())
    }

    fn used(&self) -> PathBuf {
        self.fleet.certificates().join(BRAND)
    }

    fn kept(&self) -> PathBuf {
        self.fleet.folder().join("kept")
    }
}

fn copy_certificate(from: &Path, to: &Path) -> anyhow::Result<()> {
    for file in OF_A_CERTIFICATE {
        fs::copy(from.join(file), to.join(file)).with_context(|| format!("copying {file}"))?;
    }
    Ok(())
}

/// Every call of an operation fails.
fn failing(operation: &str, code: &str) -> Value {
    json!({ "on": operation, "effect": { "kind": "error", "code": code } })
}

fn no_order(order: &Value, _payment: &str) -> Value {
    json!({
        "on": "duffel.orders.create", "times": 1, "match": { "offer": order["offerId"] },
        "effect": { "kind": "html", "status": 504 },
    })
}

fn no_capture(_order: &Value, payment: &str) -> Value {
    json!({
        "on": "stripe.payment_intents.capture", "match": { "metadata": { "payment_id": payment } },
        "effect": { "kind": "error", "code": "api_error" },
    })
}
