//! What the total of a booking was paid for.

use money::{Currency, Money};
use proto::offers::v1::QuotedBag;

use super::Booking;

/// Base fare, taxes, seats and bags add up to the total. All are in its currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Paid {
    /// What the traveller was shown: the airline's fare and our service fee.
    pub base_fare: Money,
    /// The airline's own part of the base fare.
    pub fare: Money,
    pub taxes: Money,
    pub seats: Money,
    pub bags: Money,
}

impl Paid {
    /// Returns nothing if the offer does not say it to the cent.
    pub fn of(booking: &Booking) -> Option<Self> {
        let price = booking.quote.offer.as_ref()?.price.as_ref()?;
        let parsed = |amount: &str| Money::parse(amount, &price.currency).ok();
        let (base_fare, taxes) = (parsed(&price.base_amount)?, parsed(&price.tax_amount)?);
        let bags = of_bags(booking.total.currency, &booking.quote.bags)?;
        let without = |whole: Money, part| whole.checked_sub(part).ok().filter(|rest| rest.minor >= 0);
        let extras = without(without(booking.total, base_fare)?, taxes)?;
        let seats = without(extras, bags)?;
        let fare = without(without(booking.provider_total, taxes)?, extras)?;
        Some(Self { base_fare, fare, taxes, seats, bags })
    }

    /// Seats and bags together, if they cost anything.
    pub fn extras(&self) -> Option<Money> {
        self.seats.checked_add(self.bags).ok().filter(|extras| extras.minor > 0)
    }
}

/// What a bag costs, with all its pieces. Nothing if that can't be read.
pub fn of_bag(bag: &QuotedBag) -> Option<Money> {
    let price = bag.price.as_ref()?;
    Some(Money::new(price.minor, price.currency.parse().ok()?))
}

/// Nothing if one of them is in another currency.
fn of_bags(currency: Currency, bags: &[QuotedBag]) -> Option<Money> {
    let prices: Vec<_> = bags.iter().map(of_bag).collect::<Option<_>>()?;
    Money::sum(currency, prices).ok()
}
