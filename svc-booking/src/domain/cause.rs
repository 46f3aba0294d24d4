//! Why a booking changed, as its history keeps it.
//!
//! A stored name never changes, because old rows hold it. Names of older versions are shown as they are.

use super::{cancellation, saga};

const MONEY_PAID_BACK: &str = "MoneyPaidBack";
const REFUND_CAME_BACK: &str = "RefundCameBack";
const ACCOUNT_REFUSED: &str = "AccountRefused";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    Saga(saga::Event),
    Cancellation(cancellation::Event),
    /// The booking had ended, and the bank sent its refund back.
    RefundCameBack,
    /// The booking is ticketed, and its guest can't have an account.
    AccountRefused,
}

impl Cause {
    /// The name in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Saga(event) => of_saga(event),
            Self::Cancellation(event) => of_cancellation(event),
            Self::RefundCameBack => REFUND_CAME_BACK,
            Self::AccountRefused => ACCOUNT_REFUSED,
        }
    }
}

impl Default for Cause {
    fn default() -> Self {
        Self::Saga(saga::Event::Unknown)
    }
}

/// Whether a refund came back and nobody has paid it since, by the names that a history keeps.
pub fn is_refund_back<'h>(mut history: impl DoubleEndedIterator<Item = &'h str>) -> bool {
    history.rfind(|name| [MONEY_PAID_BACK, REFUND_CAME_BACK].contains(name)) == Some(REFUND_CAME_BACK)
}

fn of_saga(event: saga::Event) -> &'static str {
    use saga::Event;
    match event {
        Event::Resumed(_) => "Resumed",
        Event::OfferStands => "OfferStands",
        Event::OfferGone => "OfferGone",
        Event::PriceChanged => "PriceChanged",
        Event::SeatTaken => "SeatTaken",
        Event::BagUnavailable => "BagUnavailable",
        Event::MoneyHeld => "MoneyHeld",
        Event::HolderAsked => "HolderAsked",
        Event::PaymentRefused { .. } => "PaymentRefused",
        Event::OrderKnown => "OrderKnown",
        Event::OrderRefused(_) => "OrderRefused",
        Event::OrderTurnedAway => "OrderTurnedAway",
        Event::OrderAbsent { .. } => "OrderAbsent",
        Event::OrderDisputed => "OrderDisputed",
        Event::MoneyTaken => "MoneyTaken",
        Event::CaptureImpossible => "CaptureImpossible",
        Event::OrderCancelled => "OrderCancelled",
        Event::NotCancellable => "NotCancellable",
        Event::MoneyReleased => "MoneyReleased",
        Event::MoneyPaidBack => MONEY_PAID_BACK,
        Event::PayBackRefused => "PayBackRefused",
        Event::Unknown => "Unknown",
    }
}

fn of_cancellation(event: cancellation::Event) -> &'static str {
    use cancellation::Event;
    match event {
        Event::Resumed => "Resumed",
        Event::Confirmed { .. } => "Confirmed",
        Event::ConfirmedUnpayable => "ConfirmedUnpayable",
        Event::NotYet => "NotYet",
        Event::Standing { .. } => "Standing",
        Event::NotBegun => "NotBegun",
        Event::Refused => "Refused",
        Event::Replaced => "Replaced",
        Event::MoneyPaidBack => MONEY_PAID_BACK,
        Event::PayBackRefused => "PayBackRefused",
        Event::Unknown => "Unknown",
    }
}

#[cfg(test)]
mod tests {
    use super::super::FailureCode;
    use super::super::saga::Facts;
    use super::*;

    const FACTS: Facts = Facts { quote_is_fresh: true, may_dispatch: true, holder_is_late: false };

    #[test]
    fn every_cause_is_stored_under_its_name() {
        use cancellation::Event as Cancelling;
        use saga::Event;
        let of_saga = [
            (Event::Resumed(FACTS), "Resumed"),
            (Event::OfferStands, "OfferStands"),
            (Event::OfferGone, "OfferGone"),
            (Event::PriceChanged, "PriceChanged"),
            (Event::SeatTaken, "SeatTaken"),
            (Event::BagUnavailable, "BagUnavailable"),
            (Event::MoneyHeld, "MoneyHeld"),
            (Event::HolderAsked, "HolderAsked"),
            (Event::PaymentRefused { still_held: true }, "PaymentRefused"),
            (Event::OrderKnown, "OrderKnown"),
            (Event::OrderRefused(FailureCode::BookingFailed), "OrderRefused"),
            (Event::OrderTurnedAway, "OrderTurnedAway"),
            (Event::OrderAbsent { proven: true }, "OrderAbsent"),
            (Event::OrderDisputed, "OrderDisputed"),
            (Event::MoneyTaken, "MoneyTaken"),
            (Event::CaptureImpossible, "CaptureImpossible"),
            (Event::OrderCancelled, "OrderCancelled"),
            (Event::NotCancellable, "NotCancellable"),
            (Event::MoneyReleased, "MoneyReleased"),
            (Event::MoneyPaidBack, "MoneyPaidBack"),
            (Event::PayBackRefused, "PayBackRefused"),
            (Event::Unknown, "Unknown"),
        ];
        let of_cancellation = [
            (Cancelling::Resumed, "Resumed"),
            (Cancelling::Confirmed { refund_due: true }, "Confirmed"),
            (Cancelling::ConfirmedUnpayable, "ConfirmedUnpayable"),
            (Cancelling::NotYet, "NotYet"),
            (Cancelling::Standing { proven: true }, "Standing"),
            (Cancelling::NotBegun, "NotBegun"),
            (Cancelling::Refused, "Refused"),
            (Cancelling::Replaced, "Replaced"),
            (Cancelling::MoneyPaidBack, "MoneyPaidBack"),
            (Cancelling::PayBackRefused, "PayBackRefused"),
            (Cancelling::Unknown, "Unknown"),
        ];
        let causes = of_saga.map(|(event, name)| (Cause::Saga(event), name)).into_iter();
        let causes = causes.chain(of_cancellation.map(|(event, name)| (Cause::Cancellation(event), name)));
        let others = [(Cause::RefundCameBack, "RefundCameBack"), (Cause::AccountRefused, "AccountRefused")];
        for (cause, stored) in causes.chain(others) {
            assert_eq!(cause.as_str(), stored, "{cause:?}");
        }
    }

    #[test]
    fn a_refund_is_back_until_somebody_has_paid_it() {
        let table: [(&[&str], bool); 5] = [
            (&[], false),
            (&["Confirmed", "MoneyPaidBack"], false),
            (&["MoneyPaidBack", "RefundCameBack"], true),
            (&["RefundCameBack", "a_name_of_before", "ask_again"], true),
            (&["RefundCameBack", "paid_back", "MoneyPaidBack"], false),
        ];
        for (history, expected) in table {
            assert_eq!(is_refund_back(history.iter().copied()), expected, "{history:?}");
        }
    }
}
