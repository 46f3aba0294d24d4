//! Those whom strangers would lock out. Each has signed in before, in the browser that they use.

use std::net::Ipv4Addr;
use std::time::Duration;

use anyhow::{Context, ensure};
use futures::future::join_all;
use reqwest::{Client, Method};
use serde_json::{Value, json};
use tokio::time::{Instant, interval};
use uuid::Uuid;

use crate::fleet::Fleet;
use crate::http;
use crate::report::Report;
use crate::sandbox;
use crate::shopper::{Answer, Card, Shopper};
use crate::strangers::at;
use crate::until::until;

pub const OWNER: &str = "owner";
/// Of the demonstration.
pub const ADMINISTRATOR: &str = "admin";
const ADMINISTRATORS_PASSWORD: &str = "admin-Fareway-2026";
/// A sign-in takes no longer, and neither does the way over a mailed link.
const SIGNED_IN: Duration = Duration::from_secs(5);
/// One address may sign in 20 times a minute.
const EVERY: Duration = Duration::from_secs(4);
const MAILED: Duration = Duration::from_secs(30);
/// The page of a link that resets a password. Links that confirm an address have a token too.
const PAGE: &str = "/reset-password";
const TOKEN: &str = "#token=";

pub struct People {
    owners: Vec<Owner>,
    administrator: Person,
}

/// Somebody in a browser.
struct Person {
    browser: Shopper,
    name: &'static str,
    password: String,
}

/// A person with an account of one brand, whose mailbox is the sandbox's.
struct Owner {
    person: Person,
    email: String,
    new_browser: Shopper,
    sandbox: String,
}

struct SignIn {
    took: Duration,
    refused: Option<String>,
}

pub struct Visits {
    of_owners: Vec<SignIn>,
    by_link: Vec<SignIn>,
    of_administrator: Vec<SignIn>,
}

impl People {
    /// Makes the owners' accounts, and has all sign in once.
    pub async fn arrive(fleet: &Fleet, brands: &[String]) -> anyhow::Result<Self> {
        let (client, site) = (http::client().build()?, fleet.site());
        let mut owners = Vec::new();
        for (number, brand) in (1..).zip(brands) {
            let browsers = [65, 66].map(|network| browser(&client, &site, brand, [network, number]));
            owners.push(Owner::register(browsers, brand, fleet.sandbox()).await?);
        }
        let browser = browser(&client, &site, brands.first().context("no brand")?, [67, 1]);
        let password = ADMINISTRATORS_PASSWORD.to_owned();
        let administrator = Person { browser, name: ADMINISTRATOR, password };
        administrator.get_in().await?;
        Ok(Self { owners, administrator })
    }

    /// Has all of them sign in again and again, for so long. At half-time each owner moves to a new browser.
    pub async fn visit_for(&mut self, length: Duration) -> Visits {
        let begun = Instant::now();
        let (half, end) = (begun + length / 2, begun + length);
        let of_owners = join_all(self.owners.iter_mut().map(|owner| owner.visit_until(half, end)));
        let (of_owners, of_administrator) = tokio::join!(of_owners, self.administrator.sign_in_until(end));
        let (of_owners, by_link): (Vec<_>, Vec<_>) = of_owners.into_iter().unzip();
        Visits { of_owners: of_owners.into_iter().flatten().collect(), by_link, of_administrator }
    }
}

/// A browser at an address of its own.
fn browser(client: &Client, site: &str, brand: &str, [network, number]: [u8; 2]) -> Shopper {
    let shopper = Shopper::arrive(client, site, Card::Simple).with("x-brand", brand);
    at(shopper, Ipv4Addr::new(100, network, number, 1))
}

impl Owner {
    async fn register(
        [browser, new_browser]: [Shopper; 2],
        brand: &str,
        sandbox: String,
    ) -> anyhow::Result<Self> {
        let (email, password) = (format!("{OWNER}@{brand}.example"), new_password());
        let account = json!({
            "username": OWNER, "email": email, "firstName": "Ada", "lastName": "Byron", "password": password,
        });
        post(&browser, "/api/auth/register", &account).await?;
        let person = Person { browser, name: OWNER, password };
        person.get_in().await?;
        Ok(Self { person, email, new_browser, sandbox })
    }

