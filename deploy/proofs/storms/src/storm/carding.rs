//! Stolen cards are tried: by guests with a new session for each, by throwaway accounts, from many addresses, with forged
//! headers, and without doing the work that is asked for. Among them honest travellers mistype their cards and pay.

use std::collections::BTreeMap;
use std::net::Ipv4Addr;
use std::time::Duration;

use anyhow::{Context, ensure};
use futures::stream::{self, StreamExt, TryStreamExt};
use reqwest::{Client, Method};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::books::Books;
use crate::fleet::Fleet;
use crate::http;
use crate::report::Report;
use crate::sandbox;
use crate::shop::all_confirmed;
use crate::shopper::{Card, MOST_VIEWS, NOT_VIEWED, PROCESS_CARD, Shopper, Told, card_for};
use crate::strangers::{ADDRESSES, at, disguised};
use crate::trips::Trips;

/// Card testers who are at it at the same time.
const TESTERS_AT_ONCE: usize = 16;
/// Stolen cards that may reach the card provider.
const MOST_REACHED: usize = 10;
/// Among ten thousand cards 100 travellers pay, and never fewer than four.
const CARDS_A_TRAVELLER: usize = 100;
const FEWEST_TRAVELLERS: usize = 4;
const TRAVELLERS_AT_ONCE: usize = 4;
/// Of a mobile carrier: every second traveller comes from there.
const CARRIER: Ipv4Addr = Ipv4Addr::new(100, 64, 7, 7);
/// What a bank says of a mistyped security code or date.
const MISTYPED: [&str; 2] = ["4000000000000127", "4000000000000069"];
/// Blocked by their banks, as most stolen cards are.
const STOLEN: [&str; 5] =
    ["4000000000000002", "4000000000009995", "4000000000009987", "4000000000009979", "4000000000006975"];
const CONFIRM: &str = "stripe.payment_intents.confirm";
const FINISHES: Duration = Duration::from_secs(120);

pub async fn run(fleet: &mut Fleet, cards: usize, report: &mut Report) -> anyhow::Result<()> {
    let site = Site { client: http::client().build()?, url: fleet.site(), trips: Trips::default() };
    let travellers = (cards / CARDS_A_TRAVELLER).max(FEWEST_TRAVELLERS);
    let (tried, told) = tokio::try_join!(site.try_stolen(cards), site.sell(travellers))?;
    fleet.check_alive()?;
    let honest = travellers * (MISTYPED.len() + 1);
    let confirmed = sandbox::calls(&fleet.sandbox(), CONFIRM).await?;
    let reached = confirmed.saturating_sub(honest);
    report.row(
        "stolen cards: tried / at the provider",
        format!("{} / {reached}", tried.values().sum::<usize>()),
    );
    for (code, count) in &tried {
        report.row(format!("  answered {code}"), count);
    }
    report.require(reached <= MOST_REACHED, || format!("{reached} stolen cards reached the provider"));
    report.require(tried.keys().all(|code| REFUSALS.contains(&code.as_str())), || {
        "stolen cards were refused for another reason than that they are too many".to_owned()
    });
    let confirmed = all_confirmed(&told, report);
    report.require(confirmed.len() == travellers, || {
        format!("{} of {travellers} honest travellers paid", confirmed.len())
    });
    Books::finished(fleet, FINISHES).await?.tell(&confirmed, report);
    Ok(())
}

/// What a card tester may be told.
const REFUSALS: [&str; 3] = ["PAYMENT_FAILED", "WORK_REQUIRED", "TOO_MANY_ATTEMPTS"];

struct Site {
    client: Client,
    url: String,
    trips: Trips,
}

impl Site {
    fn visitor(&self) -> Shopper {
        Shopper::arrive(&self.client, &self.url, Card::Simple)
    }

    /// Tries so many cards; answers how often each code was told.
    async fn try_stolen(&self, cards: usize) -> anyhow::Result<BTreeMap<String, usize>> {
        // Each has an account and a guest at least.
        let addresses = ADDRESSES.min(cards.div_ceil(2));
        let share = |address| cards / addresses + usize::from(address < cards % addresses);
        let tries = (0..addresses).map(|address| self.try_from(address, share(address)));
        let told: Vec<_> = stream::iter(tries).buffer_unordered(TESTERS_AT_ONCE).try_collect().await?;
        let mut counts = BTreeMap::new();
        for code in told.concat() {
            *counts.entry(code).or_default() += 1;
        }
        Ok(counts)
    }

