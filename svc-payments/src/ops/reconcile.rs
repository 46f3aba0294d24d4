//! Reconciliation: compares our ledger with the provider's, so that we are the first to notice a cent that only one of
//! them has. What is found goes into manual review and moves nothing.

use std::collections::HashSet;
use std::time::Duration as StdDuration;

use anyhow::Context;
use opentelemetry::KeyValue;
use opentelemetry::metrics::Gauge;
use service::Mode;
use service::metrics::{meter, mode_label};
use time::{Duration, OffsetDateTime};
use tokio::time::timeout;

use super::ReviewService;
use crate::domain::reconciliation::{Comparison, Difference, Line, What, differences};
use crate::error::Error;
use crate::store::difference;
use crate::store::reconciliation::{self as store, Question};
use crate::stripe::{self, Client, Intent, Refund, RefundFate};

/// How long before the provider is asked a payment must have been unchanged. A later change may not be seen there yet.
const QUIET: Duration = Duration::minutes(2);

/// How long the provider's ledger may be read in a scheduled reconciliation, which nobody waits for.
const LONGEST_READING: StdDuration = StdDuration::from_mins(5);
/// How long it may be read while an administrator waits: less than the gateway gives the whole call.
const ADMINISTRATOR_WAITS: StdDuration = StdDuration::from_secs(15);

/// The provider's ledger.
struct ProviderLedger {
    intents: Vec<Intent>,
    refunds: Vec<Refund>,
    /// The ids of entries that can't be read.
    unreadable: HashSet<String>,
}

impl ReviewService {
    /// Compares the ledgers of every mode that is due. One failure does not stop the other mode.
    pub(crate) async fn reconcile(&self, interval: Duration) {
        for mode in [Mode::Test, Mode::Live] {
            let Some(client) = self.payments.stripe.of(mode) else { continue };
            report(mode, self.reconcile_in_turn(mode, client, interval, LONGEST_READING).await);
        }
    }

    /// Compares the ledgers of one mode out of turn, because an administrator asks. A provider's ledger that is too
    /// long to be read meanwhile is left to the next turn.
    pub(crate) async fn reconcile_now(&self, mode: Mode) {
        let Some(client) = self.payments.stripe.of(mode) else { return };
        report(mode, self.reconcile_in_turn(mode, client, Duration::ZERO, ADMINISTRATOR_WAITS).await);
    }

    async fn reconcile_in_turn(
        &self,
        mode: Mode,
        client: &Client,
        interval: Duration,
        longest: StdDuration,
    ) -> anyhow::Result<()> {
        let now = self.payments.now();
        if !store::take_turn(&self.pool, mode, now, interval).await? {
            return Ok(());
        }
        let since = now - Duration::days(self.reconciliation.reconcile_days);
        let theirs =
            timeout(longest, read(client, since)).await.context("the provider's book is too long")??;
        let found = self.compare(mode, since, theirs, now - QUIET).await?;
        let open = self.record(mode, since, &found).await?;
        store::end_turn(&self.pool, mode, now).await?;
        let labels = [KeyValue::new("mode", mode_label(mode))];
        open_differences().record(open, &labels);
        foreign_money().record(found.foreign, &labels);
        Ok(())
    }

    async fn compare(
        &self,
        mode: Mode,
        since: OffsetDateTime,
        mut theirs: ProviderLedger,
        quiet_since: OffsetDateTime,
    ) -> Result<Comparison, Error> {
        let listed: HashSet<_> = theirs.intents.iter().map(|intent| intent.id.clone()).collect();
        let of_refunds = theirs.refunds.iter().filter_map(|refund| refund.payment_intent.clone());
        let question = Question {
            mode,
            since,
            intent_ids: listed.iter().cloned().chain(of_refunds).collect(),
            refund_ids: theirs.refunds.iter().map(|refund| refund.id.clone()).collect(),
            quiet_since,
        };
        let accounts = store::accounts(&self.pool, &question).await?;
        let foreign = theirs.set_foreign_aside(&accounts);
        let moving = accounts.iter().filter(|it| it.is_unsettled).map(|it| it.intent_id.clone()).collect();
        let mut ours = store::refunds(&self.pool, &question).await?;
        for account in accounts {
            if listed.contains(&account.intent_id) || account.created_at >= since {
                ours.extend(lines_of_account(&account));
            }
        }
        let ProviderLedger { intents, refunds, unreadable } = theirs;
        ours.retain(|line| !unreadable.contains(&line.object_id));
        let lines = intents.iter().flat_map(lines_of_intent).chain(refunds.iter().filter_map(line_of_refund));
        let differences = differences(ours, lines.collect(), &moving);
        Ok(Comparison { differences, unreadable, foreign })
    }