    /// Signs in where they have before, then by a mailed link in a new browser, then there.
    async fn visit_until(&mut self, half: Instant, end: Instant) -> (Vec<SignIn>, SignIn) {
        let mut sign_ins = self.person.sign_in_until(half).await;
        let by_link = SignIn::timed(self.move_to_new_browser()).await;
        sign_ins.extend(self.person.sign_in_until(end).await);
        (sign_ins, by_link)
    }

    async fn move_to_new_browser(&mut self) -> anyhow::Result<()> {
        let browser = self.new_browser.clone();
        post(&browser, "/api/auth/forgot-password", &json!({ "email": self.email })).await?;
        let (token, password) = (self.mailed_token().await?, new_password());
        let body = json!({ "token": token, "password": password });
        post(&browser, "/api/auth/reset-password", &body).await?;
        self.person = Person { browser, name: OWNER, password };
        self.person.get_in().await
    }

    async fn mailed_token(&self) -> anyhow::Result<String> {
        until("a link is mailed", MAILED, async || {
            let mails = sandbox::mails_to(&self.sandbox, &self.email).await;
            let mails = mails.map_err(|error| error.to_string())?;
            mails.iter().find_map(|text| token_in(text)).ok_or_else(|| format!("{} mails", mails.len()))
        })
        .await
    }
}

fn token_in(text: &str) -> Option<String> {
    let (_, link) = text.split_once(PAGE)?;
    let (_, rest) = link.split_once(TOKEN)?;
    rest.split_whitespace().next().map(str::to_owned)
}

/// With characters of four kinds.
fn new_password() -> String {
    format!("Long-{}", Uuid::now_v7().simple())
}

impl Person {
    async fn sign_in_until(&self, end: Instant) -> Vec<SignIn> {
        let (mut turns, mut sign_ins) = (interval(EVERY), Vec::new());
        loop {
            turns.tick().await;
            if Instant::now() >= end {
                return sign_ins;
            }
            sign_ins.push(SignIn::timed(self.get_in()).await);
        }
    }

    async fn get_in(&self) -> anyhow::Result<()> {
        let answer = sign_in(&self.browser, self.name, &self.password).await?;
        ensure!(answer.status.is_success(), "{} {}", answer.status, answer.code());
        Ok(())
    }
}

/// Sends a name and a password, once.
pub async fn sign_in(browser: &Shopper, name: &str, password: &str) -> anyhow::Result<Answer> {
    let body = json!({ "username": name, "password": password });
    browser.call(Method::POST, "/api/auth/login", None, Some(&body)).await
}

async fn post(browser: &Shopper, path: &str, body: &Value) -> anyhow::Result<()> {
    let answer = browser.call(Method::POST, path, None, Some(body)).await?;
    ensure!(answer.status.is_success(), "{path}: {} {}", answer.status, answer.body);
    Ok(())
}

impl SignIn {
    async fn timed(way: impl Future<Output = anyhow::Result<()>>) -> Self {
        let begun = Instant::now();
        let refused = way.await.err().map(|error| format!("{error:#}"));
        Self { took: begun.elapsed(), refused }
    }
}

impl Visits {
    pub fn tell(self, report: &mut Report) {
        tell("the owner signs in where they have before", self.of_owners, report);
        tell("the owner gets in by a mailed link", self.by_link, report);
        tell("the administrator signs in where they have before", self.of_administrator, report);
    }
}

fn tell(what: &str, sign_ins: Vec<SignIn>, report: &mut Report) {
    for SignIn { took, refused } in &sign_ins {
        if let Some(refused) = refused {
            report.miss(format!("{what}: {refused}"));
        }
        report.require(*took <= SIGNED_IN, || format!("{what}: took {took:?}"));
    }
    report.require(!sign_ins.is_empty(), || format!("{what}: never"));
    report.times(what, sign_ins.into_iter().map(|it| it.took).collect());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_token_is_that_of_a_link_for_a_new_password_and_ends_where_the_link_does() {
        let mail = "Choose one here:\n\nhttp://localhost/reset-password?brand=blue#token=t0-ken_\n\nIf not";

        assert_eq!(token_in(mail).as_deref(), Some("t0-ken_"));
        assert_eq!(token_in("http://localhost/confirm-email?brand=blue#token=t0-ken_"), None);
        assert_eq!(token_in("Your password was changed."), None);
    }
}
