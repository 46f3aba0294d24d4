//! The texts of mails about enquiries.

texts::catalogue! {
    /// What is said of an enquiry, message by message: `texts/en.ftl`.
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
}
