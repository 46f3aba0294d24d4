//! Each event of the security log is provoked, has exactly one line, and the line has nothing of what was typed.

use proto::booking::v1::{
    ClaimBookingRequest, ClaimBookingResponse, ExportBookingsRequest, ExportBookingsResponse,
    GetBookingRequest, GetBookingResponse, OpenGuestLinkRequest, OpenGuestLinkResponse,
    RequestGuestLinkRequest, RequestGuestLinkResponse,
};
use proto::brand::v1::{
    ClaimWatchesRequest, ClaimWatchesResponse, DeleteEnquiryRequest, DeleteEnquiryResponse,
    ExportWatchesRequest, ExportWatchesResponse,
};
use proto::identity::v1::{
    BeginSecondFactorRequest, BeginSecondFactorResponse, ChangePasswordRequest, ChangePasswordResponse,
    CloseAccountRequest, CloseAccountResponse, ConfirmSecondFactorRequest, ConfirmSecondFactorResponse,
    ExportAccountRequest, ExportAccountResponse, LoginRequest, LoginResponse, LogoutRequest, LogoutResponse,
    ProveMailboxRequest, ProveMailboxResponse, RefreshAdminRequest, RefreshAdminResponse, RegisterRequest,
    RegisterResponse, RenewRecoveryCodesRequest, RenewRecoveryCodesResponse, RequestMailboxLinkRequest,
    RequestMailboxLinkResponse, RequestPasswordResetRequest, RequestPasswordResetResponse,
    ResetPasswordRequest, ResetPasswordResponse, RevokeOtherSessionsRequest, RevokeOtherSessionsResponse,
    Session, SetModeRequest, SetModeResponse,
};
use proto::payments::v1::{
    AuthorisePaymentRequest, AuthorisePaymentResponse, Payment, PaymentStatus, ReceiveWebhookRequest,
    ReceiveWebhookResponse, Refusal,
};
use proto::preflight::v1::{CheckRequest, CheckResponse, Provider};
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use service::Problem;
use service::security_log::Event;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tonic::{Code, Status};
use uuid::Uuid;

use crate::administration::{SANDBOX, SETTINGS, with_live_keys};
use crate::harness::{ADMIN_TOKEN, GUEST_TOKEN, Gateway, USER_TOKEN, Visitor};
use crate::log::Log;
use crate::samples::{self, BOOKING, OFFER, designed, wrong_password};

/// In every text that the test types.
const CANARY: &str = "canary";
const PASSWORD: &str = "canary-password";
/// Told by the services, not by the gateway.
const OF_SERVICES: [Event; 2] = [Event::BookingForeign, Event::CallerRefused];

struct Scene {
    gateway: Gateway,
    log: Log,
    provoked: Vec<&'static str>,
    visitors: u8,
}

impl Scene {
    async fn begin() -> Self {
        let log = Log::of_this_process();
        let settings = [&SANDBOX[..], &["--trusted-proxies", "127.0.0.1/32"]].concat();
        let gateway = Gateway::start_with(&settings).await;
        gateway.until_ready().await;
        Self { gateway, log, provoked: Vec::new(), visitors: 0 }
    }

    /// A visitor with an address of their own.
    fn visitor(&mut self, token: &str) -> (Visitor, String) {
        self.visitors += 1;
        let address = format!("198.51.100.{}", self.visitors);
        (self.gateway.visitor_with(token).with("x-forwarded-for", &address), address)
    }

    async fn post(&mut self, token: &str, path: &str, body: Value, expected: Event) -> String {
        self.provoke(token, expected, |visitor| visitor.request(Method::POST, path).json(&body)).await
    }

    /// Sends a request, and returns the one line that it causes.
    async fn provoke(
        &mut self,
        token: &str,
        expected: Event,
        request: impl FnOnce(&Visitor) -> RequestBuilder,
    ) -> String {
        self.provoke_all(token, &[expected], request).await.concat()
    }

