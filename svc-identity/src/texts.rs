//! The texts of mails about accounts.

texts::catalogue! {
    /// What is said of an account, message by message: `texts/en.ftl`.
    pub struct Texts in include_str!("../texts/en.ftl");
    confirm_title();
    account_made();
    confirm();
    confirm_button();
    confirm_other_uses();
    not_your_account();
    choose_title();
    you_asked();
    choose_in_half_an_hour();
    choose_in_a_day();
    password_stays();
    choose();
    choose_button();
    link_lives_a_week();
    changed_title();
    changed();
    changed_by_another();
    changed_of_administrator();
    choose_new_button();
    ended_title();
    ended();
    set_up_title();
    set_up();
    set_up_confirms();
    closed_title();
    closed();
    closed_open_trip();
    closed_find_trip();
    closed_by_another();
    closed_of_administrator();
    factor_set_up_title();
    factor_set_up();
    codes_made_title();
    codes_made();
    code_used_title();
    code_used(count: Count);
    factor_removed_title();
    factor_removed();
    factor_not_asked();
    exists_title();
    exists();
    exists_if_you();
    exists_if_not_you();
    log_in_first();
    log_in_button();
    operator();
    live_title();
    test_title();
    switched_to_live(name: Text);
    switched_to_test(name: Text);
    switch_back();
}
