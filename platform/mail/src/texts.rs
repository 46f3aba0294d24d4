texts::catalogue! {
    /// What stands in a letterhead that a brand has not filled in.
    pub struct Texts in include_str!("../texts/en.ftl");
    nameless_agency();
}
