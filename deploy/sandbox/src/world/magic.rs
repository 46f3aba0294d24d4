//! One-way routes on which the provider's test mode promises something that only the world can keep, and one on which
//! an airline takes no passports.

use super::{OfferDraft, Query};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Magic {
    NoOffers,
    AllHoldable,
    OnlyConnections,
    StopInsideTheSegment,
    NoBags,
    NoServices,
    /// The Brazilian airline asks for a tax number, and takes no passport.
    TaxNumbers,
}

const ROUTES: [(&str, &str, Magic); 7] = [
    ("PVD", "RAI", Magic::NoOffers),
    ("JFK", "EWR", Magic::AllHoldable),
    ("LHR", "DXB", Magic::OnlyConnections),
    ("DXB", "AMS", Magic::StopInsideTheSegment),
    ("BTS", "MRU", Magic::NoBags),
    ("BTS", "ABV", Magic::NoServices),
    ("GRU", "BSB", Magic::TaxNumbers),
];

pub(super) fn of(query: &Query) -> Option<Magic> {
    let [slice] = query.slices.as_slice() else { return None };
    let on_route = |(origin, destination, _): &&(&str, &str, Magic)| {
        slice.origin == *origin && slice.destination == *destination
    };
    ROUTES.iter().find(on_route).map(|(_, _, magic)| *magic)
}

impl Magic {
    /// What concerns an offer; the rest concerns its flights.
    pub fn apply(self, offer: &mut OfferDraft) {
        match self {
            Self::AllHoldable => offer.holdable = true,
            Self::NoServices => offer.extra_bags.clear(),
            Self::TaxNumbers if offer.airline == "LA" => {
                (offer.documents_required, offer.document_types) = (true, vec!["tax_id"]);
            }
            Self::NoBags => {
                for segment in offer.slices.iter_mut().flat_map(|slice| &mut slice.segments) {
                    (segment.checked_bags, segment.carry_on_bags) = (0, 0);
                }
            }
            Self::NoOffers | Self::OnlyConnections | Self::StopInsideTheSegment | Self::TaxNumbers => {}
        }
    }
}
