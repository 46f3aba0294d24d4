use money::{Currency, Money};
use proto::common::v1::FieldViolation;
use proto::offers::v1::ServiceSelection;
use proto::payments::v1 as pb;
use service::{Mode, Problem};
use tonic::Code;

use crate::harness::{CHALLENGED, DECLINED, Offers, Order, PRICE, Shop, Traveller, VISA, usd};
use crate::stripe::Fault;

fn refused(answer: &pb::AuthorisePaymentResponse) -> &str {
    answer.refusal.as_ref().map(|refusal| refusal.code.as_str()).unwrap_or_default()
}

#[tokio::test]
async fn r006_a_good_card_is_held_and_not_charged() {
    let shop = Shop::open().await;

    let payment = shop.authorised(&Traveller::new()).await;

    assert_eq!(payment.status(), pb::PaymentStatus::Authorised);
    assert_eq!(payment.amount, Some(usd(PRICE)));
    assert_eq!(payment.captured, Some(usd(0)));
    assert_eq!((payment.card_brand.as_str(), payment.card_last4.as_str()), ("visa", "4242"));
    assert_eq!(payment.capture_before, "2026-03-08T20:00:00Z");
    assert_eq!(shop.stripe.statuses(), ["requires_capture"]);
}

#[tokio::test]
async fn r006_the_intent_is_made_unconfirmed_and_then_confirmed_by_its_id() {
    let shop = Shop::open().await;

    let payment = shop.authorised(&Traveller::new()).await;

    let created = &shop.stripe.sent("create")[0];
    assert_eq!(created.key, format!("test:{}:create:1", payment.id));
    assert_eq!(created.fields["amount"], "133850");
    assert_eq!(created.fields["currency"], "usd");
    assert_eq!(created.fields["capture_method"], "manual");
    assert_eq!(created.fields["allowed_payment_method_types[0]"], "card");
    assert!(!created.fields.contains_key("confirm"));
    let confirmed = &shop.stripe.sent("confirm")[0];
    assert_eq!(confirmed.key, format!("test:{}:confirm:1", payment.id));
    assert_eq!(confirmed.fields["payment_method"], "pm_card_visa");
    assert_eq!(
        confirmed.fields["return_url"],
        format!("http://localhost:8080/booking?payment={}", payment.id)
    );
}

#[tokio::test]
async fn r008_cards_that_cannot_be_right_never_reach_the_provider() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let expired = Order { expiry: (2, 2026), ..Order::default() };
    let no_cvv = Order { cvv: "12".into(), ..Order::default() };
    let orders = [
        (Order::with_card("4111111111111111"), "NOT_A_TEST_CARD"),
        (Order::with_card("no card"), "INVALID_CARD"),
        (expired, "CARD_EXPIRED"),
        (no_cvv, "INVALID_CARD"),
    ];

    for (order, code) in orders {
        let answer = shop.authorise(&traveller, order).await.unwrap();

        assert_eq!((refused(&answer), answer.payment.is_none()), (code, true));
    }
    assert_eq!(shop.stripe.writes(), 0);
}

#[tokio::test]
async fn r008_live_mode_takes_raw_numbers_only_with_the_operators_word() {
    let careful = Shop::open().await;
    let bold = Shop::open_with(&["--accept-raw-live-cards"]).await;
    let traveller = Traveller::new().live();
    let order = || Order::with_card("4111111111111111");

    let refusal = careful.authorise(&traveller, order()).await.unwrap();
    let held = bold.authorise(&traveller, order()).await.unwrap();

    assert_eq!(refused(&refusal), "LIVE_CARDS_UNAVAILABLE");
    assert_eq!(careful.live_stripe.writes(), 0);
    assert_eq!(held.payment.unwrap().mode(), Mode::Live);
    assert_eq!(bold.live_stripe.sent("method")[0].fields["card[number]"], "4111111111111111");
    assert_eq!(bold.live_stripe.sent("confirm")[0].fields["payment_method"], "pm_raw");
    assert_eq!(bold.stripe.writes(), 0);
}

#[tokio::test]
async fn r008_what_the_providers_own_fields_took_pays_in_either_mode_and_no_number_is_sent() {
    let shop = Shop::open().await;
    let order =
        || Order { payment_method_id: "pm_1Q0Ps_a", number: "5105105105105100".into(), ..Order::default() };

    for (traveller, stripe) in
        [(Traveller::new().live(), &shop.live_stripe), (Traveller::new(), &shop.stripe)]
    {
        let held = shop.authorise(&traveller, order()).await.unwrap();

        assert_eq!(held.refusal, None);
        let payment = held.payment.unwrap();
        assert_eq!(payment.status(), pb::PaymentStatus::Authorised);
        assert_eq!((payment.card_brand.as_str(), payment.card_last4.as_str()), ("", ""));
        let confirmed = &stripe.sent("confirm")[0].fields;
        assert_eq!(confirmed["payment_method"], "pm_1Q0Ps_a");
        assert!(confirmed.values().all(|value| !value.contains("5105")), "{confirmed:?}");
    }
}

