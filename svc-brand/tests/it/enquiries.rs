use money::MarkupRate;
use proto::brand::v1::{
    CreateEnquiryRequest, DeleteEnquiryRequest, EnquiryForm, EnquiryKind, ListEnquiriesRequest,
    ListEnquiriesResponse,
};
use service::sealing::Sealer;
use service::{Mode, Problem, RequestContext};
use time::Duration;
use tonic::{Code, Status};
use uuid::Uuid;

use crate::harness::{Harness, Person};

/// Of 32 bytes, and published nowhere.
const MAIL_KEY: &str = "BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=";

fn visitor(brand: &str) -> RequestContext {
    let rate = MarkupRate::parse(MarkupRate::DEFAULT).unwrap();
    RequestContext::new("r1".into(), Mode::Test, brand.into(), rate)
}

fn subscription(email: &str) -> EnquiryForm {
    EnquiryForm { kind: EnquiryKind::Subscribe.into(), email: email.into(), ..EnquiryForm::default() }
}

fn support(message: &str) -> EnquiryForm {
    EnquiryForm {
        kind: EnquiryKind::Support.into(),
        email: "ada@traveller.example".into(),
        name: "Ada Byron".into(),
        subject: "A seat".into(),
        booking_reference: "QX7RZP".into(),
        message: message.into(),
        ..EnquiryForm::default()
    }
}

impl Harness {
    async fn write(&mut self, brand: &str, form: EnquiryForm) -> Result<(), Status> {
        let request = visitor(brand).request(CreateEnquiryRequest { form: Some(form) });
        self.enquiries.create_enquiry(request).await.map(|_| ())
    }

    async fn read(
        &mut self,
        reader: Person,
        page_size: u32,
        page_token: &str,
    ) -> Result<ListEnquiriesResponse, Status> {
        let request = ListEnquiriesRequest { page_size, page_token: page_token.into() };
        self.enquiries.list_enquiries(reader.asks(request)).await.map(tonic::Response::into_inner)
    }

    async fn forget(&mut self, person: Person, id: &str) -> Result<(), Status> {
        let request = DeleteEnquiryRequest { id: id.into() };
        self.enquiries.delete_enquiry(person.asks(request)).await.map(|_| ())
    }

