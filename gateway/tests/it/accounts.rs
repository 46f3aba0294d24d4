//! Users: signing in and out, registering, passwords.

use proto::identity::v1::{
    ChangePasswordRequest, ChangePasswordResponse, ListSessionsRequest, ListSessionsResponse, LoginRequest,
    LoginResponse, LogoutRequest, LogoutResponse, ProveMailboxRequest, ProveMailboxResponse, RegisterRequest,
    RegisterResponse, RequestMailboxLinkRequest, RequestMailboxLinkResponse, RequestPasswordResetRequest,
    RequestPasswordResetResponse, ResetPasswordRequest, ResetPasswordResponse, RevokeOtherSessionsRequest,
    RevokeOtherSessionsResponse, Session, SessionSummary,
};
use reqwest::Method;
use serde_json::json;
use tonic::Code;

use crate::harness::{GUEST_TOKEN, Gateway, USER_TOKEN};
use crate::samples::{self, designed};

#[tokio::test]
async fn who_is_signed_in_is_told_to_nobody_else() {
    let gateway = Gateway::start().await;

    let nobody = gateway.visitor().get("/api/auth/user").await;
    let guest = gateway.visitor_with(GUEST_TOKEN).get("/api/auth/user").await;
    let user = gateway.visitor_with(USER_TOKEN).get("/api/auth/user").await;

    assert_eq!(nobody.told(), (401, "NOT_AUTHENTICATED"));
    assert_eq!(guest.body["message"], "Not authenticated");
    assert_eq!(
        user.body,
        json!({
            "username": "ada", "email": "ada@traveller.example", "createdAt": "2026-01-01T00:00:00Z",
            "firstName": "Ada", "lastName": "Byron", "isAdmin": false,
            "isMailboxProved": true,
        })
    );
}

#[tokio::test]
async fn a_login_changes_the_token_and_keeps_what_the_guest_had() {
    let gateway = Gateway::start().await;
    gateway.fakes.on(|_, _: LoginRequest| {
        let session = Session { user: Some(samples::user()), ..samples::guest_session(1) };
        Ok(LoginResponse {
            session: Some(session),
            token: USER_TOKEN.to_owned(),
            browser_token: "known".to_owned(),
        })
    });
    let browser = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
    let mut visitor = gateway.visitor_with(GUEST_TOKEN).with("user-agent", browser);

    let answer = visitor.post("/api/auth/login", json!({ "username": "ada", "password": "secret" })).await;

    assert_eq!((answer.status.as_u16(), &answer.body["username"]), (200, &json!("ada")));
    assert_eq!(visitor.cookies["fareway_session"], USER_TOKEN);
    assert_eq!(visitor.cookies["fareway_user"], "1");
    let known = "fareway_browser=known; HttpOnly; SameSite=Lax; Path=/; Max-Age=15552000";
    assert!(answer.set_cookies().contains(&known), "{:?}", answer.set_cookies());
    let (_, asked) = gateway.fakes.calls::<LoginRequest>().remove(0);
    assert_eq!((asked.previous_token.as_str(), asked.device.as_str()), (GUEST_TOKEN, "Firefox on Linux"));
    assert_eq!(asked.browser_token, "");
    visitor.post("/api/auth/login", json!({ "username": "ada", "password": "secret" })).await;
    assert_eq!(gateway.fakes.calls::<LoginRequest>().remove(1).1.browser_token, "known");
}

#[tokio::test]
async fn users_see_where_they_are_signed_in_and_sign_out_everywhere_else() {
    let gateway = Gateway::start().await;
    gateway.fakes.on(|_, _: ListSessionsRequest| {
        let seen_at = "2026-03-01T12:00:00Z".to_owned();
        let this = SessionSummary { device: "Firefox on Linux".to_owned(), seen_at, is_current: true };
        Ok(ListSessionsResponse { sessions: vec![this] })
    });
    gateway.fakes.on(|_, _: RevokeOtherSessionsRequest| Ok(RevokeOtherSessionsResponse {}));
    let mut user = gateway.visitor_with(USER_TOKEN);

    let listed = user.get("/api/auth/sessions").await;
    let ended = user.send(user.request(Method::DELETE, "/api/auth/sessions")).await;
    let guest = gateway.visitor_with(GUEST_TOKEN).get("/api/auth/sessions").await;

    let expected =
        json!([{ "device": "Firefox on Linux", "lastSeenAt": "2026-03-01T12:00:00Z", "isCurrent": true }]);
    assert_eq!(listed.body, expected);
    assert_eq!(ended.body["success"], true);
    assert_eq!(guest.told(), (401, "NOT_AUTHENTICATED"));
}

