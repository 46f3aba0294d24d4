//! Mails to the person on duty: when a case needs a decision, and again each hour until somebody has taken it. Mails come a
//! minute apart.
//!
//! A mail names ids, sums and reasons, and nobody: it leaves the system unencrypted.

use std::collections::{HashMap, HashSet};
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use service::{Mode, SharedClock, is_email_address};
use sqlx::{PgConnection, PgPool};
use texts::Locale;
use time::OffsetDateTime;
use time::macros::format_description;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use url::Url;
use uuid::Uuid;

use crate::link;
use crate::outbox::{self, Mail};
use crate::seal::Seal;
use crate::texts::Texts;

/// How often cases are looked for.
const LOOK: Duration = Duration::from_secs(5);
/// Without a decision a case is mailed again after this long.
const AGAIN: time::Duration = time::Duration::hours(1);
/// No two mails come closer than this: what opens meanwhile shares the next one.
const PAUSE: time::Duration = time::Duration::minutes(1);
/// A mail also tells of what would be mailed again this soon after it.
const SOON: time::Duration = time::Duration::minutes(5);
/// As many as one mail tells of. The others follow after the pause.
const MOST: usize = 100;
/// Where administrators decide.
const PAGE: &str = "/admin-settings";

/// Who is called when a case needs a person.
#[derive(Debug, Clone, clap::Args)]
pub struct OnCallArgs {
    /// Address of the person on duty, who is mailed when a case needs a decision, and each hour until somebody has
    /// taken it. Nobody is mailed when not set or empty.
    #[arg(long, env = "ON_CALL_EMAIL", value_name = "ADDRESS", value_parser = address_or_nothing)]
    pub on_call_email: Option<String>,
}

impl OnCallArgs {
    /// The address, if one is set.
    #[must_use]
    pub fn address(&self) -> Option<&str> {
        self.on_call_email.as_deref().filter(|address| !address.is_empty())
    }
}

fn address_or_nothing(text: &str) -> Result<String, &'static str> {
    if text.is_empty() || is_email_address(text) {
        Ok(text.to_owned())
    } else {
        Err("this is no e-mail address")
    }
}

/// A case that waits for a decision, without anything personal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenCase {
    /// Of the booking or the payment.
    pub id: Uuid,
    /// Whether its money is real.
    pub mode: Mode,
    /// Why it needs a person, for programs. The same in every release: with another code and another reason it is another
    /// case.
    pub code: String,
    /// Why it needs a person, in a sentence.
    pub reason: String,
    /// What it is about, with its currency.
    pub sum: String,
    /// When an administrator last decided on it, whatever came of that.
    pub decided_at: Option<OffsetDateTime>,
    /// When the latest news of it came, where news leaves `code` as it is. Counts once that time has come.
    pub news_at: Option<OffsetDateTime>,
    /// What could not be read, if anything. Logged with each mail.
    pub fault: Option<String>,
}

/// What a service knows of its cases.
pub trait Cases: Send + Sync {
    /// What a case is called in its link: `booking`, `payment`.
    const KIND: &'static str;

    /// All that wait for a decision, the oldest first.
    fn open(
        &self,
        connection: &mut PgConnection,
    ) -> impl Future<Output = anyhow::Result<Vec<OpenCase>>> + Send;

    /// The subject of a mail about so many cases.
    fn subject(&self, count: usize) -> String;
}

/// Calls the person on duty about the cases of one service.
pub struct OnCall<C> {
    /// Whose cases they are.
    pub cases: C,
    /// Their database, with the tables of `schema.sql` and `on_call.sql` and the column of `on_call_code.sql`.
    pub pool: PgPool,
    /// The person on duty.
    pub address: String,
    /// Where the administration is.
    pub system_url: Url,
    /// The one that the service's mails are sent with.
    pub seal: Seal,
    /// Tells when an hour has passed. Where it is ahead of the database's clock, that one does.
    pub clock: SharedClock,
    /// Wakes the sender.
    pub wake: Arc<Notify>,
}

impl<C: Cases> OnCall<C> {
    /// Looks for cases until `shutdown`. Any number of processes may.
    pub async fn run(self, shutdown: CancellationToken) {
        while !shutdown.is_cancelled() {
            match self.look().await {
                Ok(0) => {}
                Ok(_mailed) => self.wake.notify_one(),
                Err(error) => {
                    let error = format!("{error:#}");
                    tracing::warn!(error, "the person on duty could not be told of open cases");
                }
            }
            tokio::select! {
                () = tokio::time::sleep(LOOK) => {}
                () = shutdown.cancelled() => {}
            }
        }
    }

