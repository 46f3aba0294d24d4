use futures::future::join_all;
use proto::payments::v1::Visitor;
use service::Clock;
use time::Duration;
use uuid::Uuid;

use crate::harness::{CHALLENGED, DECLINED, Order, PRICE, Shop, Traveller, VISA, eventually};
use crate::stripe::Fault;

const MASTERCARD: &str = "5555555555554444";

async fn refusal(shop: &Shop, traveller: &Traveller, order: Order) -> String {
    let answer = shop.authorise(traveller, order).await.unwrap();
    answer.refusal.map(|refusal| refusal.code).unwrap_or_default()
}

#[tokio::test]
async fn a_session_that_keeps_being_declined_must_wait_an_hour() {
    let shop = Shop::open_with(&["--declines-per-session=4"]).await;
    let traveller = Traveller::new();
    for _ in 0..4 {
        assert_eq!(refusal(&shop, &traveller, Order::with_card(DECLINED)).await, "PAYMENT_FAILED");
        shop.clock.advance(Duration::minutes(10));
    }

    let answer = shop.authorise(&traveller, Order::default()).await.unwrap();
    let wait = answer.refusal.as_ref().and_then(|refusal| refusal.retry_after_s).unwrap();
    let stopped = answer.refusal.map(|refusal| refusal.code).unwrap_or_default();
    let somebody_else = refusal(&shop, &Traveller::new(), Order::default()).await;
    shop.clock.advance(Duration::seconds(wait.into()));
    let later = refusal(&shop, &traveller, Order::default()).await;

    assert!((19 * 60..=20 * 60 + 1).contains(&wait), "until the first is an hour old: {wait} s");

    assert_eq!((stopped.as_str(), somebody_else.as_str(), later.as_str()), ("TOO_MANY_ATTEMPTS", "", ""));
}

#[tokio::test]
async fn signing_in_does_not_forget_the_declines_of_the_session() {
    let shop = Shop::open_with(&["--declines-per-session=1", "--declines-per-account=2"]).await;
    let guest = Traveller::new();
    let signed_in = guest.clone().signed_in();

    let codes = [
        refusal(&shop, &guest, Order::with_card(DECLINED)).await,
        refusal(&shop, &guest, Order::default()).await,
        refusal(&shop, &signed_in, Order::with_card(DECLINED)).await,
        refusal(&shop, &signed_in, Order::default()).await,
    ];

    assert_eq!(codes, ["PAYMENT_FAILED", "TOO_MANY_ATTEMPTS", "PAYMENT_FAILED", "TOO_MANY_ATTEMPTS"]);
}

#[tokio::test]
async fn a_card_entered_again_for_the_same_offer_frees_the_first() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let first = shop.authorised(&traveller).await;

    let second = shop.authorised(&traveller).await;

    eventually("the first is voided", async || shop.stored_status(&first.id).await == "voided").await;
    assert_eq!(shop.stripe.statuses(), ["canceled", "requires_capture"]);
    assert_eq!(shop.find(&traveller, "off_1", PRICE).await.map(|found| found.id), Some(second.id));
}

#[tokio::test]
async fn a_third_offer_frees_the_oldest() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();

    for offer in ["off_1", "off_2", "off_3"] {
        assert_eq!(refusal(&shop, &traveller, Order::for_offer(offer)).await, "");
    }

    let expected = ["canceled", "requires_capture", "requires_capture"];
    eventually("the oldest is voided", async || shop.stripe.statuses() == expected).await;
}

#[tokio::test]
async fn r001_eight_tabs_that_pay_at_once_are_not_counted_as_declines() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let offers: Vec<_> = (0..8).map(|n| format!("off_{n}")).collect();

    let tabs = offers.iter().map(|offer| refusal(&shop, &traveller, Order::for_offer(offer)));
    let codes = join_all(tabs).await;

    assert_eq!(codes, [""; 8]);
}

#[tokio::test]
async fn asking_many_times_at_once_does_not_outrun_the_limits() {
    let shop = Shop::open_with(&["--declines-per-session=4"]).await;
    let traveller = Traveller::new();

    let guesses = (0..20).map(|_| refusal(&shop, &traveller, Order::with_card(DECLINED)));
    let codes = join_all(guesses).await;

    let declined = codes.iter().filter(|code| *code == "PAYMENT_FAILED").count();
    assert!(declined <= 4, "{declined} guesses reached the provider");
    assert_eq!(shop.stripe.sent("confirm").len(), declined);
}

/// A declined card from an address, in a session of its own.
async fn guess_from(shop: &Shop, client_address: &'static str) -> String {
    let guess = Order { client_address, ..Order::with_card(DECLINED) };
    refusal(shop, &Traveller::new(), guess).await
}