    /// Sends a request, and returns the lines that it causes, one an event.
    async fn provoke_all(
        &mut self,
        token: &str,
        expected: &[Event],
        request: impl FnOnce(&Visitor) -> RequestBuilder,
    ) -> Vec<String> {
        let (mut visitor, address) = self.visitor(token);
        let before = self.log.security().len();
        let answer = visitor.send(request(&visitor)).await;
        let lines = self.log.security().split_off(before);
        assert_eq!(lines.len(), expected.len(), "{expected:?}: {answer:?}, {lines:?}");
        for (event, line) in expected.iter().zip(&lines) {
            for field in [
                format!("security.event=\"{}\"", event.name()),
                format!("security.outcome=\"{}\"", event.outcome().name()),
                format!(" request.id={} ", answer.header("x-request-id")),
                format!(" client.address={address} "),
                " brand=\"default\" ".to_owned(),
            ] {
                assert!(line.contains(&field), "{field} is not in {line}");
            }
            self.provoked.push(event.name());
        }
        lines
    }
}

fn session_of(line: &str, n: u128) -> bool {
    line.contains(&format!(" session.id={} ", Uuid::from_u128(n)))
}

fn account_of(line: &str, n: u128) -> bool {
    line.contains(&format!(" account.id={} ", Uuid::from_u128(n)))
}

async fn logins(scene: &mut Scene) {
    let body = |password: &str| json!({ "username": "canary-user", "password": password });
    scene.gateway.fakes.on(|_, request: LoginRequest| {
        if request.password != PASSWORD {
            return Err(designed(Code::Unauthenticated, "INVALID_CREDENTIALS"));
        }
        let session = Session { user: Some(samples::user()), ..samples::guest_session(1) };
        Ok(LoginResponse {
            session: Some(session),
            token: "canary-token".to_owned(),
            browser_token: "canary-browser".to_owned(),
        })
    });
    let line = scene.post("", "/api/auth/login", body(PASSWORD), Event::LoginSucceeded).await;
    assert!(session_of(&line, 1) && account_of(&line, 100), "{line}");
    let line = scene.post("", "/api/auth/login", body("canary-guess"), Event::LoginRefused).await;
    assert!(line.contains(" reason=\"INVALID_CREDENTIALS\" ") && !line.contains("account.id"), "{line}");
    assert!(line.contains(" call=\"POST /api/auth/login\""), "{line}");

    scene.gateway.fakes.on(|_, _: LogoutRequest| Ok(LogoutResponse {}));
    let line = scene.post(USER_TOKEN, "/api/auth/logout", json!({}), Event::SignedOut).await;
    assert!(session_of(&line, 3) && account_of(&line, 100), "{line}");
    scene.gateway.fakes.on(|_, _: RevokeOtherSessionsRequest| Ok(RevokeOtherSessionsResponse {}));
    let end_others = |visitor: &Visitor| visitor.request(Method::DELETE, "/api/auth/sessions");
    let line = scene.provoke(USER_TOKEN, Event::SessionsEnded, end_others).await;
    assert!(account_of(&line, 100), "{line}");
}

async fn accounts(scene: &mut Scene) {
    let body = json!({
        "username": "canary-user", "email": "canary@traveller.example", "firstName": "Canary",
        "lastName": "Canary", "password": PASSWORD,
    });
    let path = "/api/auth/register";
    scene.gateway.fakes.on(|_, _: RegisterRequest| Ok(RegisterResponse { user: Some(samples::user()) }));
    let line = scene.post("", path, body.clone(), Event::AccountRegistered).await;
    assert!(account_of(&line, 100), "{line}");
    scene.gateway.fakes.on(|_, _: RegisterRequest| {
        Err::<RegisterResponse, _>(designed(Code::AlreadyExists, "USERNAME_TAKEN"))
    });
    scene.post("", path, body, Event::AccountRefused).await;
}

