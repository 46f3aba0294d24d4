//! The seats and bags of an order.

use std::collections::BTreeSet;

use crate::Sandbox;
use crate::duffel::error::Error;
use crate::duffel::offer::{Offer, Service, ServiceKind};
use crate::duffel::offers::Chosen;

/// The services chosen and how many of each. A passenger sits on one seat a segment, a seat takes one passenger. Of one
/// kind of bag a passenger has one service a segment: more pieces come by its quantity.
pub fn select_services(
    sandbox: &Sandbox,
    offer: &Offer,
    chosen: &[Chosen],
) -> Result<Vec<(Service, i64)>, Error> {
    if chosen.is_empty() {
        return Ok(Vec::new());
    }
    let on_sale = offer.services(&sandbox.world);
    let mut selected = Vec::new();
    let mut taken = BTreeSet::new();
    for (at, choice) in chosen.iter().enumerate() {
        let service = on_sale
            .get(&choice.id)
            .ok_or_else(|| Error::new("ancillary_service_not_available").at(format!("/services/{at}/id")))?;
        let quantity = i64::try_from(choice.quantity).unwrap_or_default();
        if !(1..=service.maximum_quantity).contains(&choice.quantity) {
            return Err(Error::new("validation_inclusion").at(format!("/services/{at}/quantity")));
        }
        let once = match &service.kind {
            ServiceKind::Bag { .. } => {
                let passenger = service.passenger;
                let segments = service.segment_ids.iter();
                segments.map(|segment| format!("{segment} checked bag of {passenger}")).collect()
            }
            ServiceKind::Seat { designator, .. } => {
                let segment = service.segment_ids.concat();
                vec![format!("{segment} {designator}"), format!("{segment} {}", service.passenger)]
            }
        };
        if !once.into_iter().all(|key| taken.insert(key)) {
            return Err(Error::new("validation_unique").at(format!("/services/{at}/id")));
        }
        selected.push((service.clone(), quantity));
    }
    Ok(selected)
}