#[tokio::test]
async fn a_refused_login_changes_nothing() {
    let gateway = Gateway::start().await;
    let body = json!({ "username": "ada", "password": "wrong" });
    for (grpc, code, status) in [
        (Code::Unauthenticated, "INVALID_CREDENTIALS", 401),
        (Code::ResourceExhausted, "TOO_MANY_ATTEMPTS", 429),
    ] {
        gateway.fakes.on(move |_, _: LoginRequest| Err::<LoginResponse, _>(designed(grpc, code)));
        let answer = gateway.visitor_with(GUEST_TOKEN).post("/api/auth/login", body.clone()).await;
        assert_eq!(answer.told(), (status, code));
        assert!(answer.set_cookies().is_empty());
    }
}

#[tokio::test]
async fn registration_makes_an_account_and_signs_nobody_in() {
    let gateway = Gateway::start().await;
    gateway.fakes.on(|_, _: RegisterRequest| Ok(RegisterResponse { user: Some(samples::user()) }));
    let body = json!({
        "username": "ada", "email": "ada@traveller.example", "firstName": "Ada", "lastName": "Byron",
        "password": "secret",
    });

    let made = gateway.visitor().post("/api/auth/register", body.clone()).await;
    gateway.fakes.on(|_, _: RegisterRequest| {
        Err::<RegisterResponse, _>(designed(Code::AlreadyExists, "USERNAME_TAKEN"))
    });
    let taken = gateway.visitor().post("/api/auth/register", body).await;
    let incomplete = gateway.visitor().post("/api/auth/register", json!({ "username": "ada" })).await;

    assert_eq!((made.status.as_u16(), &made.body["firstName"]), (201, &json!("Ada")));
    assert!(made.set_cookies().is_empty());
    assert_eq!(taken.told(), (409, "USERNAME_TAKEN"));
    let (_, asked) = gateway.fakes.calls::<RegisterRequest>().remove(0);
    assert_eq!(asked.brand_name, "Fareway", "it is no password");
    assert_eq!(
        (incomplete.told(), &incomplete.body["errors"][0]["field"]),
        ((422, "VALIDATION_ERROR"), &json!("email"))
    );
}

#[tokio::test]
async fn a_logout_ends_the_session_and_its_cookie() {
    let gateway = Gateway::start().await;
    gateway.fakes.on(|_, _: LogoutRequest| Ok(LogoutResponse {}));

    let answer = gateway.visitor_with(USER_TOKEN).post_nothing("/api/auth/logout").await;
    let nobody = gateway.visitor().post_nothing("/api/auth/logout").await;

    assert_eq!((answer.status.as_u16(), &answer.body["success"]), (200, &json!(true)));
    let mut cleared = answer.set_cookies();
    cleared.sort_unstable();
    let expired = "fareway_session=; HttpOnly; SameSite=Lax; Path=/; Max-Age=0";
    assert_eq!(cleared, [expired, "fareway_user=; SameSite=Lax; Path=/; Max-Age=0"]);
    assert_eq!(nobody.status, 200);
    let asked = gateway.fakes.calls::<LogoutRequest>();
    assert_eq!((asked.len(), asked[0].1.token.as_str()), (1, USER_TOKEN));
}

#[tokio::test]
async fn r012_a_changed_password_changes_the_token() {
    let gateway = Gateway::start().await;
    gateway.fakes.on(|_, _: ChangePasswordRequest| {
        Ok(ChangePasswordResponse {
            session_token: "newer-token".to_owned(),
            browser_token: "newly-known".to_owned(),
        })
    });
    let mut user = gateway.visitor_with(USER_TOKEN);
    let change = json!({ "currentPassword": "secret", "newPassword": "a longer secret" });

    let answer = user.post("/api/auth/change-password", change).await;

    assert_eq!(answer.status, 200);
    assert_eq!(user.cookies["fareway_session"], "newer-token");
    assert_eq!(user.cookies["fareway_browser"], "newly-known");
    assert_eq!(user.cookies["fareway_user"], "1");
}