async fn addresses(scene: &mut Scene) {
    scene.gateway.fakes.on(|_, _: RequestMailboxLinkRequest| Ok(RequestMailboxLinkResponse {}));
    let path = "/api/auth/confirmation-link";
    let line = scene.post(USER_TOKEN, path, json!({}), Event::EmailLinkRequested).await;
    assert!(account_of(&line, 100), "{line}");

    let (path, body) = ("/api/auth/confirm-email", json!({ "token": "canary-token" }));
    scene.gateway.fakes.on(|_, _: ProveMailboxRequest| Ok(ProveMailboxResponse::default()));
    let line = scene.post(USER_TOKEN, path, body.clone(), Event::EmailConfirmed).await;
    assert!(session_of(&line, 3) && account_of(&line, 100), "{line}");
    scene.gateway.fakes.on(|_, _: ProveMailboxRequest| {
        Err::<ProveMailboxResponse, _>(designed(Code::InvalidArgument, "TOKEN_INVALID"))
    });
    scene.post(USER_TOKEN, path, body, Event::EmailConfirmRefused).await;
}

async fn rights(scene: &mut Scene) {
    let body = json!({ "currentPassword": PASSWORD });
    scene.gateway.fakes.on(|_, _: ExportAccountRequest| {
        Ok(ExportAccountResponse { user: Some(samples::user()), ..ExportAccountResponse::default() })
    });
    scene.gateway.fakes.on(|_, _: ExportBookingsRequest| Ok(ExportBookingsResponse::default()));
    scene.gateway.fakes.on(|_, _: ExportWatchesRequest| Ok(ExportWatchesResponse::default()));
    let line = scene.post(USER_TOKEN, "/api/account/export", body.clone(), Event::AccountExported).await;
    assert!(account_of(&line, 100), "{line}");
    scene.gateway.fakes.on(|_, _: ExportAccountRequest| Err::<ExportAccountResponse, _>(wrong_password()));
    scene.post(USER_TOKEN, "/api/account/export", body.clone(), Event::AccountExportRefused).await;

    scene.gateway.fakes.on(|_, _: ClaimWatchesRequest| Ok(ClaimWatchesResponse {}));
    scene.gateway.fakes.on(|_, _: CloseAccountRequest| Ok(CloseAccountResponse {}));
    let line = scene.post(USER_TOKEN, "/api/account/close", body.clone(), Event::AccountClosed).await;
    assert!(session_of(&line, 3) && account_of(&line, 100), "{line}");
    scene.gateway.fakes.on(|_, _: CloseAccountRequest| {
        Err::<CloseAccountResponse, _>(designed(Code::FailedPrecondition, "LAST_ADMINISTRATOR"))
    });
    let line = scene.post(USER_TOKEN, "/api/account/close", body, Event::AccountCloseRefused).await;
    assert!(line.contains(" reason=\"LAST_ADMINISTRATOR\" "), "{line}");
}

