//! A card as typed, and the checks that it must pass before the provider is asked.

use service::Mode;
use time::OffsetDateTime;
use zeroize::Zeroizing;

use super::method_id::MethodId;
use super::refusal::{CardFault, Refusal};

/// Text that is wiped when dropped and that nothing can print.
pub struct Secret(Zeroizing<String>);

impl Secret {
    pub fn new(text: String) -> Self {
        Self(Zeroizing::new(text))
    }

    pub fn expose(&self) -> &str {
        &self.0
    }

    fn digits(&self) -> bool {
        !self.0.is_empty() && self.0.bytes().all(|byte| byte.is_ascii_digit())
    }
}

/// A card as typed. On purpose without Debug, Clone or Serialize.
pub struct Card {
    number: Secret,
    cvv: Secret,
    expiry_month: u32,
    expiry_year: u32,
    /// Whether its holder was named. The name itself is not kept: it is not needed here.
    is_named: bool,
}

/// What a traveller pays with.
pub enum Source {
    Typed(Card),
    /// Typed into the provider's own fields: the number never came here.
    Hosted(MethodId),
}

/// What is sent to the provider in a card's place, or the card itself.
pub enum Method {
    /// The provider's test payment method of a published test card.
    Test(&'static str),
    Hosted(MethodId),
    Raw(Card),
}

/// Which card numbers a mode takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Accepted {
    PublishedTestNumbers,
    /// The operator answers for raw card numbers (PCI DSS, SAQ D).
    RawNumbers,
    Nothing,
}

impl Accepted {
    pub fn of(mode: Mode, live_raw_cards: bool) -> Self {
        match mode {
            Mode::Test => Self::PublishedTestNumbers,
            Mode::Live if live_raw_cards => Self::RawNumbers,
            Mode::Live | Mode::Unspecified => Self::Nothing,
        }
    }
}

/// The provider's published test cards. It refuses raw numbers even under test keys; these names stand for them.
#[rustfmt::skip]
const TEST_CARDS: [(&str, &str); 32] = [
    ("4242424242424242", "pm_card_visa"),
    ("4000056655665556", "pm_card_visa_debit"),
    ("4000008260000000", "pm_card_gb"),
    ("5555555555554444", "pm_card_mastercard"),
    ("2223003122003222", "pm_card_mastercard"),
    ("5200828282828210", "pm_card_mastercard_debit"),
    ("5105105105105100", "pm_card_mastercard_prepaid"),
    ("378282246310005", "pm_card_amex"),
    ("371449635398431", "pm_card_amex"),
    ("6011111111111117", "pm_card_discover"),
    ("6011000990139424", "pm_card_discover"),
    ("3056930009020004", "pm_card_diners"),
    ("3566002020360505", "pm_card_jcb"),
    ("6200000000000005", "pm_card_unionpay"),
    ("4000000000000002", "pm_card_visa_chargeDeclined"),
    ("4000000000009995", "pm_card_visa_chargeDeclinedInsufficientFunds"),
    ("4000000000009987", "pm_card_visa_chargeDeclinedLostCard"),
    ("4000000000009979", "pm_card_visa_chargeDeclinedStolenCard"),
    ("4000000000006975", "pm_card_visa_chargeDeclinedVelocityLimitExceeded"),
    ("4000000000000069", "pm_card_chargeDeclinedExpiredCard"),
    ("4000000000000127", "pm_card_chargeDeclinedIncorrectCvc"),
    ("4000000000000119", "pm_card_chargeDeclinedProcessingError"),
    ("4100000000000019", "pm_card_radarBlock"),
    ("4000000000000341", "pm_card_chargeCustomerFail"),
    ("4000002760003184", "pm_card_authenticationRequired"),
    ("4000002500003155", "pm_card_authenticationRequiredOnSetup"),
    ("4000008260003178", "pm_card_authenticationRequiredChargeDeclinedInsufficientFunds"),
    ("4000000000003220", "pm_card_threeDSecure2Required"),
    ("4000000000007726", "pm_card_pendingRefund"),
    ("4000000000005126", "pm_card_refundFail"),
    ("4000000000000259", "pm_card_createDispute"),
    ("4000000000000101", "pm_card_cvcCheckFail"),
];

impl Source {
    /// Brand and last four digits, as far as they are seen here.
    pub fn face(&self) -> (String, String) {
        match self {
            Self::Typed(card) => (card.brand().to_owned(), card.last4()),
            Self::Hosted(_) => (String::new(), String::new()),
        }
    }

    /// The card's first digits, as far as they are seen here.
    pub fn range(&self) -> Option<&str> {
        match self {
            Self::Typed(card) => card.number().get(..RANGE_DIGITS),
            Self::Hosted(_) => None,
        }
    }
}

