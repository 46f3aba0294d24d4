use mail::{Letterhead, Mail};
use service::{Fault, Mode, Problem, is_email_address};
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};
use url::Url;
use uuid::Uuid;

use super::own::Priced;
use crate::domain::watch::{CONFIRMED_WITHIN, State, Trip, Watch, email_key};
use crate::email::watch::Addressee;
use crate::error::Error;
use crate::letterhead::{letterhead, site};
use crate::ops::Brands;
use crate::store::watch::{Address, Same, Standing};
use crate::store::watch_link::Purpose;
use crate::{email, store};

/// Prices that one address may watch at one brand.
const MOST_OPEN: i64 = 10;
/// Mails of one kind that a visitor can have sent to an address within a day.
const MOST_MAILS_A_DAY: i64 = 3;

/// A watch that somebody asks for.
pub struct NewWatch {
    pub mode: Mode,
    pub brand: String,
    pub user: Option<Uuid>,
    pub email: String,
    /// The address is the signed-in user's own, and they have proved its mailbox.
    pub is_proved: bool,
    pub trip: Trip,
    /// Tell of further falls too.
    pub again: bool,
}

/// How a brand writes to an address, and the account that has it write.
struct Post {
    look: Letterhead,
    site: Url,
    now: OffsetDateTime,
    asked_by: Option<Uuid>,
}

impl Brands {
    /// Keeps a watch. It is active at once where its address is known, unless its owner has stopped or paused it; else a mail
    /// asks whether it is wanted. Returns whether it is active for a caller who has proved the address; to nobody else it is
    /// told.
    pub async fn create_watch(&self, new: NewWatch) -> Result<bool, Error> {
        let post = self.post(&new.brand, new.user).await?;
        let (is_proved, watch) = (new.is_proved, new.begun(post.now)?);
        let key = email_key(&watch.email);
        let address = Address { brand: &watch.brand, email_key: &key };

        let mut transaction = self.pool.begin().await?;
        store::watch::lock(&mut transaction, &address).await?;
        let yesterday = post.now - Duration::DAY;
        let standing = store::watch::standing(&mut transaction, &address, yesterday).await?;
        let asker = Asker::of(is_proved, &standing);
        let mail = keep(&mut transaction, &watch, &standing, asker, &post).await?;
        if let Some(mail) = mail {
            mail::enqueue(&mut transaction, &self.seal, &mail, post.now).await?;
        }
        transaction.commit().await?;
        self.mail_sender.notify_one();
        Ok(is_proved)
    }

    /// The trip that a mailed link would start a watch of.
    pub async fn preview_watch(&self, brand: &str, token: &str) -> Result<Trip, Error> {
        let mut connection = self.pool.acquire().await?;
        let asking = store::watch_link::find_asking(&mut connection, token, brand, self.clock.now()).await?;
        let id = asking.ok_or(Error::TokenInvalid)?;
        let watch = store::watch::read(&mut connection, &[id]).await?.pop().ok_or(Error::TokenInvalid)?;
        Ok(watch.trip)
    }

    /// Starts the watch of a mailed link. From then on the link's token lists the watches of its address.
    pub async fn confirm_watch(&self, brand: &str, token: &str) -> Result<Priced, Error> {
        let now = self.clock.now();
        let mut transaction = self.pool.begin().await?;
        let id = store::watch_link::use_up(&mut transaction, token, brand, now).await?;
        let id = id.ok_or(Error::TokenInvalid)?;
        let watch = store::watch::find_locked(&mut transaction, id).await?.ok_or(Error::TokenInvalid)?;
        if watch.state == State::Ended {
            return Err(Error::TokenInvalid);
        }
        activate(&mut transaction, id, &watch, now).await?;
        store::watch::adopt(&mut transaction, id).await?;
        transaction.commit().await?;
        self.priced(Watch { state: State::Active, ..watch }).await
    }

    async fn post(&self, brand: &str, asked_by: Option<Uuid>) -> Result<Post, Error> {
        let published = store::brand::find(&self.pool, brand).await?.ok_or(Error::BrandNotFound)?;
        let site = site(&published.brand, &self.system_url);
        Ok(Post { look: letterhead(&published, &site), site, now: self.clock.now(), asked_by })
    }
}

impl NewWatch {
    fn begun(self, now: OffsetDateTime) -> Result<Watch, Problem> {
        let Self { mode, brand, user, email, is_proved, trip, again } = self;
        // A stranger's account learns nothing of an address by what is listed in it.
        let user = user.filter(|_| is_proved);
        let email = email.trim().to_owned();
        if !is_email_address(&email) {
            let fault = Fault::from("Please enter a valid email address").in_field("email");
            return Err(Problem::validation(vec![fault]));
        }
        let (id, state) = (Uuid::now_v7(), State::Pending);
        Ok(Watch { id, mode, brand, email, user, trip, first: None, again, state, created_at: now })
    }
}

/// Who asks for a watch, as far as anybody has proved.
#[derive(Debug, Clone, Copy)]
enum Asker {
    /// Has proved the address.
    Owner,
    /// Typed an address that has confirmed a watch before.
    KnownAddress,
    Stranger,
}