async fn passwords(scene: &mut Scene) {
    let path = "/api/auth/change-password";
    let change = json!({ "currentPassword": "canary-old", "newPassword": PASSWORD });
    scene.gateway.fakes.on(|_, _: ChangePasswordRequest| Ok(ChangePasswordResponse::default()));
    let line = scene.post(USER_TOKEN, path, change.clone(), Event::PasswordChanged).await;
    assert!(account_of(&line, 100), "{line}");
    scene.gateway.fakes.on(|_, _: ChangePasswordRequest| Err::<ChangePasswordResponse, _>(wrong_password()));
    let line = scene.post(USER_TOKEN, path, change, Event::PasswordChangeRefused).await;
    assert!(account_of(&line, 100), "{line}");

    let (path, body) = ("/api/auth/forgot-password", json!({ "email": "canary@traveller.example" }));
    scene.gateway.fakes.on(|_, _: RequestPasswordResetRequest| Ok(RequestPasswordResetResponse {}));
    let line = scene.post("", path, body.clone(), Event::PasswordResetRequested).await;
    assert!(!line.contains("account.id"), "{line}");
    scene.gateway.fakes.on(|_, _: RequestPasswordResetRequest| {
        Err::<RequestPasswordResetResponse, _>(designed(Code::ResourceExhausted, "TOO_MANY_ATTEMPTS"))
    });
    scene.post("", path, body, Event::PasswordResetRequestRefused).await;

    let (path, body) = ("/api/auth/reset-password", json!({ "token": "canary-token", "password": PASSWORD }));
    scene.gateway.fakes.on(|_, _: ResetPasswordRequest| {
        let account_id = samples::user().id;
        Ok(ResetPasswordResponse { account_id, ..ResetPasswordResponse::default() })
    });
    let line = scene.post("", path, body.clone(), Event::PasswordReset).await;
    assert!(account_of(&line, 100), "{line}");
    scene.gateway.fakes.on(|_, _: ResetPasswordRequest| {
        Err::<ResetPasswordResponse, _>(designed(Code::InvalidArgument, "TOKEN_INVALID"))
    });
    scene.post("", path, body, Event::PasswordResetRefused).await;
}

async fn administration(scene: &mut Scene) {
    scene.gateway.fakes.on(|_, request: RefreshAdminRequest| match request.password.as_str() {
        PASSWORD | "" => Ok(RefreshAdminResponse::default()),
        _ => Err(designed(Code::Unauthenticated, "INVALID_CREDENTIALS")),
    });
    let (path, body) = ("/api/admin/login", |password: &str| json!({ "password": password }));
    let line = scene.post(ADMIN_TOKEN, path, body(PASSWORD), Event::StepUpSucceeded).await;
    assert!(session_of(&line, 4) && account_of(&line, 101), "{line}");
    scene.post(ADMIN_TOKEN, path, body("canary-guess"), Event::StepUpRefused).await;
    second_factor(scene).await;

    let to_live = json!({ "enableLiveMode": true });
    with_live_keys(&scene.gateway.fakes, false, false);
    scene.gateway.fakes.on(|_, _: SetModeRequest| {
        Err::<SetModeResponse, _>(designed(Code::FailedPrecondition, "NOT_CONFIGURED"))
    });
    scene.post(ADMIN_TOKEN, SETTINGS, to_live.clone(), Event::ModeChangeRefused).await;
    with_live_keys(&scene.gateway.fakes, true, true);
    scene.gateway.fakes.on(|_, _: CheckRequest| {
        Ok(CheckResponse { lines: vec![], live_provider: Provider::Sandbox.into() })
    });
    scene.gateway.fakes.on(|_, request: SetModeRequest| Ok(SetModeResponse { mode: request.mode }));
    let line = scene.post(ADMIN_TOKEN, SETTINGS, to_live, Event::ModeChanged).await;
    assert!(line.contains(" reason=\"live\" ") && account_of(&line, 101), "{line}");

    scene.gateway.fakes.on(|_, _: DeleteEnquiryRequest| Ok(DeleteEnquiryResponse {}));
    let delete = |visitor: &Visitor| visitor.request(Method::DELETE, "/api/admin/enquiries/canary-id");
    let line = scene.provoke(ADMIN_TOKEN, Event::AdminChanged, delete).await;
    assert!(line.contains(" call=\"DELETE /api/admin/enquiries/{id}\""), "{line}");
    for token in [USER_TOKEN, ""] {
        let look = |visitor: &Visitor| visitor.request(Method::GET, SETTINGS);
        scene.provoke(token, Event::AdminRefused, look).await;
    }
}

