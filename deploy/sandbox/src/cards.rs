//! Test cards: the only ones there are, in test as in live.

#[derive(Debug)]
pub struct Card {
    /// What comes after `pm_card_`.
    pub name: &'static str,
    pub number: &'static str,
    pub brand: &'static str,
    pub country: &'static str,
    pub outcome: Outcome,
}

#[derive(Debug, Clone, Copy)]
pub enum Outcome {
    Paid,
    Declined(&'static Decline),
    /// The bank wants to see the holder, and then pays or declines.
    Challenged(Option<&'static Decline>),
    /// Paid; a refund is pending for a while.
    SlowRefund,
    /// Paid; a refund succeeds at first and fails later.
    FailingRefund,
}

#[derive(Debug)]
pub struct Decline {
    pub code: &'static str,
    /// Stripe's `decline_code`.
    pub reason: Option<&'static str>,
    pub param: Option<&'static str>,
    pub advice_code: Option<&'static str>,
    pub message: &'static str,
}

const fn declined(reason: &'static str, advice_code: Option<&'static str>, message: &'static str) -> Decline {
    Decline { code: "card_declined", reason: Some(reason), param: None, advice_code, message }
}

/// Stripe refuses it by itself: no bank is asked.
pub const BLOCKED_BEFORE_THE_BANK: &str = "radarBlock";
const DECLINED: &str = "Your card was declined.";
const LATER: Option<&str> = Some("try_again_later");
const NEVER: Option<&str> = Some("do_not_try_again");
const CHECK: Option<&str> = Some("confirm_card_data");

static GENERIC: Decline = declined("generic_decline", LATER, DECLINED);
static INSUFFICIENT_FUNDS: Decline =
    declined("insufficient_funds", LATER, "Your card has insufficient funds.");
static LOST: Decline = declined("lost_card", NEVER, DECLINED);
static STOLEN: Decline = declined("stolen_card", NEVER, DECLINED);
static FRAUDULENT: Decline = declined("fraudulent", None, DECLINED);
static VELOCITY: Decline = declined("card_velocity_exceeded", LATER, DECLINED);
static EXPIRED: Decline = Decline {
    code: "expired_card",
    reason: Some("expired_card"),
    param: Some("exp_month"),
    advice_code: CHECK,
    message: "Your card has expired.",
};
static INCORRECT_CVC: Decline = Decline {
    code: "incorrect_cvc",
    reason: Some("incorrect_cvc"),
    param: Some("cvc"),
    advice_code: CHECK,
    message: "Your card's security code is incorrect.",
};
static PROCESSING: Decline = Decline {
    code: "processing_error",
    reason: Some("processing_error"),
    param: None,
    advice_code: LATER,
    message: "An error occurred while processing your card. Try again in a little bit.",
};
/// Nobody is there to be asked: the payment is off session.
pub static NOT_PRESENT: Decline = Decline {
    code: "authentication_required",
    reason: Some("authentication_required"),
    param: None,
    advice_code: None,
    message: "Your card was declined. This transaction requires authentication.",
};
/// The caller said it would not ask.
pub static NOT_ASKED: Decline = Decline {
    code: "authentication_required",
    reason: Some("authentication_not_handled"),
    param: None,
    advice_code: None,
    message: "This payment required an authentication action to complete, but `error_on_requires_action` was set.",
};
/// The holder failed the bank's question.
pub static NOT_AUTHENTICATED: Decline = Decline {
    code: "payment_intent_authentication_failure",
    reason: None,
    param: None,
    advice_code: None,
    message: "The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.",
};

const fn card(
    name: &'static str,
    number: &'static str,
    brand: &'static str,
    country: &'static str,
    outcome: Outcome,
) -> Card {
    Card { name, number, brand, country, outcome }
}

const fn visa(name: &'static str, number: &'static str, outcome: Outcome) -> Card {
    card(name, number, "visa", "US", outcome)
}

use Outcome::{Challenged, Declined, FailingRefund, Paid, SlowRefund};

static CARDS: &[Card] = &[
    visa("visa", "4242424242424242", Paid),
    visa("us", "4242424242424242", Paid),
    visa("visa_debit", "4000056655665556", Paid),
    card("gb", "4000008260000000", "visa", "GB", Paid),
    card("mastercard", "5555555555554444", "mastercard", "US", Paid),
    card("mastercard_debit", "5200828282828210", "mastercard", "US", Paid),
    card("mastercard_prepaid", "5105105105105100", "mastercard", "US", Paid),
    card("amex", "378282246310005", "amex", "US", Paid),
    card("discover", "6011111111111117", "discover", "US", Paid),
    card("diners", "3056930009020004", "diners", "US", Paid),
    card("jcb", "3566002020360505", "jcb", "JP", Paid),
    card("unionpay", "6200000000000005", "unionpay", "CN", Paid),
    visa("visa_chargeDeclined", "4000000000000002", Declined(&GENERIC)),
    visa("visa_chargeDeclinedInsufficientFunds", "4000000000009995", Declined(&INSUFFICIENT_FUNDS)),
    visa("visa_chargeDeclinedLostCard", "4000000000009987", Declined(&LOST)),
    visa("visa_chargeDeclinedStolenCard", "4000000000009979", Declined(&STOLEN)),
    visa("visa_chargeDeclinedVelocityLimitExceeded", "4000000000006975", Declined(&VELOCITY)),
    visa("chargeDeclinedExpiredCard", "4000000000000069", Declined(&EXPIRED)),
    visa("chargeDeclinedIncorrectCvc", "4000000000000127", Declined(&INCORRECT_CVC)),
    visa("chargeDeclinedProcessingError", "4000000000000119", Declined(&PROCESSING)),
    // By its number it is this one; the next is known by name alone.
    visa(BLOCKED_BEFORE_THE_BANK, "4100000000000019", Declined(&FRAUDULENT)),
    visa("chargeDeclinedFraudulent", "4100000000000019", Declined(&FRAUDULENT)),
    visa("chargeCustomerFail", "4000000000000341", Declined(&GENERIC)),
    visa("authenticationRequired", "4000002760003184", Challenged(None)),
    visa("authenticationRequiredOnSetup", "4000002500003155", Challenged(None)),
    visa(
        "authenticationRequiredChargeDeclinedInsufficientFunds",
        "4000008260003178",
        Challenged(Some(&INSUFFICIENT_FUNDS)),
    ),
    visa("threeDSecure2Required", "4000000000003220", Challenged(None)),
    visa("pendingRefund", "4000000000007726", SlowRefund),
    visa("refundFail", "4000000000005126", FailingRefund),
    visa("createDispute", "4000000000000259", Paid),
    visa("riskLevelElevated", "4000000000009235", Paid),
    visa("cvcCheckFail", "4000000000000101", Paid),
    visa("avsZipFail", "4000000000000036", Paid),
    visa("bypassPending", "4000000000000077", Paid),
];

impl Card {
    /// By the name of a test payment method, such as `pm_card_visa`.
    pub fn by_id(id: &str) -> Option<&'static Self> {
        Self::by_name(id.strip_prefix("pm_card_")?)
    }

    /// By the name of a test token, such as `tok_visa`.
    pub fn by_token(token: &str) -> Option<&'static Self> {
        let name = token.strip_prefix("tok_")?;
        Self::by_name(name).or_else(|| Self::by_name(&format!("visa_{name}")))
    }

    pub fn by_name(name: &str) -> Option<&'static Self> {
        CARDS.iter().find(|card| card.name == name)
    }

    pub fn by_number(number: &str) -> Option<&'static Self> {
        CARDS.iter().find(|card| card.number == number)
    }

    pub fn last4(&self) -> &'static str {
        &self.number[self.number.len() - 4..]
    }

    pub fn funding(&self) -> &'static str {
        if self.name == "visa_debit" { "debit" } else { "credit" }
    }
}