#[tokio::test]
async fn a_new_session_for_every_card_does_not_outrun_the_limit_of_an_address() {
    let shop = Shop::open_with(&["--declines-per-address=3"]).await;
    for address in ["2001:db8:7:1::1", "2001:db8:7:2::1", "2001:db8:7:3::1"] {
        assert_eq!(guess_from(&shop, address).await, "PAYMENT_FAILED");
    }

    assert_eq!(guess_from(&shop, "2001:db8:7:4::1").await, "TOO_MANY_ATTEMPTS");
    assert_eq!(guess_from(&shop, "2001:db8:8::1").await, "PAYMENT_FAILED");
    assert_eq!(guess_from(&shop, "").await, "PAYMENT_FAILED");
    shop.clock.advance(Duration::minutes(61));
    assert_eq!(guess_from(&shop, "2001:db8:7:4::1").await, "PAYMENT_FAILED");
}

#[tokio::test]
async fn a_brand_whose_guests_try_many_cards_stops_guests_and_no_one_else() {
    let shop = Shop::open_with(&["--declines-per-brand=3"]).await;
    for address in ["192.0.2.1", "192.0.2.2", "192.0.2.3"] {
        assert_eq!(guess_from(&shop, address).await, "PAYMENT_FAILED");
    }

    let told = shop.authorise(&Traveller::new(), Order::default()).await.unwrap().refusal.unwrap();
    let guest = told.code;
    let signed_in = refusal(&shop, &Traveller::new().signed_in(), Order::default()).await;
    let elsewhere = refusal(&shop, &Traveller::new().of_brand("northwind"), Order::default()).await;

    let wait = told.retry_after_s.unwrap();
    assert!((3_590..=3_601).contains(&wait), "until the first is an hour old: {wait} s");
    assert!(told.message.contains("log in"), "{}", told.message);
    assert_eq!((guest.as_str(), signed_in.as_str(), elsewhere.as_str()), ("TOO_MANY_ATTEMPTS", "", ""));
}

#[tokio::test]
async fn a_brand_whose_guests_mostly_pay_goes_on_selling() {
    let shop = Shop::open_with(&["--declines-per-brand=3"]).await;
    for address in ["192.0.2.1", "192.0.2.2", "192.0.2.3"] {
        shop.captured(&Traveller::new()).await;
        assert_eq!(guess_from(&shop, address).await, "PAYMENT_FAILED");
    }

    assert_eq!(refusal(&shop, &Traveller::new(), Order::default()).await, "");
}

#[tokio::test]
async fn a_hold_makes_nobody_a_payer() {
    let shop = Shop::open_with(&["--declines-per-brand=1"]).await;
    for _ in 0..3 {
        shop.authorised(&Traveller::new()).await;
    }
    assert_eq!(guess_from(&shop, "192.0.2.1").await, "PAYMENT_FAILED");

    assert_eq!(refusal(&shop, &Traveller::new(), Order::default()).await, "TOO_MANY_ATTEMPTS");
}

#[tokio::test]
async fn the_closure_of_a_brand_is_noted_once_an_hour() {
    let shop = Shop::open_with(&["--declines-per-brand=1"]).await;
    let closures = async || -> Vec<(String, bool)> {
        sqlx::query_as("select brand, until = $1 from brand_closure")
            .bind(shop.clock.now() + Duration::hours(1))
            .fetch_all(&shop.db.pool)
            .await
            .unwrap()
    };
    guess_from(&shop, "192.0.2.1").await;
    assert_eq!(closures().await, []);

    let refused = [guess_from(&shop, "192.0.2.2").await, guess_from(&shop, "192.0.2.3").await];

    assert_eq!(refused, ["TOO_MANY_ATTEMPTS"; 2]);
    assert_eq!(closures().await, [("fareway".to_owned(), true)]);
}

#[tokio::test]
async fn a_wave_of_new_sessions_does_not_outrun_the_limit_of_an_address() {
    let shop = Shop::open_with(&["--declines-per-address=3"]).await;

    let codes = join_all((0..20).map(|_| guess_from(&shop, "192.0.2.1"))).await;

    let reached = codes.iter().filter(|code| *code == "PAYMENT_FAILED").count();
    assert_eq!((reached, shop.stripe.sent("confirm").len()), (3, 3), "{codes:?}");
}

#[tokio::test]
async fn a_bank_that_asks_for_its_holder_in_vain_counts_as_a_decline() {
    let shop = Shop::open_with(&["--declines-per-session=4"]).await;
    let traveller = Traveller::new();

    for _ in 0..4 {
        shop.stripe.fail("confirm", Fault::LeadsNowhere);
        let asked = refusal(&shop, &traveller, Order::with_card(CHALLENGED)).await;
        assert_eq!(asked, "AUTHENTICATION_REQUIRED");
    }

    assert_eq!(refusal(&shop, &traveller, Order::default()).await, "TOO_MANY_ATTEMPTS");
}

