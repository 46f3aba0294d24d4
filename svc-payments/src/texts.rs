//! The texts of mails to the person on duty.

texts::catalogue! {
    /// What is said of a payment that needs a decision, message by message: `texts/en.ftl`.
    pub struct Texts in include_str!("../texts/en.ftl");
    cases_subject(count: Count);
    disputed();
    refund_owed(sum: Text);
    less_taken(sum: Text);
    amounts_differ();
    create_sent();
    confirm_sent();
    holder_asked();
    authorised();
    declined();
    capture_sent();
    captured();
    void_sent();
    voided();
    otherwise();
}
