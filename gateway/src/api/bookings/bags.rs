use proto::offers::v1::QuotedBag;
use serde::Serialize;
use utoipa::ToSchema;

use crate::problem::Amount;

/// A bag that was bought with a booking.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct BookedBag {
    passenger_id: String,
    /// checked or carry_on.
    kind: String,
    /// Of the heaviest piece allowed. Null where the airline does not say.
    weight_kg: Option<u32>,
    /// The flights it covers.
    segment_ids: Vec<String>,
    /// How many pieces.
    quantity: u32,
    /// Of all its pieces.
    #[schema(required, nullable = false, value_type = Amount)]
    price: Option<Amount>,
}

impl From<QuotedBag> for BookedBag {
    fn from(bag: QuotedBag) -> Self {
        let selection = bag.selection.unwrap_or_default();
        Self {
            passenger_id: selection.passenger_id,
            kind: bag.kind,
            weight_kg: bag.weight_kg,
            segment_ids: bag.segment_ids,
            quantity: selection.quantity,
            price: Amount::of(bag.price),
        }
    }
}
