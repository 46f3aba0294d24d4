//! What somebody buys: an offer, and perhaps a bag with it.

use money::Money;
use serde_json::{Value, json};

pub struct Basket {
    pub offer: Value,
    /// The service that is the bag.
    bag: Option<Value>,
}

impl Basket {
    /// The offer, with the first bag that is sold beside it, if one is wanted and sold.
    pub fn of(offer: Value, wants_bag: bool) -> Self {
        let services = offer["available_services"].as_array().map(Vec::as_slice).unwrap_or_default();
        let bag = services.iter().find(|service| service["bag_kind"] == "checked");
        let bag = bag.filter(|_| wants_bag).cloned();
        Self { offer, bag }
    }

    /// The id of the bag.
    pub fn bag(&self) -> Option<&str> {
        self.bag.as_ref()?["id"].as_str()
    }

    /// As `/api` takes the bags of a card and of a purchase.
    pub fn bags(&self) -> Value {
        let selected = |bag: &Value| {
            let passenger = &bag["passenger_ids"][0];
            json!({ "passengerId": passenger, "serviceId": bag["id"], "quantity": 1 })
        };
        self.bag.iter().map(selected).collect()
    }

    /// What is paid: the sale price, and what the airline asks for the bag.
    pub fn amount(&self) -> String {
        let price = &self.offer["price"];
        let currency = price["currency"].as_str().unwrap_or_default();
        let parsed = |amount: &Value| Money::parse(amount.as_str().unwrap_or_default(), currency);
        let of_bag = self.bag.as_ref().map(|bag| parsed(&bag["total_amount"]));
        let sums = std::iter::once(parsed(&price["amount"])).chain(of_bag);
        let total = sums.reduce(|total, sum| total?.checked_add(sum?));
        total.and_then(Result::ok).expect("an offer has prices of one currency").amount()
    }
}
