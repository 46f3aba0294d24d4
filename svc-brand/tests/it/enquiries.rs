use money::MarkupRate;
use proto::brand::v1::{
    CreateEnquiryRequest, EnquiryForm, EnquiryKind, ListEnquiriesRequest, ListEnquiriesResponse,
};
use service::{Mode, Problem, RequestContext};
use tonic::{Code, Status};

use crate::harness::{Harness, Person};

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

    /// Recipient, subject and text of every mail that waits, in the order they were written.
    async fn mails(&self) -> Vec<(String, String, String)> {
        let mails = sqlx::query_as("select recipient, subject, body_text from mail_outbox order by id");
        mails.fetch_all(&self.db.pool).await.unwrap()
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
