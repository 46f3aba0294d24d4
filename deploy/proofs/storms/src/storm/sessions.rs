//! Visitors without a cookie read offers, as programs do, and each read may leave a session. An hour later these are
//! gone. The hour is had by moving all sessions back in time while svc-identity is down: it looks at its start, and then
//! every ten minutes.

use std::time::Duration;

use anyhow::Context;
use futures::future::ready;
use futures::stream::{self, StreamExt};
use reqwest::{Client, Method};
use sqlx::{Connection, PgConnection};

use crate::fleet::Fleet;
use crate::http;
use crate::report::Report;
use crate::shopper::{Card, Shopper};
use crate::trips::Trips;
use crate::until::until;

const READS_AT_ONCE: usize = 16;
/// An offer ends half an hour after the search.
const READS_OF_AN_OFFER: usize = 2_000;
/// One session of so many reads may be left, and fewer: a thousand of 100,000.
const READS_A_SESSION: usize = 100;
const IDENTITY: &str = "svc-identity";
const SWEPT: Duration = Duration::from_secs(120);

pub async fn run(fleet: &mut Fleet, reads: usize, report: &mut Report) -> anyhow::Result<()> {
    let (database, identity) = (fleet.database(), fleet.name_of(IDENTITY)?);
    let site = Site { client: http::client().build()?, url: fleet.site(), trips: Trips::default() };
    let answered = site.read(reads).await?;
    fleet.check_alive()?;
    report.row("reads without a cookie: made / answered", format!("{reads} / {answered}"));
    report.require(answered == reads, || format!("{} reads were not answered", reads - answered));
    report.row("sessions after the reads", count_sessions(&database).await?);

    fleet.kill(identity).await?;
    pass_an_hour(&database).await?;
    fleet.revive(identity).await?;
    let left = until_swept(&database, reads.div_ceil(READS_A_SESSION)).await?;
    report.row("sessions an hour later", left);
    Ok(())
}

struct Site {
    client: Client,
    url: String,
    trips: Trips,
}

impl Site {
    /// Answers how many reads brought an offer.
    async fn read(&self, reads: usize) -> anyhow::Result<usize> {
        let mut answered = 0;
        for done in (0..reads).step_by(READS_OF_AN_OFFER) {
            let page = self.find_page().await?;
            let readers = (done..reads).take(READS_OF_AN_OFFER).map(|_| self.is_answered(&page));
            let answers = stream::iter(readers).buffer_unordered(READS_AT_ONCE);
            answered += answers.filter(|is_answered| ready(*is_answered)).count().await;
        }
        Ok(answered)
    }

    fn visitor(&self) -> Shopper {
        Shopper::arrive(&self.client, &self.url, Card::Simple)
    }

    async fn find_page(&self) -> anyhow::Result<String> {
        let search = self.trips.next().search();
        let found = self.visitor().insist(Method::GET, &search, None, None).await?;
        let offer = found.body["offers"][0]["id"].as_str();
        Ok(format!("/api/flights/offer/{}", offer.with_context(|| format!("no offers: {search}"))?))
    }

    async fn is_answered(&self, page: &str) -> bool {
        let answer = self.visitor().call(Method::GET, page, None, None).await;
        answer.is_ok_and(|answer| answer.status.is_success())
    }
}

async fn count_sessions(database: &str) -> anyhow::Result<usize> {
    let mut database = PgConnection::connect(database).await?;
    let count: i64 =
        sqlx::query_scalar("select count(*) from identity.session").fetch_one(&mut database).await?;
    database.close().await?;
    Ok(usize::try_from(count)?)
}

async fn pass_an_hour(database: &str) -> anyhow::Result<()> {
    let mut database = PgConnection::connect(database).await?;
    let statement = "update identity.session
        set started_at = started_at - interval '1 hour', seen_at = seen_at - interval '1 hour'";
    sqlx::query(statement).execute(&mut database).await?;
    Ok(database.close().await?)
}

/// Waits until there are fewer than `limit`, and answers how many.
async fn until_swept(database: &str, limit: usize) -> anyhow::Result<usize> {
    until("unused sessions end", SWEPT, async || {
        let left = count_sessions(database).await.map_err(|error| error.to_string())?;
        if left < limit { Ok(left) } else { Err(format!("{left} are left, {limit} and more are too many")) }
    })
    .await
}
