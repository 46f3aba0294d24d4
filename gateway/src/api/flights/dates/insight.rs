use proto::search::v1 as wire;
use serde::Serialize;
use utoipa::ToSchema;

use crate::problem::Amount;

/// How the price of the chosen dates stands to others that searches have seen. No prediction.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FareInsight {
    level: FareLevel,
    /// Where the middle half of the others begins, in whole units of the answer's currency.
    low: String,
    /// Where it ends.
    high: String,
    /// How many others there are.
    sample: u32,
    basis: FareBasis,
}

/// `lower`: than three quarters of the others. `higher`: than three quarters of them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FareLevel {
    Lower,
    Usual,
    Higher,
}

/// `dates`: other departures with the same stay, within 30 days. `history`: the same dates, on earlier days.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FareBasis {
    Dates,
    History,
}

impl FareInsight {
    /// Nothing where nothing can be said, or not in words of this version.
    pub fn of(told: Option<wire::FareInsight>) -> Option<Self> {
        let told = told?;
        Some(Self {
            level: level(told.level())?,
            basis: basis(told.basis())?,
            low: Amount::of(told.low)?.amount,
            high: Amount::of(told.high)?.amount,
            sample: told.sample,
        })
    }
}

fn level(level: wire::FareLevel) -> Option<FareLevel> {
    match level {
        wire::FareLevel::Lower => Some(FareLevel::Lower),
        wire::FareLevel::Usual => Some(FareLevel::Usual),
        wire::FareLevel::Higher => Some(FareLevel::Higher),
        wire::FareLevel::Unspecified => None,
    }
}

fn basis(basis: wire::FareBasis) -> Option<FareBasis> {
    match basis {
        wire::FareBasis::Dates => Some(FareBasis::Dates),
        wire::FareBasis::History => Some(FareBasis::History),
        wire::FareBasis::Unspecified => None,
    }
}