impl Asker {
    fn of(is_proved: bool, standing: &Standing) -> Self {
        if is_proved {
            Self::Owner
        } else if standing.is_known {
            Self::KnownAddress
        } else {
            Self::Stranger
        }
    }
}

/// Keeps the watch, and writes the mail about it, if there is one to send.
async fn keep(
    connection: &mut PgConnection,
    watch: &Watch,
    standing: &Standing,
    asker: Asker,
    post: &Post,
) -> Result<Option<Mail>, Error> {
    let same = store::watch::find_same(connection, watch).await?;
    let is_open = same.is_some_and(|same| same.state != State::Ended);
    let is_full = !is_open && standing.open >= MOST_OPEN;
    match (asker, same) {
        (Asker::Owner, _) if is_full => Err(Error::WatchLimit),
        (Asker::KnownAddress, _) if is_full => Ok(refuse(connection, watch, standing, post).await?),
        (Asker::Stranger, _) if is_full => Ok(None),
        (Asker::Owner, Some(Same { id, state: State::Active, .. })) => {
            store::watch::take(connection, id, watch).await?;
            Ok(None)
        }
        (Asker::Owner, _) => {
            start(connection, watch, post).await?;
            Ok(None)
        }
        (Asker::Stranger, _) => Ok(ask(connection, watch, same, standing, post).await?),
        (Asker::KnownAddress, Some(theirs)) if is_for_its_owner(theirs) => {
            Ok(ask(connection, watch, same, standing, post).await?)
        }
        // Nothing starts without a mail that says so to its owner.
        (Asker::KnownAddress, _) if standing.told_of_start >= MOST_MAILS_A_DAY => Ok(None),
        // It stays as its owner wished.
        (Asker::KnownAddress, Some(Same { id, state: State::Active, again, .. })) => {
            Ok(Some(started(connection, id, watch, again, post).await?))
        }
        (Asker::KnownAddress, _) => {
            let id = start(connection, watch, post).await?;
            Ok(Some(started(connection, id, watch, watch.again, post).await?))
        }
    }
}

/// Stores an active watch. Returns its id.
async fn start(connection: &mut PgConnection, watch: &Watch, post: &Post) -> sqlx::Result<Uuid> {
    let id = store::watch::begin(connection, watch, post.asked_by).await?;
    activate(connection, id, watch, post.now).await?;
    Ok(id)
}

/// Whether only its owner starts it again, and not a stranger who types the address: one that waits for them, that they pause, or that
/// they have ended.
fn is_for_its_owner(same: Same) -> bool {
    matches!(same.state, State::Pending | State::Paused) || same.is_unwanted
}

/// Keeps the watch until it is confirmed, and writes the mail that asks for that. What no mail asks about is not kept. One
/// that its owner pauses stays as it is until then. An earlier mail that asked about another wish starts nothing any more.
async fn ask(
    connection: &mut PgConnection,
    watch: &Watch,
    same: Option<Same>,
    standing: &Standing,
    post: &Post,
) -> sqlx::Result<Option<Mail>> {
    if standing.asked >= MOST_MAILS_A_DAY {
        return Ok(None);
    }
    let (id, again) = match same {
        Some(Same { id, state: State::Paused, again, .. }) => (id, again),
        _ => (store::watch::begin(connection, watch, post.asked_by).await?, watch.again),
    };
    if same.is_some_and(|same| same.again != again) {
        store::watch_link::retire_asking(connection, id, post.now).await?;
    }
    let life = (post.now, Some(post.now + CONFIRMED_WITHIN));
    let token = store::watch_link::insert(connection, id, Purpose::Confirm, life).await?;
    Ok(Some(email::watch::confirm(post.to(&watch.email), &watch.trip, again, &token, id, post.now)))
}

/// The mail that says to a known address that the watch has started. `again` where it tells of further falls too.
async fn started(
    connection: &mut PgConnection,
    id: Uuid,
    watch: &Watch,
    again: bool,
    post: &Post,
) -> sqlx::Result<Mail> {
    let token = store::watch_link::insert(connection, id, Purpose::Started, (post.now, None)).await?;
    Ok(email::watch::started(post.to(&watch.email), &watch.trip, again, &token, id))
}

/// The mail that says to a known address that it watches as many as it may: one a day.
async fn refuse(
    connection: &mut PgConnection,
    watch: &Watch,
    standing: &Standing,
    post: &Post,
) -> sqlx::Result<Option<Mail>> {
    let Some(oldest) = standing.oldest.filter(|_| standing.told_of_limit == 0) else { return Ok(None) };
    let token = store::watch_link::insert(connection, oldest, Purpose::Limit, (post.now, None)).await?;
    Ok(Some(email::watch::limit_reached(post.to(&watch.email), &token, oldest, post.now)))
}

/// From now on the price is looked at.
pub(super) async fn activate(
    connection: &mut PgConnection,
    id: Uuid,
    watch: &Watch,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    store::watch::activate(connection, id, now).await?;
    store::watched_query::begin(connection, watch.mode, &watch.trip.query_key(), now).await
}

impl Post {
    fn to<'a>(&'a self, email: &'a str) -> Addressee<'a> {
        Addressee { email, look: &self.look, site: &self.site }
    }
}
