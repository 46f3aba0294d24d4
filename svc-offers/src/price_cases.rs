//! Sales as this service prices them, for the tests of all places that show a price: mail and PDF (svc-booking's
//! `email/sums.rs`) and the web app's pages (`src/app/prices.conformance.test.tsx`).
//!
//! `UPDATE_PRICES=1` renews the committed file.

use std::fs;

use duffel::convert::priced_offer;
use duffel::wire::{Offer, SeatMap};
use money::{Currency, MarkupRate, Money};
use serde_json::{Map, Value, json};

use crate::domain::{Chosen, Selection, quote};

const COMMITTED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../platform/money/prices.json");

/// A currency, its sign in American English, and how many of its units are a dollar, roughly. With hundredths, without
/// minor units and with thousandths; two of which browsers write fewer digits than they have.
const CURRENCIES: [(&str, &str, i64); 8] = [
    ("USD", "$", 1),
    ("JPY", "¥", 150),
    ("KWD", "KWD\u{a0}", 1),
    ("EUR", "€", 1),
    ("HUF", "HUF\u{a0}", 370),
    ("XOF", "F\u{202f}CFA\u{a0}", 600),
    ("IQD", "IQD\u{a0}", 1_300),
    ("CHF", "CHF\u{a0}", 1),
];
const MARKUP_RATES: [&str; 4] = ["0.23", "0.1", "0", "0.175"];

/// Before which place the airline's price becomes another one, and whether it rises.
const CHANGES: [(&str, i64); 8] = [
    ("nowhere", 0),
    ("flight page", 1),
    ("booking", 1),
    ("payment", 1),
    ("flight page", -1),
    ("booking", -1),
    ("payment", -1),
    ("nowhere", 0),
];

/// A number that looks like any other, and is the same each time.
fn random(seed: u64, from: i64, to: i64) -> i64 {
    let mut bits = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    from + i64::try_from((bits >> 33) % (to - from).unsigned_abs()).unwrap()
}

/// Dollars and cents as about the same sum of another currency.
struct Sums {
    currency: Currency,
    dollar: i64,
}

impl Sums {
    fn of(&self, cents: i64) -> Money {
        let units = 10_i64.pow(self.currency.exponent());
        Money::new(cents * self.dollar * units / 100, self.currency)
    }

    /// The same with an uneven last digit.
    fn uneven(&self, cents: i64) -> Money {
        let sum = self.of(cents);
        Money::new(sum.minor + i64::from(self.currency.exponent() > 0), self.currency)
    }
}

/// As every place writes a sum: the sign, thousands, and what is behind the point only if it is something. On purpose
/// without the code of any of these places.
fn written(sum: Money, sign: &str) -> String {
    let amount = sum.amount();
    let (whole, rest) = amount.split_once('.').unwrap_or((&amount, ""));
    let first = (whole.len() - 1) % 3 + 1;
    let groups = whole.as_bytes()[first..].chunks(3).map(|group| std::str::from_utf8(group).unwrap());
    let whole = std::iter::once(&whole[..first]).chain(groups).collect::<Vec<_>>().join(",");
    let rest = if rest.bytes().all(|digit| digit == b'0') { String::new() } else { format!(".{rest}") };
    format!("{sign}{whole}{rest}")
}

fn offer(total: Money, tax: Money) -> Offer {
    let mut offer = duffel::testing::offer();
    let code = total.currency.code();
    offer["total_amount"] = total.amount().into();
    offer["tax_amount"] = tax.amount().into();
    offer["base_amount"] = total.checked_sub(tax).unwrap().amount().into();
    for field in ["total_currency", "tax_currency", "base_currency"] {
        offer[field] = code.into();
    }
    serde_json::from_value(offer).unwrap()
}

/// One seat for each price, each for a passenger of its own.
fn seat_map(prices: &[Money]) -> SeatMap {
    let mut map = duffel::testing::seat_map();
    let seats = prices.iter().enumerate().map(|(at, price)| {
        json!({ "type": "seat", "designator": format!("15{at}"), "available_services": [{
            "id": format!("ase_{at}"), "passenger_id": format!("pas_{at}"),
            "total_amount": price.amount(), "total_currency": price.currency.code(),
        }] })
    });
    map["cabins"][0]["rows"] = json!([{ "sections": [{ "elements": seats.collect::<Vec<_>>() }] }]);
    serde_json::from_value(map).unwrap()
}

