//! The order of a list. Prices are compared within one currency alone: bare numbers of two mean nothing.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::str::FromStr;

use money::{Currency, MarkupRate, Money, SalePrice};

use super::OfferRow;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Sort {
    PriceAscending,
    PriceDescending,
    DurationAscending,
    EmissionsAscending,
    Best,
}

impl Sort {
    /// All of them, as requests name them.
    pub const ALL: [(&str, Self); 5] = [
        ("price-asc", Self::PriceAscending),
        ("price-desc", Self::PriceDescending),
        ("duration-asc", Self::DurationAscending),
        ("emissions-asc", Self::EmissionsAscending),
        ("best", Self::Best),
    ];
}

impl FromStr for Sort {
    type Err = ();

    /// A request that names none gets the cheapest first.
    fn from_str(name: &str) -> Result<Self, ()> {
        if name.is_empty() {
            return Ok(Self::PriceAscending);
        }
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, sort)| *sort).ok_or(())
    }
}

/// An offer at a brand's price.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Priced<'a> {
    pub found: &'a OfferRow,
    pub price: SalePrice,
}

impl<'a> Priced<'a> {
    /// An amount beyond all reason is no price.
    pub fn of(found: &'a OfferRow, markup_rate: MarkupRate) -> Option<Self> {
        Some(Self { found, price: SalePrice::of(found.total, found.tax, markup_rate).ok()? })
    }
}

/// A whole answer in order.
#[derive(Debug)]
pub(crate) struct Ranked<'a> {
    pub offers: Vec<Priced<'a>>,
    /// What an hour counts in `Best`; nothing where there are no offers.
    pub hour: Option<Money>,
    /// The currency of most offers.
    usual: Option<Currency>,
}

impl<'a> Ranked<'a> {
    /// The offer that another order would put first.
    pub fn first_by(&self, sort: Sort) -> Option<&Priced<'a>> {
        self.offers.iter().min_by(|a, b| compare(a, b, sort, self.usual, self.hour))
    }
}

/// Prices all offers of an answer and puts them in order. An hour counts `hour_percent` of their median price.
pub(crate) fn rank_all(
    offers: &[OfferRow],
    markup_rate: MarkupRate,
    sort: Sort,
    hour_percent: u8,
) -> Ranked<'_> {
    let usual = usual_currency(offers);
    let mut priced = price_all(offers, markup_rate);
    let hour = usual.and_then(|usual| hour_worth(&priced, usual, hour_percent));
    order(&mut priced, sort, usual, hour);
    Ranked { offers: priced, hour, usual }
}

/// Prices offers of an answer that is still coming and puts them in order. What an hour counts is known at its end, so
/// `Best` stands by price until then.
pub(crate) fn rank(offers: &[OfferRow], markup_rate: MarkupRate, sort: Sort) -> Vec<Priced<'_>> {
    let mut priced = price_all(offers, markup_rate);
    order(&mut priced, sort, usual_currency(offers), None);
    priced
}

fn price_all(offers: &[OfferRow], markup_rate: MarkupRate) -> Vec<Priced<'_>> {
    let priced = |found| {
        let priced = Priced::of(found, markup_rate);
        if priced.is_none() {
            tracing::warn!(offer.id = found.id, "left out an offer without a price");
        }
        priced
    };
    offers.iter().filter_map(priced).collect()
}

