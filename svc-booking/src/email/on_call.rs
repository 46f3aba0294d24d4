//! Why a booking is in manual review, as the person on duty is mailed: in the words of its card in the administration.

use crate::domain::cancellation::Stage;
use crate::domain::review::Snapshot;
use crate::domain::saga::State;
use crate::texts::Texts;

/// Its code, and the sentence, without anything personal. Rows of earlier releases hold the codes: none changes.
pub fn reason(snapshot: Snapshot, texts: Texts) -> (&'static str, String) {
    match (snapshot.state, snapshot.stage) {
        (State::Ticketed, Some(Stage::ConfirmSent | Stage::ConfirmUnknown)) => {
            ("confirm_unknown", texts.case_confirm_unknown())
        }
        (State::Ticketed, Some(Stage::RefundSent)) => ("refund_sent", texts.case_refund_sent()),
        (State::Ticketed, Some(Stage::RefundFailed)) => ("refund_failed", texts.case_refund_failed()),
        (State::Ticketed, Some(Stage::Refused)) => ("refused", texts.case_refused()),
        (State::Ticketed, None) => ("ticketed", texts.case_ticketed()),
        (State::Await3ds, _) => ("await_3ds", texts.case_await_3ds()),
        (State::AuthSent, _) => ("auth_sent", texts.case_auth_sent()),
        (State::OrderUnknown, _) => ("order_unknown", texts.case_order_unknown()),
        (State::CaptureSent, _) => ("capture_sent", texts.case_capture_sent()),
        (State::CancelSent, _) => ("cancel_sent", texts.case_cancel_sent()),
        (State::VoidSent, _) => ("void_sent", texts.case_void_sent()),
        (State::Failed, _) if snapshot.money_taken => ("refund_returned", texts.case_refund_returned()),
        (State::Failed, _) => ("failed", texts.case_failed()),
        _ => otherwise(texts),
    }
}

/// Its card alone says why.
pub fn otherwise(texts: Texts) -> (&'static str, String) {
    ("otherwise", texts.case_otherwise())
}

/// The subject of a mail about so many bookings.
pub fn subject(count: usize, texts: Texts) -> String {
    texts.cases_subject(count)
}

#[cfg(test)]
mod tests {
    use texts::Locale;

    use super::*;

    #[test]
    fn every_code_stays_as_it_is() {
        for (state, stage, money_taken, code) in [
            (State::Ticketed, Some(Stage::ConfirmSent), false, "confirm_unknown"),
            (State::Ticketed, Some(Stage::ConfirmUnknown), false, "confirm_unknown"),
            (State::Ticketed, Some(Stage::RefundSent), false, "refund_sent"),
            (State::Ticketed, Some(Stage::RefundFailed), false, "refund_failed"),
            (State::Ticketed, Some(Stage::Refused), false, "refused"),
            (State::Ticketed, None, false, "ticketed"),
            (State::Await3ds, None, false, "await_3ds"),
            (State::AuthSent, None, false, "auth_sent"),
            (State::OrderUnknown, None, false, "order_unknown"),
            (State::CaptureSent, None, false, "capture_sent"),
            (State::CancelSent, None, false, "cancel_sent"),
            (State::VoidSent, None, true, "void_sent"),
            (State::Failed, None, true, "refund_returned"),
            (State::Failed, None, false, "failed"),
            (State::Ticketed, Some(Stage::Done), false, "otherwise"),
        ] {
            let snapshot = Snapshot { state, stage, money_taken, refund_returned: false };
            assert_eq!(reason(snapshot, Texts::of(Locale::English)).0, code);
        }
    }
}