async fn second_factor(scene: &mut Scene) {
    let path = "/api/admin/second-factor";
    let proof = |code: &str| json!({ "password": PASSWORD, "code": code });
    scene.gateway.fakes.on(|_, request: BeginSecondFactorRequest| match request.code.as_str() {
        "canary-recovery" => Ok(BeginSecondFactorResponse {
            uri: "otpauth://totp/canary".to_owned(),
            used_recovery_code: true,
        }),
        _ => Err(designed(Code::Unauthenticated, "SECOND_FACTOR_INVALID")),
    });
    let line = scene.post(ADMIN_TOKEN, path, proof("canary-recovery"), Event::RecoveryCodeUsed).await;
    assert!(session_of(&line, 4) && account_of(&line, 101), "{line}");
    let line = scene.post(ADMIN_TOKEN, path, proof("canary-code"), Event::SecondFactorRefused).await;
    assert!(line.contains(" reason=\"SECOND_FACTOR_INVALID\" "), "{line}");

    scene.gateway.fakes.on(|_, _: ConfirmSecondFactorRequest| {
        Ok(ConfirmSecondFactorResponse {
            recovery_codes: vec!["canary-recovery".to_owned()],
            session_token: "canary-token".to_owned(),
        })
    });
    let path = "/api/admin/second-factor/confirm";
    scene.post(ADMIN_TOKEN, path, json!({ "code": "canary-code" }), Event::SecondFactorSetUp).await;

    scene.gateway.fakes.on(|_, _: RenewRecoveryCodesRequest| {
        let recovery_codes = vec!["canary-recovery".to_owned()];
        Ok(RenewRecoveryCodesResponse { recovery_codes, used_recovery_code: false })
    });
    let path = "/api/admin/second-factor/recovery-codes";
    scene.post(ADMIN_TOKEN, path, proof("canary-code"), Event::RecoveryCodesMade).await;
}

async fn trips(scene: &mut Scene) {
    let body = json!({ "reference": "CANARY", "email": "canary@traveller.example" });
    scene.gateway.fakes.on(|_, _: RequestGuestLinkRequest| Ok(RequestGuestLinkResponse {}));
    scene.post("", "/api/guest-links", body, Event::GuestLinkRequested).await;
    let (path, body) = ("/api/guest-links/open", json!({ "token": "canary-token" }));
    scene
        .gateway
        .fakes
        .on(|_, _: OpenGuestLinkRequest| Ok(OpenGuestLinkResponse { booking_id: BOOKING.to_owned() }));
    let line = scene.post(GUEST_TOKEN, path, body.clone(), Event::GuestLinkOpened).await;
    assert!(session_of(&line, 1), "{line}");
    scene.gateway.fakes.on(|_, _: OpenGuestLinkRequest| {
        Err::<OpenGuestLinkResponse, _>(designed(Code::InvalidArgument, "TOKEN_INVALID"))
    });
    scene.post(GUEST_TOKEN, path, body, Event::GuestLinkRefused).await;

    let path = format!("/api/bookings/{BOOKING}/claim");
    scene.gateway.fakes.on(|_, _: ClaimBookingRequest| Ok(ClaimBookingResponse::default()));
    scene.post(USER_TOKEN, &path, json!({}), Event::BookingClaimed).await;
    scene.gateway.fakes.on(|_, _: ClaimBookingRequest| {
        Err::<ClaimBookingResponse, _>(designed(Code::FailedPrecondition, "OTHER_ADDRESS"))
    });
    scene.post(USER_TOKEN, &path, json!({}), Event::BookingClaimRefused).await;

    scene.gateway.fakes.on(|_, _: GetBookingRequest| {
        Err::<GetBookingResponse, _>(designed(Code::NotFound, "BOOKING_NOT_FOUND"))
    });
    let path = format!("/api/bookings/{BOOKING}");
    let look = |visitor: &Visitor| visitor.request(Method::GET, &path);
    let line = scene.provoke(GUEST_TOKEN, Event::BookingRefused, look).await;
    assert!(session_of(&line, 1), "{line}");
}

