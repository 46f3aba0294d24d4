//! Users and their sessions. Passwords pass through and are kept nowhere.

use axum::Json as Answer;
use axum::extract::{Extension, State};
use http::{HeaderMap, StatusCode};
use proto::identity::v1 as identity;
use serde::{Deserialize, Serialize};
use service::security_log::Event;
use utoipa::ToSchema;

use crate::client::ClientAddress;
use crate::cookies::NewCookies;
use crate::problem::{ApiError, Code};
use crate::request::{CurrentSessionIfQuick, Json, KnownBrand, SignedInUser, device};
use crate::security_notes::SecurityNotes;
use crate::state::Shared;

/// The signed-in user.
// Without Debug: names and addresses are not for logs.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct User {
    username: String,
    email: String,
    /// RFC 3339, UTC.
    created_at: String,
    first_name: String,
    last_name: String,
    is_admin: bool,
    /// Whether a link that was mailed to the address has been used: without that, `GET /api/watches` lists nothing.
    is_mailbox_proved: bool,
}

impl From<identity::User> for User {
    fn from(user: identity::User) -> Self {
        Self {
            username: user.username,
            email: user.email,
            created_at: user.created_at,
            first_name: user.first_name,
            last_name: user.last_name,
            is_admin: user.is_admin,
            is_mailbox_proved: user.is_mailbox_proved,
        }
    }
}

#[derive(Deserialize, ToSchema)]
pub(super) struct LoginRequest {
    /// The user name or the e-mail address, in any case.
    username: String,
    password: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RegisterRequest {
    username: String,
    email: String,
    first_name: String,
    last_name: String,
    password: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ChangePasswordRequest {
    current_password: String,
    new_password: String,
}

#[derive(Deserialize, ToSchema)]
pub(super) struct ForgotPasswordRequest {
    email: String,
}

#[derive(Deserialize, ToSchema)]
pub(super) struct ResetPasswordRequest {
    /// From the link in the mail.
    token: String,
    password: String,
}

#[derive(Deserialize, ToSchema)]
pub(super) struct ConfirmEmailRequest {
    /// From the link in the mail.
    token: String,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct EmailConfirmed {
    /// Always true.
    success: bool,
    /// The account was made by a booking, and the booker was shown its password: that counts no more, and a link to
    /// choose another is mailed.
    password_ended: bool,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Done {
    /// Always true.
    success: bool,
    message: String,
}

impl Done {
    pub fn saying(message: &str) -> Answer<Self> {
        Answer(Self { success: true, message: message.to_owned() })
    }
}

/// Who is signed in.
#[utoipa::path(
    get, path = "/api/auth/user", tag = "account",
    responses(
        (status = OK, body = User),
        (status = UNAUTHORIZED, description = "NOT_AUTHENTICATED"),
    )
)]
pub(super) async fn get_user(SignedInUser { user, .. }: SignedInUser) -> Answer<User> {
    Answer(user.into())
}

/// Signs in. The session keeps what it made as a guest's.
#[utoipa::path(
    post, path = "/api/auth/login", tag = "account", request_body = LoginRequest,
    responses(
        (status = OK, body = User),
        (status = UNAUTHORIZED, description = "INVALID_CREDENTIALS"),
        (status = TOO_MANY_REQUESTS, description = "TOO_MANY_ATTEMPTS or RATE_LIMITED"),
    )
)]
pub(super) async fn login(
    State(gateway): State<Shared>,
    Extension(client): Extension<ClientAddress>,
    Extension(cookies): Extension<NewCookies>,
    Extension(notes): Extension<SecurityNotes>,
    headers: HeaderMap,
    KnownBrand(context): KnownBrand,
    Json(request): Json<LoginRequest>,
) -> Result<Answer<User>, ApiError> {
    let message = identity::LoginRequest {
        username: request.username,
        password: request.password,
        previous_token: gateway.cookies.session_token(&headers).unwrap_or_default(),
        client_address: client.to_string(),
        device: device(&headers),
        browser_token: gateway.cookies.browser_token(&headers),
    };
    let answer = gateway.services.identity.clone().login(context.request(message)).await?.into_inner();
    let session = answer.session.unwrap_or_default();
    notes.set_session(&session);
    let user = session.user.ok_or_else(ApiError::not_authenticated)?;
    cookies.add_all(gateway.cookies.user_session(answer.token));
    cookies.remember_browser(gateway.cookies, answer.browser_token);
    Ok(Answer(user.into()))
}