/// What is sold: an offer at the airline's price, and the seats chosen with it.
struct Sale<'a> {
    total: Money,
    tax: Money,
    seats: &'a [Money],
    markup_rate: MarkupRate,
}

impl Sale<'_> {
    fn priced(&self, write: &mut impl FnMut(Money)) -> Value {
        let offer = offer(self.total, self.tax);
        let price = priced_offer(&offer, self.markup_rate).unwrap().price.unwrap();
        let seats = (0..self.seats.len())
            .map(|at| Selection { passenger_id: format!("pas_{at}"), service_id: format!("ase_{at}") })
            .collect();
        let chosen = Chosen { seats, bags: Vec::new() };
        let quote = quote(&offer, &[seat_map(self.seats)], &chosen, self.markup_rate).unwrap();
        let fee = quote.total.checked_sub(quote.provider_total).unwrap();
        let sums = [Money::parse(&price.amount, &price.currency).unwrap(), quote.total, fee];
        sums.into_iter().filter(|sum| sum.minor > 0).for_each(write);
        json!({
            "total_amount": offer.total_amount, "tax_amount": offer.tax_amount,
            "price": {
                "amount": price.amount, "currency": price.currency, "base_amount": price.base_amount,
                "tax_amount": price.tax_amount, "markup_rate": price.markup_rate,
            },
            "with_seats": quote.total.amount(), "with_seats_at_cost": quote.provider_total.amount(),
            "fee": fee.amount(),
        })
    }
}

fn case(index: usize) -> Value {
    let seed = u64::try_from(index).unwrap() * 100;
    let (code, sign, dollar) = CURRENCIES[index % CURRENCIES.len()];
    let (changes, rises) = CHANGES[index % CHANGES.len()];
    let sums = Sums { currency: code.parse().unwrap(), dollar };
    let passengers = 1 + index % 4;
    let people = i64::try_from(passengers).unwrap();
    let seat_prices: Vec<_> = (0..passengers)
        .map(|at| [0, 725, 1_850, 2_000][(index + at) % 4])
        .map(|cents| sums.of(cents))
        .collect();
    let seats = if index.is_multiple_of(4) { &[][..] } else { &seat_prices[..] };
    let tax = sums.uneven(random(seed, 4_000, 30_000));
    let total = tax.checked_add(sums.uneven(people * random(seed + 1, 30_000, 90_000))).unwrap();
    let step = sums.of(rises * random(seed + 2, 1_000, 6_000));
    let markup_rate = MarkupRate::parse(MARKUP_RATES[index % MARKUP_RATES.len()]).unwrap();

    let mut texts = Map::new();
    let mut write = |sum: Money| {
        texts.insert(sum.amount(), written(sum, sign).into());
    };
    let sale = |total| Sale { total, tax, seats, markup_rate };
    let first = sale(total).priced(&mut write);
    let later = sale(total.checked_add(step).unwrap()).priced(&mut write);
    seat_prices.iter().copied().for_each(write);
    json!({
        "currency": code, "sign": sign, "digits": sums.currency.exponent(), "passengers": passengers,
        "changes": changes, "first": first, "later": later,
        "seat_prices": seat_prices.iter().map(Money::amount).collect::<Vec<_>>(), "seats": seats.len(),
        "written": texts,
    })
}

#[test]
fn r003_the_sales_that_all_places_are_held_to_are_priced_as_here() {
    let cases: Value = (0..CURRENCIES.len()).map(case).collect();
    if std::env::var_os("UPDATE_PRICES").is_some() {
        fs::write(COMMITTED, format!("{cases:#}\n")).unwrap();
    }
    let committed: Value = serde_json::from_str(&fs::read_to_string(COMMITTED).unwrap()).unwrap();
    assert_eq!(committed, cases, "make gen renews {COMMITTED}");
}
