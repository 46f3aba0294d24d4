//! What the total of a booking was paid for.

use money::Money;

use super::Booking;

/// Base fare, taxes and seats add up to the total. All are in its currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Paid {
    /// What the traveller was shown: the airline's fare and our service fee.
    pub base_fare: Money,
    /// The airline's own part of the base fare.
    pub fare: Money,
    pub taxes: Money,
    pub seats: Money,
}

impl Paid {
    /// Returns nothing if the offer does not say it to the cent.
    pub fn of(booking: &Booking) -> Option<Self> {
        let price = booking.quote.offer.as_ref()?.price.as_ref()?;
        let parsed = |amount: &str| Money::parse(amount, &price.currency).ok();
        let (base_fare, taxes) = (parsed(&price.base_amount)?, parsed(&price.tax_amount)?);
        let without = |whole: Money, part| whole.checked_sub(part).ok().filter(|rest| rest.minor >= 0);
        let seats = without(without(booking.total, base_fare)?, taxes)?;
        let fare = without(without(booking.provider_total, taxes)?, seats)?;
        Some(Self { base_fare, fare, taxes, seats })
    }
}
