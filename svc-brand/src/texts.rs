//! The texts of the mails of this service.

texts::catalogue! {
    /// What is said of an enquiry and of a watched price, message by message: `texts/en.ftl`.
    pub struct Texts in include_str!("../texts/en.ftl");
    sender();
    contact_subject();
    support_subject();
    subscriber_subject();
    line(label: Text, value: Text);
    name();
    e_mail();
    phone();
    answer_by();
    reason();
    subject();
    booking_reference();
    watch_confirm_title();
    watch_you_asked();
    watch_confirm_call();
    watch_confirm_button();
    watch_not_you();
    watch_started_title();
    watch_started();
    watch_mails_once();
    watch_mails_again();
    watch_what_counts();
    watch_list_call();
    watch_list_button();
    watch_list();
    watch_stop();
    watch_limit_title();
    watch_limit();
    watch_fell_subject(trip: Text, price: Text);
    watch_fell_title(price: Text);
    watch_fell(price: Text, before: Text);
    watch_seen_at(day: Text, time: Text);
    watch_price_moves();
    watch_search_call();
    watch_search_button();
    watch_goes_on();
    watch_is_over();
    route(from: Text, to: Text);
    one_way_on(day: Text);
    round_trip_on(out: Text, back: Text);
    adults(count: Count);
    children(count: Count);
    infants(count: Count);
    economy();
    premium_economy();
    business();
    first_class();
}
