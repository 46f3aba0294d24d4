//! Disputes of charges: what the provider says of them, and how an administrator reads it.

use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use time::macros::format_description;

use super::provider_amount::amount_words;

/// The cardholder takes their money back through their bank. Only an administrator can answer that.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dispute {
    pub id: String,
    pub charge_id: String,
    pub minor: i64,
    /// ISO 4217.
    pub currency: String,
    /// As the provider names it.
    pub reason: String,
    /// As the provider names it. It tells an inquiry from money that was taken back.
    pub status: String,
    pub answer: DisputeAnswer,
    /// When the provider made the event that says so.
    pub event_at: Option<OffsetDateTime>,
}

/// When a dispute can be answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DisputeAnswer {
    DueBy(OffsetDateTime),
    /// The bank accepts no answer.
    Impossible,
    /// The provider named no day.
    NotTold,
}

impl Dispute {
    /// A line for the administrator who answers it.
    pub fn description(&self) -> String {
        let Self { id, charge_id, reason, .. } = self;
        let stands = match self.status.as_str() {
            "" => "",
            "warning_closed" => ", an inquiry that is over: no money was taken back",
            _ if self.is_inquiry() => ", an inquiry: no money was taken back",
            "won" => ", won: the money was given back to the seller",
            "prevented" => ", prevented: no money was taken back",
            "lost" => ", lost: the money was taken back",
            _ => ", the money was taken back",
        };
        let (amount, answer) = (amount_words(self.minor, &self.currency), self.answer_words());
        format!("{id} of charge {charge_id}, {amount}, {reason}{stands}{answer}")
    }

    fn answer_words(&self) -> String {
        match self.answer {
            _ if self.is_decided() => String::new(),
            DisputeAnswer::Impossible => ", no answer possible".to_owned(),
            DisputeAnswer::NotTold => ", to be answered by a day not told".to_owned(),
            DisputeAnswer::DueBy(due) => {
                let style =
                    format_description!("[day padding:none] [month repr:long] [year], [hour]:[minute] UTC");
                // A style without an offset can write every moment.
                format!(", to be answered by {}", due.format(style).unwrap_or_default())
            }
        }
    }

    /// Whether the seller must answer it.
    pub fn needs_answer(&self) -> bool {
        self.status.ends_with("needs_response")
    }

    /// Whether it is over.
    pub fn is_decided(&self) -> bool {
        matches!(self.status.as_str(), "won" | "lost" | "prevented" | "warning_closed")
    }

    /// The bank asks; it has taken nothing back yet.
    fn is_inquiry(&self) -> bool {
        self.status.starts_with("warning_")
    }

    /// RFC 3339.
    pub fn due_by(&self) -> Option<String> {
        let DisputeAnswer::DueBy(due) = self.answer else { return None };
        due.format(&Rfc3339).ok()
    }
}