    /// Tries cards from one address: half of them with an account, the others each in a session of its own.
    async fn try_from(&self, address: usize, cards: usize) -> anyhow::Result<Vec<String>> {
        let offer = self.tester(address, 0).find(self.trips.next()).await?;
        let mut codes = Vec::new();
        if cards > 1 {
            let account = self.tester(address, 1);
            register(&account, address).await?;
            open(&account, &offer).await?;
            for n in 0..cards / 2 {
                codes.push(try_card(&account, &offer, n).await?);
            }
        }
        for n in codes.len()..cards {
            let guest = self.tester(address, n);
            open(&guest, &offer).await?;
            codes.push(try_card(&guest, &offer, n).await?);
        }
        Ok(codes)
    }

    /// A card tester who says with each card that they are somebody else.
    fn tester(&self, address: usize, n: usize) -> Shopper {
        disguised(self.visitor(), address, n)
    }

    /// Honest travellers, each with two typos; answers what they were told in the end.
    async fn sell(&self, travellers: usize) -> anyhow::Result<Vec<Told>> {
        let purchases = (0..travellers).map(|n| self.buy_with_typos(n));
        stream::iter(purchases).buffer_unordered(TRAVELLERS_AT_ONCE).try_collect().await
    }

    async fn buy_with_typos(&self, n: usize) -> anyhow::Result<Told> {
        let own = Ipv4Addr::new(100, 65, u8::try_from(n % 256)?, 1);
        let traveller = at(self.visitor(), if n.is_multiple_of(2) { CARRIER } else { own });
        let offer = traveller.find(self.trips.next()).await?;
        for number in MISTYPED {
            let answer = traveller.pay_with(&offer, number).await?.err().context("a mistyped card paid")?;
            ensure!(answer.body["error"] == "PAYMENT_FAILED", "a mistyped card was answered {answer:?}");
        }
        traveller.buy_offer(&offer).await
    }
}

/// Makes an account and signs in: nothing proves its mailbox. A name with many digits may be taken for a card number.
async fn register(tester: &Shopper, address: usize) -> anyhow::Result<()> {
    let name = format!("tester{address}");
    let password = format!("long-{}", Uuid::now_v7().simple());
    let account = json!({
        "username": name, "email": format!("{name}@cards.example"), "firstName": "Ada", "lastName": "Byron",
        "password": password,
    });
    let login = json!({ "username": name, "password": password });
    for (path, body) in [("/api/auth/register", account), ("/api/auth/login", login)] {
        let answer = tester.insist(Method::POST, path, None, Some(&body)).await?;
        ensure!(answer.status.is_success(), "{path}: {answer:?}");
    }
    Ok(())
}

/// Opens an offer's page, without which no card is taken.
async fn open(tester: &Shopper, offer: &Value) -> anyhow::Result<()> {
    let page = format!("/api/flights/offer/{}", offer["id"].as_str().context("an offer without an id")?);
    let answer = tester.insist(Method::GET, &page, None, None).await?;
    ensure!(answer.status.is_success(), "{page}: {answer:?}");
    Ok(())
}

/// What is told of a stolen card. A page that was shown while svc-payments had no time for a proof is opened again.
async fn try_card(tester: &Shopper, offer: &Value, n: usize) -> anyhow::Result<String> {
    let mut told = send_card(tester, offer, n).await?;
    for _ in 0..MOST_VIEWS {
        if told != NOT_VIEWED {
            break;
        }
        open(tester, offer).await?;
        told = send_card(tester, offer, n).await?;
    }
    Ok(told)
}

/// Sends a stolen card without any work.
async fn send_card(tester: &Shopper, offer: &Value, n: usize) -> anyhow::Result<String> {
    let key = Uuid::now_v7().to_string();
    let body = card_for(offer, STOLEN[n % STOLEN.len()]);
    let answer = tester.insist(Method::POST, PROCESS_CARD, Some(&key), Some(&body)).await?;
    let told = answer.body["error"].as_str().unwrap_or_else(|| answer.code());
    Ok(told.to_owned())
}