/// Makes an account, and mails a link that confirms its address. It signs nobody in.
#[utoipa::path(
    post, path = "/api/auth/register", tag = "account", request_body = RegisterRequest,
    responses(
        (status = CREATED, body = User),
        (status = CONFLICT, description = "USERNAME_TAKEN or EMAIL_TAKEN"),
        (status = UNPROCESSABLE_ENTITY, description = "VALIDATION_ERROR"),
    )
)]
pub(super) async fn register(
    State(gateway): State<Shared>,
    Extension(notes): Extension<SecurityNotes>,
    KnownBrand(context): KnownBrand,
    Json(request): Json<RegisterRequest>,
) -> Result<(StatusCode, Answer<User>), ApiError> {
    let letterhead = gateway.brands.shown(&context.brand).await.letterhead();
    let message = identity::RegisterRequest {
        username: request.username,
        email: request.email,
        first_name: request.first_name,
        last_name: request.last_name,
        password: request.password,
        brand_name: letterhead.name.clone(),
        letterhead: Some(letterhead),
    };
    let answer = gateway.services.identity.clone().register(context.request(message)).await?;
    let user = answer.into_inner().user.unwrap_or_default();
    notes.set_account(&user.id);
    Ok((StatusCode::CREATED, Answer(user.into())))
}

/// Mails the user another link that confirms their address: one mail a day until it is confirmed, and none afterwards.
/// The answer is the same when none goes.
#[utoipa::path(
    post, path = "/api/auth/confirmation-link", tag = "account",
    responses(
        (status = OK, body = Done),
        (status = UNAUTHORIZED, description = "NOT_AUTHENTICATED"),
    )
)]
pub(super) async fn request_confirmation_link(
    State(gateway): State<Shared>,
    SignedInUser { context, .. }: SignedInUser,
) -> Result<Answer<Done>, ApiError> {
    let letterhead = Some(gateway.brands.shown(&context.brand).await.letterhead());
    let request = context.request(identity::RequestMailboxLinkRequest { letterhead });
    gateway.services.identity.clone().request_mailbox_link(request).await?;
    Ok(Done::saying("An e-mail with a link is on its way, unless one was sent in the last 24 hours."))
}

/// Confirms the user's address with the token of a mail, and ends their other sessions. Without a session the token sets a
/// password, which confirms the address as well.
#[utoipa::path(
    post, path = "/api/auth/confirm-email", tag = "account", request_body = ConfirmEmailRequest,
    responses(
        (status = OK, body = EmailConfirmed),
        (status = UNAUTHORIZED, description = "NOT_AUTHENTICATED"),
        (status = UNPROCESSABLE_ENTITY, description = "TOKEN_INVALID"),
    )
)]
pub(super) async fn confirm_email(
    State(gateway): State<Shared>,
    Extension(cookies): Extension<NewCookies>,
    SignedInUser { context, .. }: SignedInUser,
    Json(request): Json<ConfirmEmailRequest>,
) -> Result<Answer<EmailConfirmed>, ApiError> {
    let message = identity::ProveMailboxRequest {
        token: request.token,
        letterhead: Some(gateway.brands.shown(&context.brand).await.letterhead()),
    };
    let proved =
        gateway.services.identity.clone().prove_mailbox(context.request(message)).await?.into_inner();
    cookies.renew_user_session(gateway.cookies, proved.session_token);
    Ok(Answer(EmailConfirmed { success: true, password_ended: proved.password_ended }))
}