fn card() -> Value {
    json!({
        "amount": "645", "currency": "USD", "offerId": OFFER,
        "cardDetails": {
            "number": "4000056655665556", "expiryMonth": "12", "expiryYear": "34", "cvv": "987",
            "holderName": "Canary Cardholder",
        },
    })
}

async fn cards(scene: &mut Scene) {
    let path = "/api/payments/process-card";
    let body = card();
    scene.gateway.fakes.on(|_, _: AuthorisePaymentRequest| {
        let status = PaymentStatus::Authorised.into();
        let payment = Some(Payment { id: "pay_1".to_owned(), status, ..Payment::default() });
        Ok(AuthorisePaymentResponse { payment, refusal: None })
    });
    scene.post(GUEST_TOKEN, path, body.clone(), Event::CardAccepted).await;
    for (code, event) in [
        ("PAYMENT_FAILED", Event::CardDeclined),
        ("NOT_A_TEST_CARD", Event::CardDeclined),
        ("TOO_MANY_ATTEMPTS", Event::CardBlocked),
    ] {
        scene.gateway.fakes.on(move |_, _: AuthorisePaymentRequest| {
            let refusal = Some(Refusal { code: code.to_owned(), ..Refusal::default() });
            Ok(AuthorisePaymentResponse { payment: None, refusal })
        });
        let line = scene.post(GUEST_TOKEN, path, body.clone(), event).await;
        assert!(session_of(&line, 1) && line.contains(&format!(" reason=\"{code}\" ")), "{line}");
    }
}

async fn work(scene: &mut Scene) {
    let path = "/api/payments/process-card";
    let with_work = {
        let mut body = card();
        body["work"] = json!(CANARY);
        body
    };
    let answer = |scene: &Scene, code: &'static str| {
        scene.gateway.fakes.on(move |_, _: AuthorisePaymentRequest| {
            let refusal = Some(Refusal { code: code.to_owned(), ..Refusal::default() });
            Ok(AuthorisePaymentResponse { payment: None, refusal })
        });
    };
    answer(scene, "WORK_REQUIRED");
    scene.post(GUEST_TOKEN, path, card(), Event::WorkAsked).await;
    scene.post(GUEST_TOKEN, path, with_work.clone(), Event::WorkRefused).await;
    answer(scene, "TOO_MANY_ATTEMPTS");
    scene.post(GUEST_TOKEN, path, with_work.clone(), Event::CardBlocked).await;
    answer(scene, "PAYMENT_FAILED");
    let expected = [Event::WorkDone, Event::CardDeclined];
    let pay = |visitor: &Visitor| visitor.request(Method::POST, path).json(&with_work);
    scene.provoke_all(GUEST_TOKEN, &expected, pay).await;
}

async fn refused_calls(scene: &mut Scene) {
    let elsewhere = |visitor: &Visitor| {
        let request = visitor.request(Method::POST, "/api/auth/logout");
        request.header("origin", "https://canary.example")
    };
    scene.provoke(USER_TOKEN, Event::CrossSiteRefused, elsewhere).await;

    let (mut bot, _) = scene.visitor("");
    for _ in 0..5 {
        bot.post("/api/enquiries", json!({})).await;
    }
    scene.visitors -= 1; // from the same address
    scene.post("", "/api/enquiries", json!({ "name": CANARY }), Event::LimitExhausted).await;

    let report = json!({ "csp-report": {
        "document-uri": "https://shop.example/canary", "effective-directive": "connect-src",
        "blocked-uri": "https://evil.example/canary?q=canary", "script-sample": "canary",
    } });
    let reported = |visitor: &Visitor| {
        let request = visitor.request(Method::POST, "/api/csp-reports");
        request.header("content-type", "application/csp-report").body(report.to_string())
    };
    let line = scene.provoke("", Event::CspViolated, reported).await;
    assert!(line.contains(" reason=\"connect-src\" "), "{line}");
    assert!(line.contains(" blocked=\"https://evil.example\" "), "{line}");

    scene.gateway.fakes.on(|_, _: ReceiveWebhookRequest| {
        Err::<ReceiveWebhookResponse, _>(designed(Code::InvalidArgument, "INVALID_SIGNATURE"))
    });
    let unsigned = |visitor: &Visitor| visitor.request(Method::POST, "/webhooks/stripe").body("canary");
    scene.provoke("", Event::WebhookUnsigned, unsigned).await;
    let forged = |visitor: &Visitor| unsigned(visitor).header("stripe-signature", format!("t=1,v1={CANARY}"));
    scene.provoke("", Event::WebhookUnsigned, forged).await;
}