/// Those who make up numbers keep these digits, which name the bank, and vary the rest.
const RANGE_DIGITS: usize = 6;
/// The form's own limit.
const SHORTEST_HOLDER: usize = 3;

impl Card {
    /// Spaces and hyphens, which people type as they read them, are dropped from the number.
    pub fn new(number: &Secret, cvv: Secret, holder: &Secret, expiry_month: u32, expiry_year: u32) -> Self {
        let plain = number.expose().chars().filter(|c| !matches!(c, ' ' | '-')).collect();
        let is_named = holder.expose().trim().chars().count() >= SHORTEST_HOLDER;
        Self { number: Secret::new(plain), cvv, expiry_month, expiry_year, is_named }
    }

    pub fn number(&self) -> &str {
        self.number.expose()
    }

    pub fn cvv(&self) -> &str {
        self.cvv.expose()
    }

    pub fn expiry_month(&self) -> u32 {
        self.expiry_month
    }

    pub fn expiry_year(&self) -> u32 {
        self.expiry_year
    }

    /// The part of the number that may be kept.
    pub fn last4(&self) -> String {
        let number = self.number();
        number.get(number.len().saturating_sub(4)..).unwrap_or_default().to_owned()
    }

    /// By the number's first digits (ISO/IEC 7812 ranges, as the networks publish them).
    pub fn brand(&self) -> &'static str {
        let first = |digits: usize| -> u32 {
            self.number().get(..digits).and_then(|text| text.parse().ok()).unwrap_or_default()
        };
        match (first(2), first(4)) {
            (40..=49, _) => "visa",
            (51..=55, _) | (_, 2221..=2720) => "mastercard",
            (34 | 37, _) => "amex",
            (65, _) | (_, 6011 | 6440..=6499) => "discover",
            (_, 3528..=3589) => "jcb",
            (30 | 36 | 38 | 39, _) => "diners",
            (62, _) => "unionpay",
            _ => "unknown",
        }
    }

    /// Checks the card, and finds what is sent to the provider for it.
    pub fn method(self, accepted: Accepted, now: OffsetDateTime) -> Result<Method, Refusal> {
        if accepted == Accepted::Nothing {
            return Err(Refusal::LiveCardsUnavailable);
        }
        if !self.number.digits() || !(12..=19).contains(&self.number().len()) {
            return Err(Refusal::InvalidCard(CardFault::Number));
        }
        let test_card = TEST_CARDS.iter().find(|(number, _)| *number == self.number());
        match (accepted, test_card) {
            (Accepted::PublishedTestNumbers, None) => return Err(Refusal::NotATestCard),
            (Accepted::RawNumbers, _) if !passes_luhn(self.number()) => {
                return Err(Refusal::InvalidCard(CardFault::Number));
            }
            _ => {}
        }
        self.check_expiry(now)?;
        let cvv_length = if self.brand() == "amex" { 4 } else { 3 };
        if !self.cvv.digits() || self.cvv().len() != cvv_length {
            return Err(Refusal::InvalidCard(CardFault::Cvv));
        }
        if !self.is_named {
            return Err(Refusal::InvalidCard(CardFault::Holder));
        }
        Ok(match (accepted, test_card) {
            (Accepted::PublishedTestNumbers, Some((_, method))) => Method::Test(method),
            _ => Method::Raw(self),
        })
    }

    /// A card is good to the last day of its month.
    fn check_expiry(&self, now: OffsetDateTime) -> Result<(), Refusal> {
        let this_year = u32::try_from(now.year()).unwrap_or_default();
        let this_month = u32::from(u8::from(now.month()));
        if !(1..=12).contains(&self.expiry_month) || !(2000..=this_year + 50).contains(&self.expiry_year) {
            return Err(Refusal::InvalidCard(CardFault::Expiry));
        }
        if (self.expiry_year, self.expiry_month) < (this_year, this_month) {
            return Err(Refusal::CardExpired);
        }
        Ok(())
    }
}