fn order(priced: &mut [Priced<'_>], sort: Sort, usual: Option<Currency>, hour: Option<Money>) {
    priced.sort_unstable_by(|a, b| compare(a, b, sort, usual, hour));
}

/// By price: those in the currency of most offers first, the others after them, currency by currency; `Best` likewise.
/// By duration or emissions: those of unknown ones last. Ties by the provider's total, then by id, so that pages never
/// overlap.
fn compare(
    a: &Priced<'_>,
    b: &Priced<'_>,
    sort: Sort,
    usual: Option<Currency>,
    hour: Option<Money>,
) -> Ordering {
    let by_currency = || currency_rank(a, usual).cmp(&currency_rank(b, usual));
    let by_price = || a.price.amount.minor.cmp(&b.price.amount.minor);
    let first = match sort {
        Sort::PriceAscending => by_currency().then_with(by_price),
        Sort::PriceDescending => by_currency().then_with(|| by_price().reverse()),
        Sort::DurationAscending => {
            known_first(a.found.duration_min, b.found.duration_min).then_with(by_currency).then_with(by_price)
        }
        Sort::EmissionsAscending => {
            known_first(a.found.emissions_kg, b.found.emissions_kg).then_with(by_currency).then_with(by_price)
        }
        Sort::Best => by_currency().then_with(|| cost(a, hour).cmp(&cost(b, hour))),
    };
    first.then_with(|| tie(a.found, b.found))
}

/// The price and what the time is worth, in a sixtieth of the currency's smallest unit; an unknown time after all known
/// ones. The flights' own time counts from 0 and not from the fastest: that is the same for all, and changes no order.
fn cost(priced: &Priced<'_>, hour: Option<Money>) -> (bool, i128) {
    let price = i128::from(priced.price.amount.minor) * 60;
    let Some(hour) = hour.filter(|hour| hour.currency == priced.price.amount.currency) else {
        return (false, price);
    };
    let minutes = priced.found.weighted_min;
    (minutes.is_none(), price + i128::from(hour.minor) * i128::from(minutes.unwrap_or(0)))
}

/// A share of the median price, in whole units as prices are, and never nothing.
fn hour_worth(priced: &[Priced<'_>], currency: Currency, percent: u8) -> Option<Money> {
    let amounts = priced.iter().map(|priced| priced.price.amount);
    let median =
        i128::from(median(amounts.filter(|it| it.currency == currency).map(|it| it.minor).collect())?);
    let unit = 10_i128.pow(currency.exponent());
    let units = (median * i128::from(percent) + 50 * unit) / (100 * unit);
    let minor = i64::try_from(units.max(1) * unit).ok()?;
    Some(Money::new(minor, currency))
}

/// Of an even number the middle between the two in the middle.
pub(super) fn median(mut amounts: Vec<i64>) -> Option<i64> {
    amounts.sort_unstable();
    let upper = *amounts.get(amounts.len() / 2)?;
    let lower = amounts[(amounts.len() - 1) / 2];
    Some(lower.midpoint(upper))
}

fn currency_rank<'a>(priced: &'a Priced<'_>, usual: Option<Currency>) -> (bool, &'a str) {
    let currency = &priced.price.amount.currency;
    (Some(*currency) != usual, currency.code())
}

fn known_first(a: Option<u32>, b: Option<u32>) -> Ordering {
    (a.is_none(), a).cmp(&(b.is_none(), b))
}

/// In one currency the cheaper first, whatever the markup.
pub(super) fn tie(a: &OfferRow, b: &OfferRow) -> Ordering {
    a.total.minor.cmp(&b.total.minor).then_with(|| a.id.cmp(&b.id))
}

/// The currency of most offers; of two with as many, the first in the alphabet.
fn usual_currency(offers: &[OfferRow]) -> Option<Currency> {
    most_frequent(offers.iter().map(|found| &found.total.currency))
}

/// Of two that come as often, the first in the alphabet.
pub(super) fn most_frequent<'a>(currencies: impl Iterator<Item = &'a Currency>) -> Option<Currency> {
    let mut counts = BTreeMap::<&str, (usize, Currency)>::new();
    for currency in currencies {
        counts.entry(currency.code()).or_insert((0, *currency)).0 += 1;
    }
    let most = counts.values().map(|(count, _)| *count).max()?;
    counts.values().find(|(count, _)| *count == most).map(|(_, currency)| *currency)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::answer::tests::found;
    use super::*;

    const HOUR_PERCENT: u8 = 4;

    fn ids(offers: &[OfferRow], sort: Sort) -> Vec<&str> {
        ids_at("0.23", offers, sort)
    }

    fn ids_at<'a>(markup_rate: &str, offers: &'a [OfferRow], sort: Sort) -> Vec<&'a str> {
        let markup_rate = MarkupRate::parse(markup_rate).unwrap();
        let ranked = rank_all(offers, markup_rate, sort, HOUR_PERCENT);
        ranked.offers.iter().map(|priced| priced.found.id.as_str()).collect()
    }

    fn hour(offers: &[OfferRow]) -> Option<String> {
        let ranked = rank_all(offers, MarkupRate::parse("0").unwrap(), Sort::Best, HOUR_PERCENT);
        ranked.hour.map(|hour| hour.to_string())
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

    #[test]
    fn r042_see07_an_hour_counts_a_share_of_the_median_price_in_whole_units() {
        let check = |totals: &[&str], currency: &str, expected: Option<&str>| {
            let offers: Vec<_> = totals.iter().map(|total| found(total, total, currency, None)).collect();
            assert_eq!(hour(&offers).as_deref(), expected, "{totals:?} {currency}");
        };
        check(&["100", "900", "9000"], "USD", Some("36.00 USD"));
        check(&["100", "800", "1000", "9000"], "USD", Some("36.00 USD"));
        check(&["912"], "USD", Some("36.00 USD")); // 36.48
        check(&["913"], "USD", Some("37.00 USD")); // 36.52
        check(&["5"], "USD", Some("1.00 USD"));
        check(&["50000"], "JPY", Some("2000 JPY"));
        check(&["50"], "KWD", Some("2.000 KWD"));
        check(&[], "USD", None);
    }

    /// One list and all its orders, which the page sorts alike. Prices are without markup.
    #[derive(serde::Deserialize)]
    struct Case {
        name: String,
        hour: Worth,
        offers: Vec<CaseOffer>,
        orders: BTreeMap<String, Vec<String>>,
    }

    #[derive(serde::Deserialize)]
    struct Worth {
        amount: String,
        currency: String,
    }

    #[derive(serde::Deserialize)]
    struct CaseOffer {
        id: String,
        total: String,
        currency: String,
        minutes: Option<u32>,
        kg: Option<u32>,
    }

    #[test]
    fn r042_see04_see07_r024_lists_are_ordered_as_the_table_says_that_the_page_shares() {
        let cases: Vec<Case> = serde_json::from_str(include_str!("../../orders.json")).unwrap();
        for Case { name, hour: Worth { amount, currency }, offers, orders } in cases {
            let row = |it: CaseOffer| {
                let mut row = found(&it.id, &it.total, &it.currency, it.minutes);
                row.emissions_kg = it.kg;
                row
            };
            let offers: Vec<_> = offers.into_iter().map(row).collect();
            assert_eq!(hour(&offers), Some(format!("{amount} {currency}")), "{name}");
            for (sort_name, sort) in Sort::ALL {
                assert_eq!(ids_at("0", &offers, sort), orders[sort_name], "{name}, {sort_name}");
            }
        }
    }

    #[test]
    fn r042_see12_best_stands_by_price_while_airlines_answer() {
        let offers = [found("fast", "900", "USD", Some(60)), found("slow", "870", "USD", None)];
        let ranked = rank(&offers, MarkupRate::parse("0").unwrap(), Sort::Best);

        assert_eq!(
            ranked.iter().map(|priced| priced.found.id.as_str()).collect::<Vec<_>>(),
            ["slow", "fast"]
        );
    }

    /// Price, minutes and connections of an offer.
    type Traits = (u32, u32, u32);

    fn offers_of(traits: &[Traits]) -> Vec<OfferRow> {
        let offer = |(id, (total, minutes, connections)): (usize, &Traits)| {
            let mut row = found(&id.to_string(), &total.to_string(), "USD", Some(*minutes));
            row.weighted_min = Some(minutes + 60 * connections);
            row
        };
        traits.iter().enumerate().map(offer).collect()
    }

    /// The price without markup and what the time is worth, in 1/12,000 of a unit: nothing is rounded.
    fn exact_cost(offer: &OfferRow, median: i64) -> i64 {
        offer.total.minor * 120 + 4 * median * i64::from(offer.weighted_min.unwrap()) / 50
    }

    proptest! {
        #[test]
        fn r042_see07_nothing_stands_before_what_is_cheaper_faster_and_has_fewer_stops(
            traits in prop::collection::vec((1_u32..3000, 60_u32..2000, 0_u32..4), 2..20),
        ) {
            let offers = offers_of(&traits);
            let ids = ids(&offers, Sort::Best);
            let place = |index: usize| ids.iter().position(|id| *id == index.to_string());

            for (better, a) in traits.iter().enumerate() {
                for (worse, b) in traits.iter().enumerate() {
                    if a.0 < b.0 && a.1 < b.1 && a.2 < b.2 {
                        prop_assert!(place(better) < place(worse), "{:?} after {:?}", a, b);
                    }
                }
            }
        }

        #[test]
        fn r042_see08_another_markup_leaves_the_order_of_best_but_for_rounding(
            traits in prop::collection::vec((1_u32..3000, 60_u32..2000, 0_u32..4), 1..20),
            percent in 0_i64..60,
        ) {
            let offers = offers_of(&traits);
            let median = median(offers.iter().map(|offer| offer.total.minor).collect()).unwrap();
            let rate = format!("0.{percent:02}");
            let ranked = rank_all(&offers, MarkupRate::parse(&rate).unwrap(), Sort::Best, HOUR_PERCENT);
            // A price is rounded by half a unit; so is an hour, unless it was less than one.
            prop_assume!(ranked.hour.unwrap().minor > 100);

            for pair in ranked.offers.windows(2) {
                let [a, b] = [pair[0].found, pair[1].found];
                let hours = i64::from(a.weighted_min.unwrap().abs_diff(b.weighted_min.unwrap())) / 60 + 1;
                let rounding = 12_000 * (2 + hours);
                let cost = |offer| exact_cost(offer, median) * (100 + percent) / 100;
                prop_assert!(cost(a) <= cost(b) + rounding, "{:?} before {:?}", a, b);
            }
        }

        #[test]
        fn the_order_of_a_list_does_not_depend_on_how_it_came(
            offers in prop::collection::vec((0_u32..50, 0_usize..3, prop::option::of(0_u32..5)), 0..30),
            (_, sort) in prop::sample::select(Sort::ALL.to_vec()),
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