/// Cards of one visitor, each for the same offer, and what they were told of the last.
async fn one_after_the_other(cards: &[&str]) -> String {
    let shop = Shop::open_with(&["--declines-per-session=2"]).await;
    let traveller = Traveller::new().on_site("http://localhost:8080/");
    let mut told = String::new();
    for card in cards {
        told = refusal(&shop, &traveller, Order::with_card(card)).await;
    }
    told
}

#[tokio::test]
async fn a_card_that_is_given_up_for_another_counts_once() {
    assert_eq!(one_after_the_other(&[CHALLENGED, VISA]).await, "", "one question left unanswered");
    assert_eq!(one_after_the_other(&[CHALLENGED; 4]).await, "", "the same card again and again");
    assert_eq!(one_after_the_other(&[VISA; 4]).await, "", "the same card again and again");
    assert_eq!(one_after_the_other(&[VISA, CHALLENGED, VISA]).await, "", "back to the first");
    assert_eq!(one_after_the_other(&[CHALLENGED, VISA, MASTERCARD]).await, "TOO_MANY_ATTEMPTS");
}

#[tokio::test]
async fn a_hold_that_is_let_go_under_a_booking_counts_for_its_visitor_and_for_no_brand() {
    let shop = Shop::open_with(&["--declines-per-session=2", "--declines-per-brand=1"]).await;
    let traveller = Traveller::new();
    for card in [VISA, MASTERCARD] {
        let held = shop.authorise(&traveller, Order::with_card(card)).await.unwrap().payment.unwrap();
        shop.void(&traveller, &held.id, Uuid::now_v7()).await.unwrap();
    }

    assert_eq!(refusal(&shop, &traveller, Order::with_card(DECLINED)).await, "TOO_MANY_ATTEMPTS");
    assert_eq!(refusal(&shop, &Traveller::new(), Order::default()).await, "");
}

#[tokio::test]
async fn payment_methods_that_a_visitor_makes_up_count_for_the_visitor_and_for_no_brand() {
    let shop = Shop::open_with(&["--declines-per-session=2", "--declines-per-brand=1"]).await;
    let traveller = Traveller::new();
    let made_up = || Order { payment_method_id: "pm_x", number: String::new(), ..Order::default() };
    for _ in 0..2 {
        shop.stripe.fail("confirm", Fault::Says(404, "invalid_request_error", "resource_missing"));
        assert_eq!(refusal(&shop, &traveller, made_up()).await, "CARDS_UNAVAILABLE");
    }

    assert_eq!(refusal(&shop, &traveller, made_up()).await, "TOO_MANY_ATTEMPTS");
    assert_eq!(refusal(&shop, &Traveller::new(), Order::default()).await, "");
}

#[tokio::test]
async fn an_address_is_kept_as_a_hash_alone() {
    let shop = Shop::open().await;

    guess_from(&shop, "192.0.2.77").await;

    let kept: (bool, bool) = sqlx::query_as(
        "select length(client_hmac) = 32 and length(network_hmac) = 32, row_to_json(payment)::text like '%192.0.2%'
        from payment",
    )
    .fetch_one(&shop.db.pool)
    .await
    .unwrap();
    assert_eq!(kept, (true, false));
}

#[tokio::test]
async fn throwaway_accounts_count_as_the_brands_guests() {
    let shop = Shop::open_with(&["--declines-per-brand=3"]).await;
    let mut codes = Vec::new();
    for _ in 0..4 {
        codes.push(refusal(&shop, &Traveller::new().newly_registered(), Order::with_card(DECLINED)).await);
    }

    let established = refusal(&shop, &Traveller::new().signed_in(), Order::default()).await;

    assert_eq!(codes, ["PAYMENT_FAILED", "PAYMENT_FAILED", "PAYMENT_FAILED", "TOO_MANY_ATTEMPTS"]);
    assert_eq!(established, "");
    assert_eq!(shop.stripe.sent("confirm").len(), 4, "three guesses, and the one who pays");
}

#[tokio::test]
async fn a_user_who_registered_today_and_paid_counts_for_the_brands_guests() {
    let shop = Shop::open_with(&["--declines-per-brand=1"]).await;
    shop.captured(&Traveller::new().newly_registered()).await;

    assert_eq!(guess_from(&shop, "192.0.2.1").await, "PAYMENT_FAILED");
    assert_eq!(guess_from(&shop, "192.0.2.2").await, "PAYMENT_FAILED", "as many pay as fail");
    assert_eq!(guess_from(&shop, "192.0.2.3").await, "TOO_MANY_ATTEMPTS");
}