#[tokio::test]
async fn passwords_are_changed_by_their_owner_and_reset_by_mail() {
    let gateway = Gateway::start().await;
    gateway.fakes.on(|_, _: ChangePasswordRequest| Ok(ChangePasswordResponse::default()));
    gateway.fakes.on(|_, _: RequestPasswordResetRequest| Ok(RequestPasswordResetResponse {}));
    gateway.fakes.on(|_, request: ResetPasswordRequest| match request.token.as_str() {
        "from-the-mail" => {
            Ok(ResetPasswordResponse { browser_token: "known".to_owned(), account_id: samples::user().id })
        }
        _ => Err(designed(Code::InvalidArgument, "TOKEN_INVALID")),
    });
    let change = json!({ "currentPassword": "secret", "newPassword": "a longer secret" });
    let reset = |token: &str| json!({ "token": token, "password": "a longer secret" });

    let by_owner = gateway.visitor_with(USER_TOKEN).post("/api/auth/change-password", change.clone()).await;
    let by_guest = gateway.visitor_with(GUEST_TOKEN).post("/api/auth/change-password", change).await;
    let asked = gateway.visitor().post("/api/auth/forgot-password", json!({ "email": "a@b.example" })).await;
    let good = gateway.visitor().post("/api/auth/reset-password", reset("from-the-mail")).await;
    let bad = gateway.visitor().post("/api/auth/reset-password", reset("guessed")).await;

    assert_eq!(by_owner.body, json!({ "success": true, "message": "Your password has been updated" }));
    assert_eq!(by_guest.told(), (401, "NOT_AUTHENTICATED"));
    assert_eq!(asked.body["success"], true);
    let told = json!({ "success": true, "message": "Your password has been set. Please sign in." });
    assert_eq!(good.body, told, "the account's id stays inside");
    assert_eq!(bad.told(), (422, "TOKEN_INVALID"));
    let known = "fareway_browser=known; HttpOnly; SameSite=Lax; Path=/; Max-Age=15552000";
    assert_eq!((good.set_cookies(), bad.set_cookies()), (vec![known], vec![]));
    let (_, asked) = gateway.fakes.calls::<ResetPasswordRequest>().remove(0);
    assert_eq!(asked.brand_name, "Fareway", "it is no password");
}

#[tokio::test]
async fn an_address_is_confirmed_by_a_mailed_link_in_a_session_of_its_account() {
    let gateway = Gateway::start().await;
    gateway.fakes.on(|_, request: ProveMailboxRequest| match request.token.as_str() {
        "from-the-mail" => {
            Ok(ProveMailboxResponse { session_token: "newer-token".to_owned(), password_ended: false })
        }
        _ => Err(designed(Code::InvalidArgument, "TOKEN_INVALID")),
    });
    gateway.fakes.on(|_, _: RequestMailboxLinkRequest| Ok(RequestMailboxLinkResponse {}));
    let path = "/api/auth/confirm-email";
    let mut user = gateway.visitor_with(USER_TOKEN);

    let by_guest = gateway.visitor_with(GUEST_TOKEN).post(path, json!({ "token": "from-the-mail" })).await;
    let another = user.post_nothing("/api/auth/confirmation-link").await;
    let bad = user.post(path, json!({ "token": "guessed" })).await;
    let good = user.post(path, json!({ "token": "from-the-mail" })).await;

    assert_eq!(by_guest.told(), (401, "NOT_AUTHENTICATED"));
    assert_eq!(another.body["success"], true);
    assert_eq!(bad.told(), (422, "TOKEN_INVALID"));
    assert_eq!(good.body, json!({ "success": true, "passwordEnded": false }));
    assert_eq!(user.cookies["fareway_session"], "newer-token");
    let (_, asked) = gateway.fakes.calls::<RequestMailboxLinkRequest>().remove(0);
    assert_eq!(asked.letterhead.unwrap().name, "Fareway");
}