#[tokio::test]
async fn r008_a_card_number_in_place_of_a_payment_method_goes_no_further() {
    let shop = Shop::open().await;
    let order = Order { payment_method_id: "4242424242424242", ..Order::default() };

    let problem = shop.authorise(&Traveller::new().live(), order).await.unwrap_err();

    assert_eq!((problem.code.as_str(), shop.live_stripe.writes()), ("VALIDATION_ERROR", 0));
}

#[tokio::test]
async fn r031_the_shop_says_which_modes_can_take_cards() {
    let status = async |shop: &Shop| {
        let request = pb::GetProviderStatusRequest {};
        let answer = shop.client.clone().get_provider_status(request).await.unwrap().into_inner();
        (answer.status.unwrap().live_configured, answer.raw_live_cards)
    };
    let careful = Shop::open().await;
    let bold = Shop::open_with(&["--accept-raw-live-cards"]).await;

    assert_eq!(status(&careful).await, (true, false));
    assert_eq!(status(&bold).await, (true, true));
}

#[tokio::test]
async fn every_decline_reads_the_same() {
    let shop = Shop::open().await;
    let cards = [DECLINED, "4000000000009995", "4000000000000127"];
    let mut messages = Vec::new();

    for number in cards {
        let answer = shop.authorise(&Traveller::new(), Order::with_card(number)).await.unwrap();
        assert_eq!(answer.payment.as_ref().unwrap().status(), pb::PaymentStatus::Declined);
        assert_eq!(refused(&answer), "PAYMENT_FAILED");
        messages.push(answer.refusal.unwrap().message);
    }

    messages.dedup();
    assert_eq!(
        messages,
        ["Your card was declined or the details are incorrect. Please check them or use another card."]
    );
}

#[tokio::test]
async fn r036_a_holder_who_could_not_be_led_back_is_not_sent_away() {
    let shop = Shop::open().await;
    shop.stripe.fail("confirm", Fault::LeadsNowhere);

    let answer = shop.authorise(&Traveller::new(), Order::with_card(CHALLENGED)).await.unwrap();

    assert_eq!(refused(&answer), "AUTHENTICATION_REQUIRED");
    assert_eq!(shop.stripe.statuses(), ["canceled"]);
}

#[tokio::test]
async fn r003_a_price_that_changed_charges_nothing_and_is_told() {
    let shop = Shop::open().await;
    shop.offers.set("off_1", Ok(Money::new(140_000, Currency::USD)));

    let answer = shop.authorise(&Traveller::new(), Order::default()).await.unwrap();

    assert_eq!(refused(&answer), "PRICE_CHANGED");
    assert_eq!(answer.refusal.unwrap().price, Some(usd(140_000)));
    assert_eq!(shop.stripe.writes(), 0);
}

fn bags(quantity: u32) -> Vec<ServiceSelection> {
    vec![ServiceSelection { passenger_id: "pas_1".into(), service_id: "ase_1".into(), quantity }]
}

#[tokio::test]
async fn bag05_a_card_is_held_for_the_price_with_bags() {
    let shop = Shop::open().await;
    shop.offers.set("off_1", Ok(Money::new(148_850, Currency::USD)));
    let with_bags = Order { bags: bags(2), ..Order::default() };

    let without_their_price = shop.authorise(&Traveller::new(), with_bags.clone()).await.unwrap();
    let exact = Order { amount: "1488.50".into(), key: "k".into(), ..with_bags };
    let held = shop.authorise(&Traveller::new(), exact).await.unwrap().payment.unwrap();

    assert_eq!(refused(&without_their_price), "PRICE_CHANGED");
    assert_eq!((held.status(), held.amount), (pb::PaymentStatus::Authorised, Some(usd(148_850))));
    assert!(shop.offers.asked().iter().all(|asked| asked.bags == bags(2)));
}

#[tokio::test]
async fn no_card_is_charged_for_a_quote_without_the_bags_that_were_chosen() {
    let shop = Shop::open().await;
    shop.offers.age();
    let order = Order { bags: bags(1), ..Order::default() };

    let problem = shop.authorise(&Traveller::new(), order).await.unwrap_err();

    assert_eq!(problem.code, "INTERNAL_ERROR");
    assert_eq!(shop.stripe.writes(), 0);
}