#[tokio::test]
async fn no_card_is_taken_for_a_session_that_looked_at_no_offer() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let refused = async |offer_view: String| {
        let visitor = Visitor { offer_view, ..Visitor::default() };
        let answer = shop.authorise_as(&traveller, Some(visitor), Order::default()).await.unwrap();
        answer.refusal.map(|refusal| refusal.code).unwrap_or_default()
    };
    let own = shop.view_offer(&traveller).await;

    let codes = [
        refused(String::new()).await,
        refused(shop.view_offer(&Traveller::new()).await).await,
        refused(own.clone()).await,
    ];
    shop.clock.advance(Duration::days(1));

    assert_eq!(codes, ["OFFER_NOT_VIEWED", "OFFER_NOT_VIEWED", ""]);
    assert_eq!(refused(own).await, "OFFER_NOT_VIEWED");
    let last_release = shop.authorise_as(&traveller, None, Order::default()).await.unwrap();
    assert_eq!(last_release.refusal, None);
}

#[tokio::test]
async fn a_network_shares_a_limit_and_its_neighbour_is_not_in_it() {
    let shop = Shop::open_with(&["--declines-per-network=2"]).await;
    for address in ["192.0.2.1", "192.0.2.2"] {
        assert_eq!(guess_from(&shop, address).await, "PAYMENT_FAILED");
    }

    assert_eq!(guess_from(&shop, "192.0.2.3").await, "TOO_MANY_ATTEMPTS");
    assert_eq!(guess_from(&shop, "192.0.3.1").await, "PAYMENT_FAILED");
}

#[tokio::test]
async fn unknown_addresses_are_one_visitors() {
    let shop = Shop::open_with(&["--declines-per-address=1"]).await;

    assert_eq!(guess_from(&shop, "unknown").await, "PAYMENT_FAILED");
    assert_eq!(guess_from(&shop, "0.0.0.0").await, "TOO_MANY_ATTEMPTS");
}

#[tokio::test]
async fn cards_of_one_range_share_a_limit_and_only_a_hash_of_the_range_is_kept() {
    let shop = Shop::open_with(&["--accept-raw-live-cards", "--declines-per-card-range=2"]).await;
    let pay = async |number: &str| refusal(&shop, &Traveller::new().live(), Order::with_card(number)).await;
    let mut codes = Vec::new();
    for number in ["4111111111111111", "4111110000000005"] {
        shop.live_stripe.fail("confirm", Fault::Says(402, "card_error", "card_declined"));
        codes.push(pay(number).await);
    }

    codes.push(pay("4111111111111111").await);
    codes.push(pay(MASTERCARD).await);

    assert_eq!(codes, ["PAYMENT_FAILED", "PAYMENT_FAILED", "TOO_MANY_ATTEMPTS", ""]);
    let kept: Vec<(bool, bool)> = sqlx::query_as(
        "select length(card_range_hmac) = 32, row_to_json(payment)::text like '%411111%' from payment",
    )
    .fetch_all(&shop.db.pool)
    .await
    .unwrap();
    assert_eq!(kept, [(true, false); 3]);
}

#[tokio::test]
async fn new_sessions_wait_until_they_are_older_while_others_go_on() {
    let shop = Shop::open_with(&["--declines-of-new-sessions=2"]).await;
    let pay = async |age: u32, card: &str| {
        let answer = shop.authorise(&Traveller::new().with_session_age(age), Order::with_card(card)).await;
        answer.unwrap().refusal.map(|refusal| (refusal.code, refusal.retry_after_s))
    };
    for _ in 0..2 {
        assert_eq!(pay(10, DECLINED).await.unwrap().0, "PAYMENT_FAILED");
    }

    let told = pay(100, VISA).await;

    assert_eq!(told, Some(("TOO_MANY_ATTEMPTS".to_owned(), Some(201))));
    assert_eq!(pay(300, VISA).await, None);
}

#[tokio::test]
async fn guests_of_the_last_releases_program_are_still_counted() {
    let shop = Shop::open_with(&["--declines-per-brand=2"]).await;
    for payer in [Traveller::new(), Traveller::new().signed_in()] {
        assert_eq!(refusal(&shop, &payer, Order::with_card(DECLINED)).await, "PAYMENT_FAILED");
    }
    sqlx::query("update payment set is_established = null, is_new_session = null")
        .execute(&shop.db.pool)
        .await
        .unwrap();

    let codes = [guess_from(&shop, "192.0.2.1").await, guess_from(&shop, "192.0.2.2").await];

    assert_eq!(codes, ["PAYMENT_FAILED", "TOO_MANY_ATTEMPTS"], "the user of before is no guest");
}
