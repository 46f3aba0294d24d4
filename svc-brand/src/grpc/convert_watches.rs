use money::Money;
use proto::brand::v1::watch_owner::Owner as OwnerMessage;
use proto::brand::v1::{ExportedWatch, FareDay, WatchOwner, WatchState, WatchedPrice, WatchedTrip};
use proto::common::v1::Money as MoneyMessage;
use service::Problem;
use time::macros::format_description;
use time::{Date, OffsetDateTime};

use crate::domain::watch::{Owner, State, Trip};
use crate::error::Error;
use crate::ops::Priced;
use crate::store::watch_account::Kept;

/// A caller who names no owner is told what a stranger is told.
pub fn owner(owner: Option<WatchOwner>) -> Result<Owner, Error> {
    match owner.and_then(|it| it.owner) {
        Some(OwnerMessage::ProvedEmail(email)) => Ok(Owner::Address(email)),
        Some(OwnerMessage::Token(token)) => Ok(Owner::Token(token)),
        None => Err(Error::WatchNotFound),
    }
}

pub fn wanted(state: WatchState) -> Result<State, Problem> {
    match state {
        WatchState::Active => Ok(State::Active),
        WatchState::Paused => Ok(State::Paused),
        WatchState::Ended => Ok(State::Ended),
        WatchState::Pending | WatchState::Unspecified => {
            Err(Problem::internal(&"a state that nobody can ask for"))
        }
    }
}

pub fn priced(priced: &Priced) -> WatchedPrice {
    let watch = &priced.watch;
    WatchedPrice {
        id: watch.id.to_string(),
        trip: Some(trip(&watch.trip)),
        state: state(watch.state).into(),
        again: watch.again,
        first: priced.first().map(money),
        now: priced.now().map(money),
        lowest: priced.lowest().map(money),
        seen_at: priced.seen_at.map(OffsetDateTime::unix_timestamp),
        history: priced.history.iter().map(|(day, amount)| on_day(*day, *amount)).collect(),
    }
}

pub fn exported(kept: &Kept) -> ExportedWatch {
    let watch = &kept.watch;
    ExportedWatch {
        brand: watch.brand.clone(),
        mode: watch.mode.into(),
        trip: Some(trip(&watch.trip)),
        state: state(watch.state).into(),
        again: watch.again,
        created_at: watch.created_at.unix_timestamp(),
        first: watch.first.map(money),
        told: kept.told.map(money),
        mails: kept.mails,
    }
}

/// When a trip was booked. A number that is no time is a fault of ours.
pub fn instant(unix_seconds: i64) -> Result<OffsetDateTime, Problem> {
    OffsetDateTime::from_unix_timestamp(unix_seconds).map_err(|_| Problem::internal(&"a booking at no time"))
}

/// A date of a booking, as `yyyy-mm-dd`. Other text is a fault of ours.
pub fn date(text: &str) -> Result<Date, Problem> {
    Date::parse(text, format_description!("[year]-[month]-[day]"))
        .map_err(|_| Problem::internal(&"a booked date that is none"))
}

fn on_day(day: Date, amount: Money) -> FareDay {
    FareDay { day: day.to_string(), amount: Some(money(amount)) }
}

pub fn trip(trip: &Trip) -> WatchedTrip {
    WatchedTrip {
        origin: trip.origin.clone(),
        destination: trip.destination.clone(),
        departure_date: trip.departs_on.to_string(),
        return_date: trip.returns_on.map(|on| on.to_string()),
        cabin_class: trip.cabin.as_str().to_owned(),
        adults: trip.adults.into(),
        children: trip.children.into(),
        infants: trip.infants.into(),
        ages: trip.ages.iter().copied().map(i32::from).collect(),
    }
}

fn state(state: State) -> WatchState {
    match state {
        State::Pending => WatchState::Pending,
        State::Active => WatchState::Active,
        State::Paused => WatchState::Paused,
        State::Ended => WatchState::Ended,
    }
}

fn money(money: Money) -> MoneyMessage {
    MoneyMessage { minor: money.minor, currency: money.currency.code().to_owned() }
}