/// The check digit of ISO/IEC 7812-1, annex B.
fn passes_luhn(number: &str) -> bool {
    let sum: u32 = number
        .bytes()
        .rev()
        .enumerate()
        .map(|(place, byte)| {
            let digit = u32::from(byte - b'0') * if place % 2 == 1 { 2 } else { 1 };
            digit / 10 + digit % 10
        })
        .sum();
    sum.is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    const NOW: OffsetDateTime = datetime!(2026-03-31 23:59 UTC);

    fn card(number: &str, cvv: &str, month: u32, year: u32) -> Card {
        held_by("Ada Byron", number, cvv, month, year)
    }

    fn held_by(holder: &str, number: &str, cvv: &str, month: u32, year: u32) -> Card {
        let [number, cvv, holder] = [number, cvv, holder].map(|text| Secret::new(text.into()));
        Card::new(&number, cvv, &holder, month, year)
    }

    fn refused(card: Card, accepted: Accepted) -> Option<Refusal> {
        card.method(accepted, NOW).err()
    }

    #[test]
    fn r008_every_published_test_number_stands_for_its_payment_method() {
        for (number, method) in TEST_CARDS {
            let cvv = if method == "pm_card_amex" { "1234" } else { "123" };

            let sent = card(number, cvv, 12, 2030).method(Accepted::PublishedTestNumbers, NOW);

            assert!(matches!(sent, Ok(Method::Test(name)) if name == method), "{method}");
            assert!(passes_luhn(number), "{method}");
        }
    }

    #[test]
    fn r008_any_other_number_is_refused_in_test_mode() {
        for number in ["4111111111111111", "4242424242424241", "5105105105105106", "000000000000"] {
            assert_eq!(
                refused(card(number, "123", 12, 2030), Accepted::PublishedTestNumbers),
                Some(Refusal::NotATestCard)
            );
        }
    }

    #[test]
    fn r008_live_mode_takes_raw_numbers_only_where_the_operator_accepts_them() {
        let visa = || card("4111111111111111", "123", 12, 2030);

        assert_eq!(refused(visa(), Accepted::of(Mode::Live, false)), Some(Refusal::LiveCardsUnavailable));
        assert!(matches!(visa().method(Accepted::of(Mode::Live, true), NOW), Ok(Method::Raw(_))));
        let mistyped = card("4111111111111112", "123", 12, 2030);
        assert_eq!(refused(mistyped, Accepted::RawNumbers), Some(Refusal::InvalidCard(CardFault::Number)));
    }

    #[test]
    fn r008_expiry_and_cvv_are_checked_here() {
        let check = |number: &str, cvv: &str, month: u32, year: u32, expected: Option<Refusal>| {
            let refusal = refused(card(number, cvv, month, year), Accepted::PublishedTestNumbers);
            assert_eq!(refusal, expected, "{cvv} {month}/{year}");
        };
        let visa = "4242 4242-4242 4242";
        check(visa, "123", 3, 2026, None);
        check(visa, "123", 2, 2026, Some(Refusal::CardExpired));
        check(visa, "123", 12, 2025, Some(Refusal::CardExpired));
        check(visa, "123", 13, 2030, Some(Refusal::InvalidCard(CardFault::Expiry)));
        check(visa, "123", 0, 2030, Some(Refusal::InvalidCard(CardFault::Expiry)));
        check(visa, "123", 12, 30, Some(Refusal::InvalidCard(CardFault::Expiry)));
        check(visa, "1234", 12, 2030, Some(Refusal::InvalidCard(CardFault::Cvv)));
        check(visa, "", 12, 2030, Some(Refusal::InvalidCard(CardFault::Cvv)));
        check(visa, "12a", 12, 2030, Some(Refusal::InvalidCard(CardFault::Cvv)));
        check("378282246310005", "123", 12, 2030, Some(Refusal::InvalidCard(CardFault::Cvv)));
        check("378282246310005", "1234", 12, 2030, None);
        check("4242", "123", 12, 2030, Some(Refusal::InvalidCard(CardFault::Number)));
        check("not a number", "123", 12, 2030, Some(Refusal::InvalidCard(CardFault::Number)));
    }

    #[test]
    fn s136_the_holder_is_named_in_three_letters_at_least() {
        for (holder, is_taken) in [("Ada", true), (" Ådé ", true), ("", false), ("  Al ", false)] {
            let card = held_by(holder, "4242424242424242", "123", 12, 2030);

            let refusal = refused(card, Accepted::PublishedTestNumbers);

            let expected = (!is_taken).then_some(Refusal::InvalidCard(CardFault::Holder));
            assert_eq!(refusal, expected, "{holder:?}");
        }
    }

    #[test]
    fn brand_and_last_four_are_all_that_is_kept() {
        let check = |number: &str, brand: &str, last4: &str| {
            let card = card(number, "123", 12, 2030);
            assert_eq!((card.brand(), card.last4().as_str()), (brand, last4));
        };
        check("4242424242424242", "visa", "4242");
        check("5555555555554444", "mastercard", "4444");
        check("2223003122003222", "mastercard", "3222");
        check("378282246310005", "amex", "0005");
        check("6011111111111117", "discover", "1117");
        check("3566002020360505", "jcb", "0505");
        check("30569309025904", "diners", "5904");
        check("6200000000000005", "unionpay", "0005");
        check("", "unknown", "");
    }
}