#[tokio::test]
async fn bag04_a_bag_that_cannot_be_had_is_said_as_svc_offers_says_it() {
    let shop = Shop::open().await;
    let field = FieldViolation { field: "bags[0]".into(), message: "Gone.".into(), code: "taken".into() };
    let unavailable = Problem::new(Code::FailedPrecondition, "BAG_UNAVAILABLE", "A bag is gone.");
    let unavailable = Problem { fields: vec![field], ..unavailable };
    shop.offers.set("off_1", Err(unavailable.clone()));
    let order = Order { bags: bags(1), ..Order::default() };

    let problem = shop.authorise(&Traveller::new(), order).await.unwrap_err();

    assert_eq!(problem, unavailable);
    assert_eq!(shop.stripe.writes(), 0);
}

#[tokio::test]
async fn bag04_a_key_that_comes_again_with_other_bags_is_refused() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let with = |bags| Order { bags, ..Order::under_key("k") };
    shop.authorise(&traveller, with(bags(1))).await.unwrap();

    let again = shop.authorise(&traveller, with(bags(1))).await.unwrap();
    let more = shop.authorise(&traveller, with(bags(2))).await.unwrap_err();
    let none = shop.authorise(&traveller, with(Vec::new())).await.unwrap_err();

    assert_eq!(again.payment.unwrap().status(), pb::PaymentStatus::Authorised);
    assert_eq!([more.code, none.code], ["IDEMPOTENCY_KEY_REUSED", "IDEMPOTENCY_KEY_REUSED"]);
}

#[tokio::test]
async fn more_than_one_card_payment_can_be_is_refused_before_the_card_is_asked() {
    let shop = Shop::open().await;
    let million = || Order { amount: "1000000.00".into(), ..Order::default() };
    shop.offers.set("off_1", Ok(Money::new(100_000_000, Currency::USD)));
    shop.offers.set("off_2", Ok(Money::new(99_999_999, Currency::USD)));

    let refusal = shop.authorise(&Traveller::new(), million()).await.unwrap().refusal.unwrap();
    let writes = shop.stripe.writes();
    let most = Order { amount: "999999.99".into(), ..Order::for_offer("off_2") };
    let held = shop.authorise(&Traveller::new(), most).await.unwrap();

    assert_eq!((refusal.code.as_str(), writes), ("AMOUNT_TOO_LARGE", 0));
    assert!(refusal.message.contains("999999.99"), "{}", refusal.message);
    assert_eq!(held.refusal, None);
}

#[tokio::test]
async fn r003_the_clients_amount_is_compared_as_a_decimal() {
    let shop = Shop::open().await;
    let check = async |amount: &str| {
        let order = Order { amount: amount.into(), ..Order::default() };
        shop.authorise(&Traveller::new(), order).await.map(|answer| refused(&answer).to_owned())
    };

    assert_eq!(check("1338.5").await.unwrap(), "");
    assert_eq!(check("1338.49").await.unwrap(), "PRICE_CHANGED");
    let order = Order { currency: "EURO", ..Order::default() };
    let problem = shop.authorise(&Traveller::new(), order).await.unwrap_err();
    assert_eq!((problem.code.as_str(), problem.fields[0].field.as_str()), ("VALIDATION_ERROR", "currency"));
    for amount in ["", "free", "-1338.50", "0", "1338.505"] {
        let problem = check(amount).await.unwrap_err();
        assert_eq!((problem.code.as_str(), problem.fields[0].field.as_str()), ("VALIDATION_ERROR", "amount"));
    }
}

#[tokio::test]
async fn an_offer_that_is_gone_is_said_as_svc_offers_says_it() {
    let shop = Shop::open().await;
    shop.offers.set("off_1", Err(Offers::expired()));

    let problem = shop.authorise(&Traveller::new(), Order::default()).await.unwrap_err();

    assert_eq!(problem, Offers::expired());
    assert_eq!(shop.stripe.writes(), 0);
}

#[tokio::test]
async fn a_currency_that_the_provider_counts_differently_is_refused_before_anything_is_held() {
    for (amount, currency) in [("1338.00", "MGA"), ("1338", "ISK"), ("1.330", "KWD")] {
        let shop = Shop::open().await;
        shop.offers.set("off_1", Ok(Money::parse(amount, currency).unwrap()));

        let order = Order { amount: amount.into(), currency, ..Order::default() };
        let answer = shop.authorise(&Traveller::new(), order).await.unwrap();

        assert_eq!((refused(&answer), &answer.payment), ("CURRENCY_UNAVAILABLE", &None), "{currency}");
        assert_eq!(shop.stripe.writes(), 0, "{currency}");
    }
}