    /// Waits until so many enquiries are kept, and answers their kinds.
    async fn until_kept(&mut self, count: usize) -> Vec<EnquiryKind> {
        let reached = async {
            loop {
                let kept = self.read(Person::Admin, 0, "").await.unwrap().enquiries;
                if kept.len() == count {
                    return kept.into_iter().map(|enquiry| enquiry.form.unwrap().kind()).collect();
                }
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(testkit::patience(10), reached).await.expect("the sweep")
    }

    /// Recipient, subject and text of every mail that waits, in the order they were written.
    async fn mails(&self) -> Vec<(String, String, String)> {
        let mails = sqlx::query_as("select recipient, subject, body_text from mail_outbox order by id");
        mails.fetch_all(&self.db.pool).await.unwrap()
    }
}

#[tokio::test]
async fn a_card_number_in_a_message_is_neither_kept_nor_mailed() {
    let mut harness = Harness::new().await;
    let typed = "Why was 4242 4242 4242 4242 charged?";
    let form = EnquiryForm { subject: typed.into(), name: typed.into(), ..support(typed) };

    harness.write("northwind", form).await.unwrap();

    let kept = harness.read(Person::Admin, 0, "").await.unwrap().enquiries.remove(0).form.unwrap();
    let (_, _, mailed) = harness.mails().await.remove(0);
    for text in [kept.name, kept.subject, kept.message, mailed] {
        assert!(text.contains("**** **** **** 4242 charged?"), "{text}");
        assert!(!text.contains("4242 4242"), "{text}");
    }
}

#[tokio::test]
async fn r013_a_message_is_kept_and_mailed_to_the_brand_it_was_written_to() {
    let mut harness = Harness::new().await;

    harness.write("northwind", support("May I have the window?")).await.unwrap();

    let kept = harness.read(Person::Admin, 0, "").await.unwrap().enquiries.remove(0);
    assert_eq!((kept.brand.as_str(), kept.created_at.as_str()), ("northwind", "2026-03-01T12:00:00Z"));
    assert_eq!(kept.form.unwrap(), support("May I have the window?"));
    let (to, subject, text) = harness.mails().await.remove(0);
    assert_eq!(to, "support@northwind-fares.example");
    assert_eq!(subject, "A message from the support page");
    assert_eq!(
        text,
        "Name: Ada Byron\nE-mail: ada@traveller.example\nSubject: A seat\nBooking reference: QX7RZP\n\n\
         May I have the window?\n"
    );
}

#[tokio::test]
async fn r013_with_a_key_what_a_mail_says_can_not_be_read_in_the_database_while_it_waits() {
    let settings = ["--nats-url", "nats://127.0.0.1:1", "--mail-key", MAIL_KEY];
    let mut harness = Harness::with_settings(&settings).await;

    harness.write("northwind", support("May I have the window?")).await.unwrap();

    let query = "select id, sealed, mail_outbox::text from mail_outbox";
    let (id, sealed, row): (Uuid, Vec<u8>, String) =
        sqlx::query_as(query).fetch_one(&harness.db.pool).await.unwrap();
    let keys = Sealer::new("MAIL_KEY", &MAIL_KEY.into(), None).unwrap();
    let opened = keys.open(&[id.as_bytes().as_slice(), b"mail"].concat(), &sealed).unwrap();
    let opened = String::from_utf8(opened).unwrap();
    for word in
        ["support@northwind-fares.example", "ada@traveller.example", "QX7RZP", "Ada Byron", "the window?"]
    {
        assert!(opened.contains(word) && !row.contains(word), "{word}: {opened} {row}");
    }
}

#[tokio::test]
async fn s025_an_address_subscribes_to_a_brand_once_and_the_answer_does_not_tell() {
    let mut harness = Harness::new().await;

    for email in ["ada@traveller.example", "Ada@Traveller.example"] {
        harness.write("default", subscription(email)).await.unwrap();
    }
    harness.write("northwind", subscription("ada@traveller.example")).await.unwrap();

    assert_eq!(harness.read(Person::Admin, 0, "").await.unwrap().enquiries.len(), 2);
    assert_eq!(harness.mails().await.len(), 2);
}

#[tokio::test]
async fn what_is_wrong_is_named_and_nothing_is_kept() {
    let mut harness = Harness::new().await;

    let refused = harness.write("default", support(" ")).await.unwrap_err();
    let nobodys = harness.write("nobody", support("Hello")).await.unwrap_err();

    let problem = Problem::from_status(&refused);
    assert_eq!((problem.code.as_str(), problem.fields[0].field.as_str()), ("VALIDATION_ERROR", "message"));
    assert_eq!(Problem::from_status(&nobodys).code, "BRAND_NOT_FOUND");
    assert!(harness.read(Person::Admin, 0, "").await.unwrap().enquiries.is_empty());
    assert!(harness.mails().await.is_empty());
}

#[tokio::test]
async fn r005_administrators_read_page_by_page_and_nobody_else_does() {
    let mut harness = Harness::new().await;
    for message in ["first", "second", "third"] {
        harness.write("default", support(message)).await.unwrap();
    }

    let newest = harness.read(Person::Admin, 2, "").await.unwrap();
    let oldest = harness.read(Person::Admin, 2, &newest.next_page_token).await.unwrap();

    let messages = |page: &ListEnquiriesResponse| -> Vec<_> {
        page.enquiries.iter().map(|enquiry| enquiry.form.clone().unwrap().message).collect()
    };
    assert_eq!(
        (messages(&newest), messages(&oldest)),
        (vec!["third".into(), "second".into()], vec!["first".into()])
    );
    assert_eq!(oldest.next_page_token, "");
    for reader in [Person::Guest, Person::Traveller] {
        assert_eq!(harness.read(reader, 0, "").await.unwrap_err().code(), Code::PermissionDenied);
    }
    let lost = harness.read(Person::Admin, 0, "elsewhere").await.unwrap_err();
    assert_eq!(lost.code(), Code::InvalidArgument);
}

#[tokio::test]
async fn an_administrator_deletes_what_was_written_and_an_address_may_subscribe_again() {
    let mut harness = Harness::new().await;
    harness.write("default", subscription("ada@traveller.example")).await.unwrap();
    let id = harness.read(Person::Admin, 0, "").await.unwrap().enquiries.remove(0).id;

    for person in [Person::Guest, Person::Traveller] {
        assert_eq!(harness.forget(person, &id).await.unwrap_err().code(), Code::PermissionDenied);
    }
    assert_eq!(harness.until_kept(1).await, [EnquiryKind::Subscribe]);
    // Twice, as two administrators may; and what is no id names nothing.
    for id in [id.as_str(), &id, "elsewhere"] {
        harness.forget(Person::Admin, id).await.unwrap();
    }
    assert!(harness.until_kept(0).await.is_empty());
    harness.write("default", subscription("ada@traveller.example")).await.unwrap();

    assert_eq!(harness.until_kept(1).await, [EnquiryKind::Subscribe]);
}

#[tokio::test]
async fn messages_are_forgotten_after_a_year_and_subscriptions_are_not() {
    let mut harness = Harness::new().await;
    harness.write("default", support("old")).await.unwrap();
    harness.write("default", subscription("ada@traveller.example")).await.unwrap();
    harness.clock.advance(Duration::days(364));
    harness.write("default", support("young")).await.unwrap();
    harness.start_another().await;
    assert_eq!(harness.until_kept(3).await.len(), 3);

    harness.clock.advance(Duration::days(1) + Duration::SECOND);
    harness.start_another().await;

    let kept = harness.until_kept(2).await;
    assert_eq!(kept, [EnquiryKind::Support, EnquiryKind::Subscribe]);
}
