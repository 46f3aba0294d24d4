use proto::booking::v1 as wire;
use serde::Serialize;
use utoipa::ToSchema;

use crate::problem::Amount;

/// What a cancellation keeps and gives back of what was paid. The kept lines add up to `kept`, the others to
/// `refunded`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CancellationBreakdown)]
pub(super) struct Breakdown {
    /// Every amount is above zero.
    lines: Vec<Line>,
    /// What the traveller gets back neither as money nor as credit.
    kept: Amount,
    /// The airline's share of `kept`; the rest is our service fee.
    kept_by_airline: Amount,
    /// What goes back to the card.
    refunded: Amount,
    /// What the airline gives as voucher or credit, which has no lines; null where it gives none.
    credit: Option<Amount>,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CancellationLine)]
struct Line {
    part: Part,
    amount: Amount,
    /// If false, the amount goes back to the card.
    kept: bool,
}

/// What a line was paid for. `airline`: fare, taxes, seats and bags together, where it keeps a part of them and does not
/// say of which.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CancellationPart)]
enum Part {
    Fare,
    Taxes,
    Seats,
    Bags,
    ServiceFee,
    Airline,
}

impl Breakdown {
    /// Nothing where a line is of a part that this gateway does not know yet: the others would not add up.
    pub fn of(breakdown: Option<wire::CancellationBreakdown>) -> Option<Self> {
        let breakdown = breakdown?;
        Some(Self {
            lines: breakdown.lines.into_iter().map(Line::of).collect::<Option<_>>()?,
            kept: Amount::of(breakdown.kept)?,
            kept_by_airline: Amount::of(breakdown.kept_by_airline)?,
            refunded: Amount::of(breakdown.refunded)?,
            credit: Amount::of(breakdown.credit),
        })
    }
}

impl Line {
    fn of(line: wire::CancellationLine) -> Option<Self> {
        let part = match line.part() {
            wire::CancellationPart::Unspecified => return None,
            wire::CancellationPart::Fare => Part::Fare,
            wire::CancellationPart::Taxes => Part::Taxes,
            wire::CancellationPart::Seats => Part::Seats,
            wire::CancellationPart::Bags => Part::Bags,
            wire::CancellationPart::ServiceFee => Part::ServiceFee,
            wire::CancellationPart::Airline => Part::Airline,
        };
        Some(Self { part, amount: Amount::of(line.amount)?, kept: line.kept })
    }
}