#[tokio::test]
async fn an_amount_without_minor_units_is_held_as_it_is() {
    let shop = Shop::open().await;
    shop.offers.set("off_1", Ok(Money::parse("150000", "JPY").unwrap()));

    let order = Order { amount: "150000".into(), currency: "JPY", ..Order::default() };
    shop.authorise(&Traveller::new(), order).await.unwrap();

    let created = &shop.stripe.sent("create")[0].fields;
    assert_eq!((created["amount"].as_str(), created["currency"].as_str()), ("150000", "jpy"));
}

#[tokio::test]
async fn r002_a_page_that_believes_in_test_mode_is_not_charged_in_live() {
    let shop = Shop::open_with(&["--accept-raw-live-cards"]).await;
    let order = Order { expected_mode: Mode::Test, ..Order::default() };

    let problem = shop.authorise(&Traveller::new().live(), order).await.unwrap_err();

    assert_eq!((problem.code.as_str(), problem.grpc), ("MODE_MISMATCH", Code::FailedPrecondition));
    assert_eq!(shop.live_stripe.writes(), 0);
}

#[tokio::test]
async fn the_same_key_answers_the_same_payment() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();

    let (one, two, three) = tokio::join!(
        shop.authorise(&traveller, Order::under_key("k")),
        shop.authorise(&traveller, Order::under_key("k")),
        shop.authorise(&traveller, Order::under_key("k")),
    );
    let last = shop.authorise(&traveller, Order { number: DECLINED.into(), ..Order::under_key("k") }).await;

    let ids = [one, two, three, last].map(|answer| answer.unwrap().payment.unwrap().id);
    assert!(ids.iter().all(|id| *id == ids[0]));
    assert_eq!(shop.stripe.statuses(), ["requires_capture"]);
}

#[tokio::test]
async fn the_same_key_with_another_request_is_refused() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    shop.authorise(&traveller, Order::under_key("k")).await.unwrap();

    let other = Order { offer_id: "off_2".into(), ..Order::under_key("k") };
    let problem = shop.authorise(&traveller, other).await.unwrap_err();

    assert_eq!((problem.code.as_str(), problem.grpc), ("IDEMPOTENCY_KEY_REUSED", Code::InvalidArgument));
}

#[tokio::test]
async fn a_key_belongs_to_the_one_who_sent_it() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let elsewhere = traveller.clone().of_brand("blue");

    let mine = shop.authorise(&traveller, Order::under_key("k")).await.unwrap();
    let theirs = shop.authorise(&Traveller::new(), Order::under_key("k")).await.unwrap();
    let other_brand = shop.authorise(&elsewhere, Order::under_key("k")).await.unwrap();

    let ids = [mine, theirs, other_brand].map(|answer| answer.payment.unwrap().id);
    assert!(ids[0] != ids[1] && ids[1] != ids[2] && ids[0] != ids[2]);
}

#[tokio::test]
async fn a_declined_key_stays_declined_and_a_new_one_may_succeed() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let declined = Order { number: DECLINED.into(), ..Order::under_key("k") };
    shop.authorise(&traveller, declined).await.unwrap();

    let again =
        shop.authorise(&traveller, Order { number: VISA.into(), ..Order::under_key("k") }).await.unwrap();
    let fresh = shop.authorise(&traveller, Order::default()).await.unwrap();

    assert_eq!(refused(&again), "PAYMENT_FAILED");
    assert_eq!(fresh.payment.unwrap().status(), pb::PaymentStatus::Authorised);
}

#[tokio::test]
async fn an_authorisation_is_found_by_its_owner_for_its_offer_amount_mode_and_brand() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let payment = shop.authorised(&traveller).await;
    let signed_in = traveller.clone().signed_in();

    let found = shop.find(&traveller, "off_1", PRICE).await;

    assert_eq!(found.map(|found| found.id), Some(payment.id.clone()));
    assert_eq!(shop.find(&signed_in, "off_1", PRICE).await.map(|found| found.id), Some(payment.id));
    assert_eq!(shop.find(&traveller, "off_2", PRICE).await, None);
    assert_eq!(shop.find(&traveller, "off_1", PRICE - 1).await, None);
    assert_eq!(shop.find(&Traveller::new(), "off_1", PRICE).await, None);
    assert_eq!(shop.find(&traveller.clone().live(), "off_1", PRICE).await, None);
    assert_eq!(shop.find(&traveller.of_brand("blue"), "off_1", PRICE).await, None);
}
