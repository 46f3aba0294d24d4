//! Bags as airlines state them: so many, none, or no word of them.

use crate::harness::{sandbox, text};

#[tokio::test]
async fn an_airline_says_that_no_bag_is_included_and_some_say_nothing_of_cabin_bags() {
    let sandbox = sandbox().await;
    let found = sandbox.search("JFK-MEX").await;

    let mut stated_none = 0;
    let mut silent = 0;
    for offer in found["offers"].as_array().unwrap() {
        for segment in offer["slices"][0]["segments"].as_array().unwrap() {
            let bags = segment["passengers"][0]["baggages"].as_array().unwrap();
            let kinds: Vec<_> = bags.iter().map(|bag| text(&bag["type"])).collect();
            let is_silent = segment["marketing_carrier"]["iata_code"] == "AM";
            assert_eq!(kinds, if is_silent { &["checked"][..] } else { &["checked", "carry_on"][..] });
            stated_none += usize::from(bags[0]["quantity"] == 0);
            silent += usize::from(is_silent);
        }
    }

    assert!(stated_none > 0 && silent > 0, "{stated_none} {silent}");
}
