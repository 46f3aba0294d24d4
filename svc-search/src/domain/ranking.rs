//! The order of a list. Prices are compared within one currency alone: bare numbers of two mean nothing.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::str::FromStr;

use money::{Currency, MarkupRate, SalePrice};

use super::OfferRow;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Sort {
    PriceAscending,
    PriceDescending,
    DurationAscending,
}

impl FromStr for Sort {
    type Err = ();

    fn from_str(sort: &str) -> Result<Self, ()> {
        match sort {
            "" | "price-asc" => Ok(Self::PriceAscending),
            "price-desc" => Ok(Self::PriceDescending),
            "duration-asc" => Ok(Self::DurationAscending),
            _ => Err(()),
        }
    }
}

/// An offer at a brand's price.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Priced<'a> {
    pub found: &'a OfferRow,
    pub price: SalePrice,
}

/// Prices the offers and puts them in order. By price: those in the currency of most offers first, the others
/// after them, currency by currency. By duration: those of unknown duration last. Ties by the provider's total,
/// then by id, so that pages never overlap.
pub(crate) fn rank(offers: &[OfferRow], markup_rate: MarkupRate, sort: Sort) -> Vec<Priced<'_>> {
    let price = |found| Some(Priced { found, price: price(found, markup_rate)? });
    let mut priced: Vec<_> = offers.iter().filter_map(price).collect();
    let usual = usual_currency(offers);
    priced.sort_unstable_by(|a, b| {
        let by_currency = || currency_rank(a, usual).cmp(&currency_rank(b, usual));
        let by_price = || a.price.amount.minor.cmp(&b.price.amount.minor);
        let first = match sort {
            Sort::PriceAscending => by_currency().then_with(by_price),
            Sort::PriceDescending => by_currency().then_with(|| by_price().reverse()),
            Sort::DurationAscending => {
                by_duration(a.found, b.found).then_with(by_currency).then_with(by_price)
            }
        };
        first.then_with(|| tie(a.found, b.found))
    });
    priced
}

/// An amount beyond all reason is no price.
fn price(found: &OfferRow, markup_rate: MarkupRate) -> Option<SalePrice> {
    let price = SalePrice::of(found.total, found.tax, markup_rate);
    price
        .inspect_err(|error| tracing::warn!(offer.id = found.id, %error, "left out an offer without a price"))
        .ok()
}

fn currency_rank<'a>(priced: &'a Priced<'_>, usual: Option<Currency>) -> (bool, &'a str) {
    let currency = &priced.price.amount.currency;
    (Some(*currency) != usual, currency.code())
}

fn by_duration(a: &OfferRow, b: &OfferRow) -> Ordering {
    let key = |found: &OfferRow| (found.duration_min.is_none(), found.duration_min);
    key(a).cmp(&key(b))
}

fn tie(a: &OfferRow, b: &OfferRow) -> Ordering {
    a.total.minor.cmp(&b.total.minor).then_with(|| a.id.cmp(&b.id))
}

/// The currency of most offers; of two with as many, the first in the alphabet.
fn usual_currency(offers: &[OfferRow]) -> Option<Currency> {
    let mut counts = BTreeMap::<&str, (usize, Currency)>::new();
    for found in offers {
        counts.entry(found.total.currency.code()).or_insert((0, found.total.currency)).0 += 1;
    }
    let most = counts.values().map(|(count, _)| *count).max()?;
    counts.values().find(|(count, _)| *count == most).map(|(_, currency)| *currency)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::answer::tests::found;
    use super::*;

    fn ids(offers: &[OfferRow], sort: Sort) -> Vec<&str> {
        let markup_rate = MarkupRate::parse("0.23").unwrap();
        rank(offers, markup_rate, sort).iter().map(|priced| priced.found.id.as_str()).collect()
    }

    #[test]
    fn s075_lists_are_sorted_by_price_or_duration() {
        let offers = [
            found("a", "300", "USD", Some(90)),
            found("b", "100", "USD", None),
            found("c", "200", "USD", Some(60)),
        ];

        assert_eq!(ids(&offers, Sort::PriceAscending), ["b", "c", "a"]);
        assert_eq!(ids(&offers, Sort::PriceDescending), ["a", "c", "b"]);
        assert_eq!(ids(&offers, Sort::DurationAscending), ["c", "a", "b"]);
    }

    #[test]
    fn r024_prices_in_another_currency_come_last_and_are_never_compared() {
        let offers = [
            found("yen", "1", "JPY", None),
            found("a", "300", "USD", None),
            found("pound", "1", "GBP", None),
            found("b", "200", "USD", None),
        ];

        assert_eq!(ids(&offers, Sort::PriceAscending), ["b", "a", "pound", "yen"]);
        assert_eq!(ids(&offers, Sort::PriceDescending), ["a", "b", "pound", "yen"]);
    }

    #[test]
    fn r024_equal_sale_prices_are_ordered_by_total_and_id() {
        let offers = [
            found("c", "100.20", "USD", None),
            found("b", "100.10", "USD", None),
            found("a", "100.20", "USD", None),
        ];

        assert_eq!(ids(&offers, Sort::PriceAscending), ["b", "a", "c"]);
        assert_eq!(ids(&offers, Sort::PriceDescending), ["b", "a", "c"]);
    }

    proptest! {
        #[test]
        fn the_order_of_a_list_does_not_depend_on_how_it_came(
            offers in prop::collection::vec((0_u32..50, 0_usize..3, prop::option::of(0_u32..5)), 0..30),
            sort in prop::sample::select(vec![Sort::PriceAscending, Sort::PriceDescending, Sort::DurationAscending]),
        ) {
            let mut offers: Vec<_> = offers
                .into_iter()
                .enumerate()
                .map(|(id, (total, currency, duration))| {
                    found(&id.to_string(), &total.to_string(), ["USD", "GBP", "JPY"][currency], duration)
                })
                .collect();
            let forward: Vec<_> = ids(&offers, sort).into_iter().map(str::to_owned).collect();

            offers.reverse();

            prop_assert_eq!(ids(&offers, sort), forward);
        }
    }
}
