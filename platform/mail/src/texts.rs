texts::catalogue! {
    /// What stands in a letterhead that a brand has not filled in, and in mails to the person on duty.
    pub struct Texts in include_str!("../texts/en.ftl");
    nameless_agency();
    case_id(id: Text);
    real_sum(sum: Text);
    test_sum(sum: Text);
    waits_since(moment: Text);
    mailed_until_taken();
}