/// Changes the account's password, ends its other sessions, and mails that the password was changed.
#[utoipa::path(
    post, path = "/api/auth/change-password", tag = "account", request_body = ChangePasswordRequest,
    responses(
        (status = OK, body = Done),
        (status = UNAUTHORIZED, description = "NOT_AUTHENTICATED"),
        (status = UNPROCESSABLE_ENTITY, description = "VALIDATION_ERROR"),
        (status = TOO_MANY_REQUESTS, description = "TOO_MANY_ATTEMPTS or RATE_LIMITED"),
    )
)]
pub(super) async fn change_password(
    State(gateway): State<Shared>,
    Extension(cookies): Extension<NewCookies>,
    headers: HeaderMap,
    SignedInUser { context, .. }: SignedInUser,
    Json(request): Json<ChangePasswordRequest>,
) -> Result<Answer<Done>, ApiError> {
    let message = identity::ChangePasswordRequest {
        current_password: request.current_password,
        new_password: request.new_password,
        letterhead: Some(gateway.brands.shown(&context.brand).await.letterhead()),
        browser_token: gateway.cookies.browser_token(&headers),
    };
    let answer =
        gateway.services.identity.clone().change_password(context.request(message)).await?.into_inner();
    cookies.renew_user_session(gateway.cookies, answer.session_token);
    cookies.remember_browser(gateway.cookies, answer.browser_token);
    Ok(Done::saying("Your password has been updated"))
}

/// Ends the session.
#[utoipa::path(post, path = "/api/auth/logout", tag = "account", responses((status = OK, body = Done)))]
pub(super) async fn logout(
    State(gateway): State<Shared>,
    Extension(cookies): Extension<NewCookies>,
    Extension(notes): Extension<SecurityNotes>,
    headers: HeaderMap,
    KnownBrand(context): KnownBrand,
    _: CurrentSessionIfQuick,
) -> Result<Answer<Done>, ApiError> {
    if let Some(token) = gateway.cookies.session_token(&headers) {
        let request = context.request(identity::LogoutRequest { token });
        gateway.services.identity.clone().logout(request).await?;
        notes.note(Event::SignedOut);
    }
    cookies.add_all(gateway.cookies.no_session());
    Ok(Done::saying("You are signed out"))
}

/// Mails a reset link where the address has an account. The answer is the same where it has none.
#[utoipa::path(
    post, path = "/api/auth/forgot-password", tag = "account", request_body = ForgotPasswordRequest,
    responses(
        (status = OK, body = Done),
        (status = TOO_MANY_REQUESTS, description = "TOO_MANY_ATTEMPTS or RATE_LIMITED"),
    )
)]
pub(super) async fn forgot_password(
    State(gateway): State<Shared>,
    Extension(client): Extension<ClientAddress>,
    KnownBrand(context): KnownBrand,
    Json(request): Json<ForgotPasswordRequest>,
) -> Result<Answer<Done>, ApiError> {
    let message = identity::RequestPasswordResetRequest {
        email: request.email,
        client_address: client.to_string(),
        letterhead: Some(gateway.brands.shown(&context.brand).await.letterhead()),
    };
    gateway.services.identity.clone().request_password_reset(context.request(message)).await?;
    Ok(Done::saying("If this address has an account, an e-mail with a link is on its way."))
}

/// Sets a password with the token of a mail, and ends the user's sessions.
#[utoipa::path(
    post, path = "/api/auth/reset-password", tag = "account", request_body = ResetPasswordRequest,
    responses(
        (status = OK, body = Done),
        (status = UNPROCESSABLE_ENTITY, description = "TOKEN_INVALID or VALIDATION_ERROR"),
    )
)]
pub(super) async fn reset_password(
    State(gateway): State<Shared>,
    Extension(notes): Extension<SecurityNotes>,
    Extension(cookies): Extension<NewCookies>,
    headers: HeaderMap,
    KnownBrand(context): KnownBrand,
    Json(request): Json<ResetPasswordRequest>,
) -> Result<Answer<Done>, ApiError> {
    if request.token.is_empty() {
        return Err(ApiError::new(Code::TokenInvalid, "This link is not valid any more."));
    }
    let message = identity::ResetPasswordRequest {
        token: request.token,
        new_password: request.password,
        brand_name: gateway.brands.shown(&context.brand).await.letterhead().name,
        browser_token: gateway.cookies.browser_token(&headers),
    };
    let answer = gateway.services.identity.clone().reset_password(context.request(message)).await?;
    let identity::ResetPasswordResponse { browser_token, account_id } = answer.into_inner();
    notes.set_account(&account_id);
    cookies.remember_browser(gateway.cookies, browser_token);
    Ok(Done::saying("Your password has been set. Please sign in."))
}