#[tokio::test]
async fn r008_each_event_has_exactly_its_line_and_nothing_of_what_was_typed() {
    let mut scene = Scene::begin().await;

    logins(&mut scene).await;
    accounts(&mut scene).await;
    addresses(&mut scene).await;
    passwords(&mut scene).await;
    rights(&mut scene).await;
    administration(&mut scene).await;
    trips(&mut scene).await;
    cards(&mut scene).await;
    work(&mut scene).await;
    refused_calls(&mut scene).await;

    let of_gateway = Event::ALL.iter().filter(|event| !OF_SERVICES.contains(event));
    let missing: Vec<_> =
        of_gateway.map(|event| event.name()).filter(|name| !scene.provoked.contains(name)).collect();
    assert!(missing.is_empty(), "nothing provokes {missing:?}");
    let all = scene.log.security().concat();
    for typed in [CANARY, "Canary", "CANARY", "4000056655665556", USER_TOKEN, GUEST_TOKEN, ADMIN_TOKEN] {
        assert!(!all.contains(typed), "{typed} is in the security log");
    }
}

#[tokio::test]
async fn unsigned_webhooks_wait_after_many_cost_one_line_and_keep_nobody_elses_away() {
    let mut scene = Scene::begin().await;
    scene.gateway.fakes.on(|_, request: ReceiveWebhookRequest| match request.signature.as_str() {
        "t=1,v1=true" => Ok(ReceiveWebhookResponse {}),
        _ => Err(designed(Code::InvalidArgument, "INVALID_SIGNATURE")),
    });
    let path = "/webhooks/stripe";
    let (mut stranger, _) = scene.visitor("");
    let (mut provider, _) = scene.visitor("");

    for n in 0..60 {
        let unsigned = stranger.request(Method::POST, path).body("{}");
        let sent = if n % 2 == 0 { unsigned } else { unsigned.header("stripe-signature", "t=1,v1=no") };
        assert_eq!(stranger.send(sent).await.told(), (400, "INVALID_SIGNATURE"));
        let signed = provider.request(Method::POST, path).header("stripe-signature", "t=1,v1=true");
        assert_eq!(provider.send(signed.body("{}")).await.status, 200);
    }
    let lines = scene.log.security();
    let refused = stranger.send(stranger.request(Method::POST, path).body("{}")).await;
    let signed = provider.request(Method::POST, path).header("stripe-signature", "t=1,v1=true");

    assert_eq!(provider.send(signed.body("{}")).await.status, 200);
    assert_eq!((refused.told(), refused.header("retry-after")), ((429, "RATE_LIMITED"), "60"));
    assert_eq!(lines.len(), 1, "{lines:?}");
    let asked = scene.gateway.fakes.calls::<ReceiveWebhookRequest>();
    assert_eq!(asked.len(), 30 + 61, "what has no signature is refused at once");
}