    /// Mails what is due, and returns how many cases that is. What was mailed is noted with the mail.
    ///
    /// # Errors
    /// A database that is away: the next look finds the same.
    pub async fn look(&self) -> anyhow::Result<usize> {
        let now = self.now().await?;
        if self.changes(&mut *self.pool.acquire().await?, now).await?.is_empty() {
            return Ok(0);
        }
        let mut transaction = self.pool.begin().await?;
        if !is_alone(&mut transaction).await? {
            return Ok(0);
        }
        // Again: another process may have mailed in between.
        let CaseChanges { due, ended, uncoded } = self.changes(&mut transaction, now).await?;
        if !ended.is_empty() {
            forget(&mut transaction, &ended).await?;
        }
        if !uncoded.is_empty() {
            add_codes(&mut transaction, &uncoded).await?;
        }
        if let [first, ..] = &due[..] {
            let mail = self.mail(&due, first.case.id, now);
            outbox::enqueue(&mut transaction, &self.seal, &mail, now).await?;
            note(&mut transaction, &due, now).await?;
        }
        transaction.commit().await?;
        due.iter().for_each(log_fault);
        Ok(due.len())
    }

    /// The time here, or the database's where ours is ahead of it: a `mailed_at` of later would silence every process until
    /// then.
    async fn now(&self) -> sqlx::Result<OffsetDateTime> {
        sqlx::query_scalar("select least($1, clock_timestamp())")
            .bind(self.clock.now())
            .fetch_one(&self.pool)
            .await
    }

    async fn changes(
        &self,
        connection: &mut PgConnection,
        now: OffsetDateTime,
    ) -> anyhow::Result<CaseChanges> {
        let known = known(connection).await?;
        let open = self.cases.open(connection).await?;
        let ids: HashSet<_> = open.iter().map(|case| case.id).collect();
        let ended = known.keys().filter(|id| !ids.contains(id)).copied().collect();
        let is_uncoded =
            |case: &&OpenCase| known.get(&case.id).is_some_and(|known| known.lacks_code_of(case, now));
        let uncoded = open.iter().filter(is_uncoded).map(|case| (case.id, case.code.clone())).collect();
        Ok(CaseChanges { due: due(open, &known, now), ended, uncoded })
    }

    fn mail(&self, due: &[Due], first: Uuid, now: OffsetDateTime) -> Mail {
        let texts = Texts::of(Locale::English);
        let cases: Vec<_> = due.iter().map(|due| self.lines(texts, due)).collect();
        Mail {
            to: self.address.clone(),
            subject: self.cases.subject(due.len()),
            text: format!("{}\n\n{}\n", cases.join("\n\n"), texts.mailed_until_taken()),
            html: None,
            attachments: Vec::new(),
            sender: None,
            not_before: None,
            // Then the next one says the same. By the clock here, which may be ahead of `now`.
            useless_after: Some(now.max(self.clock.now()) + AGAIN),
            unsubscribe: None,
            dedupe_key: format!("on-call/{first}/{}", now.unix_timestamp()),
        }
    }

    fn lines(&self, texts: Texts, Due { case, opened_at }: &Due) -> String {
        let is_live = case.mode == Mode::Live;
        let lines = [
            Some(texts.case_id(case.id.to_string())),
            Some(case.reason.clone()),
            Some(if is_live { texts.real_sum(&case.sum) } else { texts.test_sum(&case.sum) }),
            opened_at.map(|opened_at| texts.waits_since(moment(opened_at))),
            Some(link(&self.system_url, &format!("{PAGE}#{}-{}", C::KIND, case.id)).to_string()),
        ];
        lines.into_iter().flatten().collect::<Vec<_>>().join("\n")
    }
}

fn moment(at: OffsetDateTime) -> String {
    let style = format_description!("[year]-[month]-[day] [hour]:[minute] UTC");
    // A style without an offset can write every moment.
    at.format(style).unwrap_or_default()
}

/// What differs between the open cases and those that were mailed.
struct CaseChanges {
    due: Vec<Due>,
    /// Cases that were mailed and are not open any more.
    ended: Vec<Uuid>,
    /// Cases that an older release mailed, and their codes.
    uncoded: Vec<(Uuid, String)>,
}

impl CaseChanges {
    fn is_empty(&self) -> bool {
        self.due.is_empty() && self.ended.is_empty() && self.uncoded.is_empty()
    }
}

/// A case to be mailed.
struct Due {
    case: OpenCase,
    /// When it was first mailed. Nothing if it is new.
    opened_at: Option<OffsetDateTime>,
}

/// What the person on duty was told of a case.
#[derive(Debug, sqlx::FromRow)]
struct Known {
    id: Uuid,
    /// Nothing, or that of an earlier mail, where a release mailed it that kept none.
    code: Option<String>,
    reason: String,
    opened_at: OffsetDateTime,
    mailed_at: OffsetDateTime,
}

impl Known {
    /// Whether the case is still the one that was mailed. With another code and other words, or with news, it is a new one.
    /// The same words are enough: a release that keeps no codes leaves none, or that of an earlier mail.
    fn is_same(&self, case: &OpenCase, now: OffsetDateTime) -> bool {
        let is_known = self.has_code_of(case) || self.reason == case.reason;
        is_known && case.news_at.is_none_or(|at| at <= self.opened_at || at > now)
    }