    /// Writes down what was found, and logs what is new.
    async fn record(&self, mode: Mode, since: OffsetDateTime, found: &Comparison) -> Result<u64, Error> {
        let recorded = difference::record(&self.pool, mode, since, found, self.payments.now()).await?;
        self.payments.finisher.notify_one();
        for difference in recorded.new {
            alarm(mode, difference);
        }
        Ok(recorded.open.unsigned_abs())
    }
}

async fn read(client: &Client, since: OffsetDateTime) -> anyhow::Result<ProviderLedger> {
    let (intents, refunds) = tokio::try_join!(client.intents_since(since), client.refunds_since(since))?;
    let unreadable = intents.unreadable.into_iter().chain(refunds.unreadable).collect();
    Ok(ProviderLedger { intents: intents.entries, refunds: refunds.entries, unreadable })
}

impl ProviderLedger {
    /// Sets aside the money of others who sell over the same account, and counts it. An intent is ours if it names a
    /// payment, or if our ledger knows it. A refund belongs with its intent.
    fn set_foreign_aside(&mut self, accounts: &[store::Account]) -> u64 {
        let mut ours: HashSet<_> = accounts.iter().map(|account| account.intent_id.clone()).collect();
        let count = self.intents.len() + self.refunds.len();
        self.intents.retain(|intent| intent.names_payment() || ours.contains(&intent.id));
        ours.extend(self.intents.iter().map(|intent| intent.id.clone()));
        let is_of_ours = |refund: &Refund| refund.payment_intent.as_ref().is_some_and(|id| ours.contains(id));
        self.refunds.retain(|refund| refund.names_payment() || is_of_ours(refund));
        (count - self.intents.len() - self.refunds.len()) as u64
    }
}

fn report(mode: Mode, compared: anyhow::Result<()>) {
    let Err(error) = compared else { return };
    let mode = mode.as_str_name();
    if error.downcast_ref().is_some_and(stripe::Error::is_of_our_key) {
        tracing::error!(mode, %error, "the card provider refuses our calls");
        return;
    }
    let error = format!("{error:#}");
    tracing::warn!(mode, error, "the books could not be compared");
}

fn alarm(mode: Mode, difference: &Difference) {
    tracing::error!(
        error.code = "RECONCILIATION_DIFFERENCE",
        mode = mode.as_str_name(),
        object.id = difference.object_id,
        intent.id = difference.intent_id,
        what = difference.what.as_str(),
        currency = difference.currency,
        ours_minor = difference.ours_minor,
        theirs_minor = difference.theirs_minor,
        "our book and the card provider's disagree"
    );
}

fn lines_of_account(account: &store::Account) -> [Line; 2] {
    let amounts = [(What::Held, account.held_minor), (What::Taken, account.taken_minor)];
    amounts.map(|(what, minor)| Line {
        object_id: account.intent_id.clone(),
        intent_id: account.intent_id.clone(),
        what,
        minor,
        currency: account.currency.clone(),
        at: account.created_at,
    })
}

fn lines_of_intent(intent: &Intent) -> [Line; 2] {
    [(What::Held, intent.held()), (What::Taken, intent.amount_received)].map(|(what, minor)| Line {
        object_id: intent.id.clone(),
        intent_id: intent.id.clone(),
        what,
        minor,
        currency: intent.currency.to_ascii_uppercase(),
        at: intent.created_at(),
    })
}

/// A refund that was not paid, or came back, does not count.
fn line_of_refund(refund: &Refund) -> Option<Line> {
    (refund.fate() != RefundFate::Failed).then(|| Line {
        object_id: refund.id.clone(),
        intent_id: refund.payment_intent.clone().unwrap_or_default(),
        what: What::Refunded,
        minor: refund.amount,
        currency: refund.currency.to_ascii_uppercase(),
        at: refund.created_at(),
    })
}

fn open_differences() -> Gauge<u64> {
    meter()
        .u64_gauge("payments.differences")
        .with_description("Amounts on which our ledger and the card provider's disagree")
        .build()
}

fn foreign_money() -> Gauge<u64> {
    meter()
        .u64_gauge("payments.foreign")
        .with_description(
            "Payments and refunds at the card provider that are none of ours, of the days compared",
        )
        .build()
}
