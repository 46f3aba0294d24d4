//! What goes wrong in a rehearsal, and which alerts it must set off. The other alerts are named with the reason.

/// Something that goes wrong: `name` says what, `super::scene` how.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    OffersFail,
    AccountRefused,
    FlightsAway,
    MailAway,
    BrokerAway,
    OrderInDoubt,
    CaptureFails,
    ListFails,
    CertificateEnds,
    DatabaseAway,
    ProgramAway,
    ForeignCertificate,
    StolenCards,
    GuessedPasswords,
    GuessedStepUps,
    GuessedCodes,
    ForeignTrip,
    ForgedWebhooks,
    PolicyReports,
    LargeHeads,
    SearchesLimited,
}

/// Faults of one round go on at the same time. Cards are tried late, as travellers have to work for theirs afterwards, and
/// searches are limited last, as none is sent for a while.
pub const ROUNDS: [&[Fault]; 8] = [
    &[Fault::FlightsAway],
    &[Fault::OffersFail, Fault::AccountRefused],
    &[Fault::MailAway, Fault::BrokerAway],
    &[Fault::OrderInDoubt, Fault::CaptureFails, Fault::ListFails, Fault::CertificateEnds],
    &[Fault::DatabaseAway],
    &[Fault::ProgramAway, Fault::ForeignCertificate],
    &[
        Fault::StolenCards,
        Fault::GuessedPasswords,
        Fault::GuessedStepUps,
        Fault::GuessedCodes,
        Fault::ForeignTrip,
        Fault::ForgedWebhooks,
        Fault::PolicyReports,
        Fault::LargeHeads,
    ],
    &[Fault::SearchesLimited],
];

impl Fault {
    /// As the report names it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::OffersFail => "some reads of offers fail",
            Self::AccountRefused => "the flight provider refuses our account",
            Self::FlightsAway => "the flight provider answers 503",
            Self::MailAway => "the mail server is away",
            Self::BrokerAway => "NATS is killed",
            Self::OrderInDoubt => "an order has no answer",
            Self::CaptureFails => "captures fail",
            Self::ListFails => "the card provider's list fails",
            Self::CertificateEnds => "a certificate ends in two days",
            Self::DatabaseAway => "Postgres is killed",
            Self::ProgramAway => "svc-search is killed",
            Self::ForeignCertificate => "svc-brand calls as svc-search",
            Self::StolenCards => "stolen cards are tried",
            Self::GuessedPasswords => "passwords are guessed",
            Self::GuessedStepUps => "an administrator's password is guessed",
            Self::GuessedCodes => "an administrator's codes are guessed",
            Self::ForeignTrip => "strangers ask for a trip",
            Self::ForgedWebhooks => "webhooks are forged",
            Self::PolicyReports => "browsers report violations",
            Self::LargeHeads => "heads of 32 KiB",
            Self::SearchesLimited => "the flight provider answers 429",
        }
    }

    /// What has to fire.
    pub const fn alerts(self) -> &'static [&'static str] {
        match self {
            Self::OffersFail => &["ProviderFails"],
            Self::AccountRefused => &["ProviderDeniesAccount", "ErrorLogged"],
            Self::FlightsAway => &["ProviderAway", "SearchesFailFast"],
            Self::MailAway => &["MailDoesNotGoFast", "MailWaits"],
            Self::BrokerAway => &["EventsWait", "EventsLate"],
            Self::OrderInDoubt => &["OrdersInDoubt"],
            Self::CaptureFails => &["MoneyDoesNotSettleFast", "BookingStuck"],
            Self::ListFails => &["BooksNotCompared"],
            Self::CertificateEnds => &["CertificateEndsSoon", "CertificateEnds"],
            Self::DatabaseAway => &["ProgramNotReady", "BookingsFailFast"],
            Self::ProgramAway => &["ProgramSilent"],
            Self::ForeignCertificate => &["CallersRefused"],
            Self::StolenCards => &["CardsDeclined", "CardsBlocked", "WorkAsked"],
            Self::GuessedPasswords => &["LoginsRefused"],
            Self::GuessedStepUps => &["StepUpsRefused"],
            Self::GuessedCodes => &["SecondFactorsRefused"],
            Self::ForeignTrip => &["ForeignBookings"],
            Self::ForgedWebhooks => &["WebhooksRefused"],
            Self::PolicyReports => &["CspViolations"],
            Self::LargeHeads => &["LargeHeads"],
            Self::SearchesLimited => &["RateLimitSpent"],
        }
    }
}