#[tokio::test]
async fn what_is_no_event_has_no_line() {
    let scene = Scene::begin().await;
    scene.gateway.fakes.on(|_, _: RefreshAdminRequest| {
        Err::<RefreshAdminResponse, _>(
            Problem::new(Code::Unauthenticated, "REAUTH_REQUIRED", "Again.").into(),
        )
    });
    let user = || scene.gateway.visitor_with(USER_TOKEN);

    user().get("/api/auth/user").await;
    user().post("/api/auth/login", json!({})).await; // not the form of a login
    user().post("/api/auth/login", json!({ "username": "a", "password": "b" })).await; // svc-identity is away
    user().get("/api/bookings/by-key/k1").await; // not stored yet
    scene.gateway.visitor_with(ADMIN_TOKEN).post_nothing("/api/admin/login").await; // asks whether it is fresh
    scene.gateway.visitor().get("/api/auth/user").await;
    scene.gateway.visitor().post_nothing("/api/auth/logout").await; // without a session

    assert_eq!(scene.log.security(), Vec::<String>::new());
}

/// Posts this and hangs up once a service was asked. The service answers after the gateway has noticed. Returns the lines
/// that the call causes.
async fn hang_up<Q: Clone + Send + 'static, A: Send + 'static>(
    scene: &Scene,
    (path, header, body): (&str, &str, &str),
    answer: impl Fn() -> Result<A, Status> + Send + Sync + 'static,
) -> Vec<String> {
    let (asked, mut is_asked) = tokio::sync::mpsc::unbounded_channel();
    let (hung_up, has_hung_up) = std::sync::mpsc::channel::<()>();
    let has_hung_up = std::sync::Mutex::new(has_hung_up);
    scene.gateway.fakes.on(move |_, _: Q| {
        asked.send(()).unwrap();
        tokio::task::block_in_place(|| has_hung_up.lock().unwrap().recv().unwrap());
        answer()
    });
    let before = scene.log.security().len();
    let (address, length) = (scene.gateway.address, body.len());
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: {address}\r\ncookie: fareway_session={GUEST_TOKEN}\r\n{header}\r\n\
         content-type: application/json\r\ncontent-length: {length}\r\n\r\n"
    );
    let mut caller = TcpStream::connect(address).await.unwrap();
    caller.write_all((head + body).as_bytes()).await.unwrap();

    is_asked.recv().await.unwrap();
    caller.shutdown().await.unwrap();
    assert_eq!(caller.read_to_end(&mut Vec::new()).await.unwrap(), 0, "the gateway closes without an answer");
    hung_up.send(()).unwrap();

    let logged = async {
        while scene.log.security().len() == before {
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(*crate::harness::PATIENCE, logged).await.expect("there is a line");
    scene.log.security().split_off(before)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_caller_who_hangs_up_escapes_the_log_neither_with_a_guess_nor_with_a_card_or_a_webhook() {
    let scene = Scene::begin().await;
    let guess = json!({ "username": "ada", "password": "guess" }).to_string();
    let login = ("/api/auth/login", "accept: */*", guess.as_str());
    let card = card().to_string();
    let payment = ("/api/payments/process-card", "accept: */*", card.as_str());
    let webhook = ("/webhooks/stripe", "stripe-signature: t=1,v1=no", "{}");

    let guessed = hang_up::<LoginRequest, LoginResponse>(&scene, login, || {
        Err(designed(Code::Unauthenticated, "INVALID_CREDENTIALS"))
    });
    assert!(guessed.await.concat().contains("login.refused"));
    let declined = hang_up::<AuthorisePaymentRequest, AuthorisePaymentResponse>(&scene, payment, || {
        let refusal = Some(Refusal { code: "PAYMENT_FAILED".to_owned(), ..Refusal::default() });
        Ok(AuthorisePaymentResponse { payment: None, refusal })
    });
    assert!(declined.await.concat().contains("card.declined"));
    let forged = hang_up::<ReceiveWebhookRequest, ReceiveWebhookResponse>(&scene, webhook, || {
        Err(designed(Code::InvalidArgument, "INVALID_SIGNATURE"))
    });
    assert!(forged.await.concat().contains("webhook.unsigned"));
}