    fn has_code_of(&self, case: &OpenCase) -> bool {
        self.code.as_ref() == Some(&case.code)
    }

    fn lacks_code_of(&self, case: &OpenCase, now: OffsetDateTime) -> bool {
        !self.has_code_of(case) && self.is_same(case, now)
    }

    /// Whether the case is to be mailed `by` then: as a new one, or again because nobody has decided on it.
    fn is_due(&self, case: &OpenCase, now: OffsetDateTime, by: OffsetDateTime) -> bool {
        let is_decided_since = |at| case.decided_at.is_some_and(|decided_at| decided_at >= at);
        if self.is_same(case, now) {
            !is_decided_since(self.opened_at) && self.mailed_at + AGAIN <= by
        } else {
            // A decision is carried out in steps: what the case looks like meanwhile is not mailed.
            !is_decided_since(now - PAUSE)
        }
    }
}

/// The cases of the next mail: as soon as one is due, all that are or will soon be. None within the pause after a mail.
fn due(open: Vec<OpenCase>, known: &HashMap<Uuid, Known>, now: OffsetDateTime) -> Vec<Due> {
    let has_paused = known.values().all(|known| known.mailed_at + PAUSE <= now);
    let is_due = |case: &OpenCase, by| known.get(&case.id).is_none_or(|known| known.is_due(case, now, by));
    if !has_paused || !open.iter().any(|case| is_due(case, now)) {
        return Vec::new();
    }
    let with_opening = |case: OpenCase| {
        let same = known.get(&case.id).filter(|known| known.is_same(&case, now));
        Due { opened_at: same.map(|known| known.opened_at), case }
    };
    open.into_iter().filter(|case| is_due(case, now + SOON)).take(MOST).map(with_opening).collect()
}

fn log_fault(due: &Due) {
    if let Some(error) = &due.case.fault {
        tracing::error!(case.id = %due.case.id, error, "a case could not be read: it was mailed without its reason");
    }
}

/// Whether no other process looks at the same time: two would each mail a new case.
async fn is_alone(connection: &mut PgConnection) -> sqlx::Result<bool> {
    sqlx::query_scalar("select pg_try_advisory_xact_lock(hashtext('on call'), hashtext(current_schema()))")
        .fetch_one(connection)
        .await
}

async fn forget(connection: &mut PgConnection, ended: &[Uuid]) -> sqlx::Result<()> {
    sqlx::query("delete from on_call_case where id = any($1)").bind(ended).execute(connection).await?;
    Ok(())
}

/// Adds codes to rows of an older release, so that a later change of words mails nothing again.
async fn add_codes(connection: &mut PgConnection, uncoded: &[(Uuid, String)]) -> sqlx::Result<()> {
    let (ids, codes): (Vec<_>, Vec<_>) = uncoded.iter().map(|(id, code)| (*id, code.as_str())).unzip();
    sqlx::query(
        "update on_call_case
        set code = mailed.code
        from unnest($1::uuid[], $2::text[]) as mailed (id, code)
        where on_call_case.id = mailed.id",
    )
    .bind(ids)
    .bind(codes)
    .execute(connection)
    .await?;
    Ok(())
}

/// Leaves out rows whose `mailed_at` is more than a minute in the future: their clock was wrong, so their cases are mailed
/// again.
async fn known(connection: &mut PgConnection) -> sqlx::Result<HashMap<Uuid, Known>> {
    let rows: Vec<Known> = sqlx::query_as(
        "select id, code, reason, opened_at, mailed_at
        from on_call_case
        where mailed_at <= clock_timestamp() + interval '1 minute'",
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|known| (known.id, known)).collect())
}

async fn note(connection: &mut PgConnection, mailed: &[Due], now: OffsetDateTime) -> sqlx::Result<()> {
    let ids: Vec<_> = mailed.iter().map(|due| due.case.id).collect();
    let codes: Vec<_> = mailed.iter().map(|due| due.case.code.as_str()).collect();
    let reasons: Vec<_> = mailed.iter().map(|due| due.case.reason.as_str()).collect();
    let opened_at: Vec<_> = mailed.iter().map(|due| due.opened_at.unwrap_or(now)).collect();
    sqlx::query(
        "insert into on_call_case (id, code, reason, opened_at, mailed_at)
        select id, code, reason, opened_at, $5
        from unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[]) as mailed (id, code, reason, opened_at)
        on conflict on constraint on_call_case_pkey do update
        set code = excluded.code,
            reason = excluded.reason,
            opened_at = excluded.opened_at,
            mailed_at = excluded.mailed_at",
    )
    .bind(ids)
    .bind(codes)
    .bind(reasons)
    .bind(opened_at)
    .bind(now)
    .execute(connection)
    .await?;
    Ok(())
}
