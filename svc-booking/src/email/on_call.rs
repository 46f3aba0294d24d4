//! Why a booking needs a person, as the person on duty is mailed: in the words of its card in the administration.

use crate::domain::attention::Snapshot;
use crate::domain::cancellation::Stage;
use crate::domain::saga::State;
use crate::texts::Texts;

/// In a sentence, without anything personal.
pub fn reason(snapshot: Snapshot, texts: Texts) -> String {
    match (snapshot.state, snapshot.stage) {
        (State::Ticketed, Some(Stage::ConfirmSent | Stage::ConfirmUnknown)) => texts.case_confirm_unknown(),
        (State::Ticketed, Some(Stage::RefundSent)) => texts.case_refund_sent(),
        (State::Ticketed, Some(Stage::RefundFailed)) => texts.case_refund_failed(),
        (State::Ticketed, Some(Stage::Refused)) => texts.case_refused(),
        (State::Ticketed, None) => texts.case_ticketed(),
        (State::Await3ds, _) => texts.case_await_3ds(),
        (State::AuthSent, _) => texts.case_auth_sent(),
        (State::OrderUnknown, _) => texts.case_order_unknown(),
        (State::CaptureSent, _) => texts.case_capture_sent(),
        (State::CancelSent, _) => texts.case_cancel_sent(),
        (State::VoidSent, _) => texts.case_void_sent(),
        (State::Failed, _) if snapshot.money_taken => texts.case_refund_returned(),
        (State::Failed, _) => texts.case_failed(),
        _ => texts.case_otherwise(),
    }
}

/// The subject of a mail about so many bookings.
pub fn subject(count: usize, texts: Texts) -> String {
    texts.cases_subject(count)
}
