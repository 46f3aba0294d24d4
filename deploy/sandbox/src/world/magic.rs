//! One-way routes on which the provider's test mode promises something that only the world can keep.

use super::{OfferDraft, Query};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Magic {
    NoOffers,
    AllHoldable,
    OnlyConnections,
    StopInsideTheSegment,
    NoBags,
    NoServices,
}

const ROUTES: [(&str, &str, Magic); 6] = [
    ("PVD", "RAI", Magic::NoOffers),
    ("JFK", "EWR", Magic::AllHoldable),
    ("LHR", "DXB", Magic::OnlyConnections),
    ("DXB", "AMS", Magic::StopInsideTheSegment),
    ("BTS", "MRU", Magic::NoBags),
    ("BTS", "ABV", Magic::NoServices),
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
            Self::NoServices => offer.extra_bag = None,
            Self::NoBags => {
                for segment in offer.slices.iter_mut().flat_map(|slice| &mut slice.segments) {
                    (segment.checked_bags, segment.carry_on_bags) = (0, 0);
                }
            }
            Self::NoOffers | Self::OnlyConnections | Self::StopInsideTheSegment => {}
        }
    }
}
