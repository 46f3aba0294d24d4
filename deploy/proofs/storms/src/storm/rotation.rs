//! Two of every program. While travellers come, the keys of svc-booking and svc-payments and the secrets of both webhooks are
//! replaced as SECURITY.md says: by rolling updates, with `rekey` between them. No call fails, no webhook is refused, and
//! what was booked before is readable all the time, in the end without the old keys.

mod rekey;
mod secrets;

use std::time::Duration;

use anyhow::ensure;
use serde_json::json;
use sqlx::{Connection, PgConnection};
use tokio::time::sleep;

use self::rekey::Rekey;
use self::secrets::{Secret, Step, WEBHOOKS};
use super::meanwhile::Meanwhile;
use super::older::Older;
use crate::balancer::Balancer;
use crate::cluster::{Cluster, ROLL};
use crate::fleet::{Fleet, GATEWAY};
use crate::report::Report;
use crate::sandbox;
use crate::shop::Shop;

const BOOKING: &str = "svc-booking";
const PAYMENTS: &str = "svc-payments";
/// Between two steps. Longer than a purchase takes from its offer to its booking.
const QUIET: Duration = Duration::from_secs(15);
/// All runs of `rekey` take no longer.
const REKEY: Duration = Duration::from_secs(30);

pub async fn run(fleet: &Fleet, older: usize, report: &mut Report) -> anyhow::Result<()> {
    ensure!(older > 0, "without an older booking nothing is read");
    let mut cluster = Cluster::start(fleet).await?;
    let _balancer = Balancer::start(fleet.site_port(), &cluster.gateways()).await?;
    fleet.until_open().await?;
    let older = Older::buy(&Shop::open(fleet)?, older).await?;

    let mut rotation = Rotation::of(fleet, &mut cluster)?;
    let length = rotation.length();
    let replacing = Box::pin(rotation.carry_out(&older, report));
    let meanwhile = Meanwhile::of(fleet, &older, length, replacing).await?;
    cluster.check_alive()?;
    meanwhile.judge(report);
    older.are_readable(report).await;
    webhooks_are_believed(fleet, &cluster, report)?;
    meanwhile.compare_books(fleet, &older, report).await?;
    cluster.stop().await;
    Ok(())
}

/// All that is replaced, and the system it is replaced in.
struct Rotation<'s> {
    fleet: &'s Fleet,
    cluster: &'s mut Cluster,
    secrets: Vec<Secret>,
    /// Places of the replicas that are rolled.
    places: Vec<usize>,
    rekey: Rekey,
}

impl<'s> Rotation<'s> {
    fn of(fleet: &'s Fleet, cluster: &'s mut Cluster) -> anyhow::Result<Self> {
        let is_rolled = |place: &usize| [BOOKING, PAYMENTS].contains(&cluster.replicas[*place].name);
        let places = (0..cluster.replicas.len()).filter(is_rolled).collect();
        let secrets = secrets::of(fleet.command_lines())?;
        let rekey = Rekey::of(fleet.command_lines())?;
        Ok(Self { fleet, cluster, secrets, places, rekey })
    }

    /// How long all of it takes at most.
    fn length(&self) -> Duration {
        let rolls = u32::try_from(Step::ALL.len() * self.places.len()).unwrap_or(u32::MAX);
        QUIET * 4 + ROLL.saturating_mul(rolls) + REKEY
    }

    async fn carry_out(&mut self, older: &Older, report: &mut Report) -> anyhow::Result<()> {
        sleep(QUIET).await;
        self.roll_out(Step::NewIsKnown).await?;
        self.providers_sign_with_the_new().await?;
        sleep(QUIET).await;
        self.roll_out(Step::NewIsFirst).await?;
        older.are_the_same_when_sent_again(report).await;
        sleep(QUIET).await;
        let (resealed, runs) = self.rekey.until_done(&self.pii_key(Step::NewIsFirst)).await?;
        report.row("values sealed anew / runs of rekey", format!("{resealed} / {runs}"));
        report.require(resealed > 0, || "nothing was sealed by the old key".to_owned());
        self.roll_out(Step::OldIsGone).await?;
        self.nothing_is_left(report).await?;
        let before = webhooks(&self.fleet.database()).await?;
        sleep(QUIET).await;
        webhooks_come(before, webhooks(&self.fleet.database()).await?, report);
        Ok(())
    }

    /// Each replica in turn starts with the settings of this step.
    async fn roll_out(&mut self, step: Step) -> anyhow::Result<()> {
        for secret in &self.secrets {
            self.cluster.set(secret.program, secret.setting, &secret.at(step));
        }
        self.cluster.roll_out(&self.places).await
    }

    async fn providers_sign_with_the_new(&self) -> anyhow::Result<()> {
        for (provider, setting) in WEBHOOKS {
            let secret = self.secrets.iter().find(|secret| secret.setting == setting);
            let effect = json!({ "kind": "sign", "secret": secret.map(|secret| secret.new) });
            let fault = json!({ "on": format!("{provider}.webhooks.*"), "effect": effect });
            sandbox::plan(&self.fleet.sandbox(), &fault).await?;
        }
        Ok(())
    }

    /// Without the old key every value opens.
    async fn nothing_is_left(&self, report: &mut Report) -> anyhow::Result<()> {
        let found = self.rekey.run(&self.pii_key(Step::OldIsGone)).await?;
        report
            .row("values stored / left under the old key", format!("{} / {}", found.read, found.unreadable));
        report.require(found.unreadable == 0, || format!("{} values are the old key's", found.unreadable));
        Ok(())
    }

    fn pii_key(&self, step: Step) -> String {
        let key = self.secrets.iter().find(|secret| secret.setting == secrets::PII_KEY);
        key.map(|key| key.at(step)).unwrap_or_default()
    }
}

/// Webhooks that svc-booking and svc-payments have believed.
async fn webhooks(database: &str) -> anyhow::Result<(i64, i64)> {
    let mut database = PgConnection::connect(database).await?;
    let counts = sqlx::query_as(
        "select (select count(*) from booking.webhook), (select count(*) from payments.webhook)",
    )
    .fetch_one(&mut database)
    .await?;
    database.close().await?;
    Ok(counts)
}

/// Both providers' webhooks are still believed when only the new secrets are known.
fn webhooks_come(before: (i64, i64), after: (i64, i64), report: &mut Report) {
    let (flights, cards) = (after.0 - before.0, after.1 - before.1);
    report.row("webhooks by the new secrets alone: flights / cards", format!("{flights} / {cards}"));
    report.require(flights > 0 && cards > 0, || "a provider's webhooks no longer come".to_owned());
}

/// A refusal has its line in the gateway's security log. What a replica missed while it was rolled comes again.
fn webhooks_are_believed(fleet: &Fleet, cluster: &Cluster, report: &mut Report) -> anyhow::Result<()> {
    let mut refused = 0;
    for gateway in cluster.of(GATEWAY) {
        refused += gateway.lines_with("webhook.unsigned")?;
    }
    report.row("webhooks refused", refused);
    report.require(refused == 0, || "webhooks were refused: the gateways' logs say why".to_owned());
    let log = std::fs::read_to_string(fleet.folder().join("sandbox.log"))?;
    let again = log.lines().filter(|line| line.contains("an event was not taken")).count();
    report.row("webhooks sent again", again);
    Ok(())
}