/// Every alert that a fault has to set off.
pub fn rehearsed() -> impl Iterator<Item = &'static str> {
    ROUNDS.into_iter().flatten().flat_map(|fault| fault.alerts()).copied()
}

/// Alerts that may be there without a fault, and why.
pub const WITHOUT_A_FAULT: [(&str, &str); 1] =
    [("ExporterSilent", "no exporter of Postgres or NATS runs beside a storm")];

const EXPORTER: &str = "stands on the metrics of an exporter, which a storm does not have";
const SLOW: &str = "looks back over a day, which is 24 minutes here";
const DECISION: &str = "ends by a person's decision alone";
const WATCHES: &str = "failed questions are asked again five minutes later, however fast the rules are";
const CONNECTIONS: &str = "takes hundreds or thousands of connections at once: storm `slowloris` makes them";

/// Alerts that no fault sets off here, and why. Their rules' own tests make them fire.
pub const NOT_REHEARSED: [(&str, &str); 29] = [
    ("SearchesFailSlowly", SLOW),
    ("BookingsFailSlowly", SLOW),
    ("MoneyDoesNotSettleSlowly", SLOW),
    ("MailDoesNotGoSlowly", SLOW),
    ("BookingsNeedPerson", DECISION),
    ("PaymentsNeedPerson", DECISION),
    ("StrayDifferences", DECISION),
    ("BooksDisagree", DECISION),
    ("BrandsClosedToGuests", "lasts until the cards that brought no money are an hour old"),
    ("ConsumerLags", "takes a hundred events that a consumer leaves, while the broker gives them out"),
    ("DeadLetters", "an event is parked after 20 tries, which take longer than a storm"),
    ("WatchesOverdue", "takes a watched price that nobody has asked about for an hour"),
    ("WatchesUnanswered", WATCHES),
    ("WatchesMostlyUnanswered", WATCHES),
    ("MailGivenUp", "the sandbox's mail server refuses no address, and a mail is tried for a day"),
    ("SearchesPerOrder", "counts live mode, which no storm sells in"),
    ("ConnectionsHeld", CONNECTIONS),
    ("ConnectionsReplaced", CONNECTIONS),
    ("AddressFull", CONNECTIONS),
    ("ReplicaNotReady", "each program has one replica here"),
    ("VersionsMixed", "takes a program of another version: storm `older` has them"),
    ("PoolExhausted", "takes more calls at once than two processors carry"),
    ("PostgresAway", EXPORTER),
    ("ReplicationLags", EXPORTER),
    ("StandbyGone", EXPORTER),
    ("PostgresConnectionsSpent", EXPORTER),
    ("ExporterSilent", "fires from the start: no exporter runs beside a storm"),
    ("BrokerDiskFull", EXPORTER),
    ("ClockWrong", EXPORTER),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::prometheus::rule_files;
    use super::*;

    fn alerts_of_the_rules() -> BTreeSet<String> {
        let files = rule_files().unwrap();
        let lines = files.iter().flat_map(|(_, text)| text.lines());
        lines.filter_map(|line| line.trim().strip_prefix("- alert: ")).map(str::to_owned).collect()
    }

    #[test]
    fn each_alert_is_rehearsed_or_has_a_reason_why_not() {
        let told: Vec<_> = rehearsed().chain(NOT_REHEARSED.map(|(alert, _)| alert)).collect();

        let distinct: BTreeSet<_> = told.iter().map(|alert| (*alert).to_owned()).collect();
        assert_eq!(distinct, alerts_of_the_rules(), "left: these tables, right: deploy/prometheus/rules");
        assert_eq!(told.len(), distinct.len(), "an alert stands in both");
    }

    #[test]
    fn each_fault_is_in_one_round() {
        let faults: Vec<_> = ROUNDS.into_iter().flatten().collect();

        assert_eq!(faults.iter().collect::<BTreeSet<_>>().len(), faults.len());
    }
}
