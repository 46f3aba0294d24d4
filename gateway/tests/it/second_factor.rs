//! The second factor of an administrator, as the public interface tells it.

use proto::identity::v1::{
    BeginSecondFactorRequest, BeginSecondFactorResponse, ConfirmSecondFactorRequest,
    ConfirmSecondFactorResponse, GetSecondFactorRequest, GetSecondFactorResponse, RefreshAdminRequest,
    RefreshAdminResponse, RenewRecoveryCodesRequest, RenewRecoveryCodesResponse,
};
use serde_json::json;
use tonic::Code;

use crate::harness::{ADMIN_TOKEN, Gateway, USER_TOKEN};
use crate::samples::designed;

const SECOND_FACTOR: &str = "/api/admin/second-factor";
const CONFIRM: &str = "/api/admin/second-factor/confirm";
const RECOVERY_CODES: &str = "/api/admin/second-factor/recovery-codes";
const URI: &str = "otpauth://totp/book.example:operator?secret=GEZDGNBVGY3TQOJQ";

#[tokio::test]
async fn r005_the_step_up_asks_for_a_code_passes_it_on_and_says_what_is_wrong_with_it() {
    let gateway = Gateway::start().await;
    gateway.fakes.on(|_, request: RefreshAdminRequest| match request.code.as_str() {
        "" => Err(designed(Code::Unauthenticated, "SECOND_FACTOR_REQUIRED")),
        "123 456" => {
            Ok(RefreshAdminResponse { session_token: "newer-token".to_owned(), used_recovery_code: false })
        }
        _ => Err(designed(Code::Unauthenticated, "SECOND_FACTOR_INVALID")),
    });
    let mut admin = gateway.visitor_with(ADMIN_TOKEN);
    let login = "/api/admin/login";

    let without = admin.post(login, json!({ "password": "secret" })).await;
    let wrong = admin.post(login, json!({ "password": "secret", "code": "000000" })).await;
    let right = admin.post(login, json!({ "password": "secret", "code": "123 456" })).await;

    assert_eq!(without.told(), (401, "SECOND_FACTOR_REQUIRED"));
    assert_eq!(wrong.told(), (401, "SECOND_FACTOR_INVALID"));
    assert_eq!((right.status.as_u16(), admin.cookies["fareway_session"].as_str()), (200, "newer-token"));
}

#[tokio::test]
async fn a_second_factor_is_set_up_and_the_session_goes_on_under_its_new_token() {
    let gateway = Gateway::start().await;
    gateway.fakes.on(|_, _: GetSecondFactorRequest| Ok(GetSecondFactorResponse::default()));
    gateway.fakes.on(|_, _: BeginSecondFactorRequest| {
        Ok(BeginSecondFactorResponse { uri: URI.to_owned(), used_recovery_code: false })
    });
    gateway.fakes.on(|_, _: ConfirmSecondFactorRequest| {
        Ok(ConfirmSecondFactorResponse {
            recovery_codes: vec!["012z-012z-abcd-mnpz".to_owned()],
            session_token: "newer-token".to_owned(),
        })
    });
    let mut admin = gateway.visitor_with(ADMIN_TOKEN);

    let before = admin.get(SECOND_FACTOR).await;
    let begun = admin.post(SECOND_FACTOR, json!({ "password": "secret" })).await;
    let confirmed = admin.post(CONFIRM, json!({ "code": "123456" })).await;

    assert_eq!(before.body, json!({ "enrolledAt": null, "recoveryCodesLeft": 0 }));
    assert_eq!((&begun.body, begun.header("cache-control")), (&json!({ "uri": URI }), "no-store"));
    assert_eq!(confirmed.body, json!({ "recoveryCodes": ["012z-012z-abcd-mnpz"] }));
    assert_eq!(admin.cookies["fareway_session"], "newer-token");
    let (_, asked) = gateway.fakes.calls::<BeginSecondFactorRequest>().remove(0);
    assert_eq!((asked.password.as_str(), asked.code.as_str()), ("secret", ""));
}

#[tokio::test]
async fn new_recovery_codes_take_password_and_code() {
    let gateway = Gateway::start().await;
    gateway.fakes.on(|_, _: GetSecondFactorRequest| {
        let enrolled_at = "2026-03-01T12:00:00Z".to_owned();
        Ok(GetSecondFactorResponse { enrolled_at, recovery_codes_left: 7 })
    });
    gateway.fakes.on(|_, _: RenewRecoveryCodesRequest| {
        let recovery_codes = vec!["012z-012z-abcd-mnpz".to_owned()];
        Ok(RenewRecoveryCodesResponse { recovery_codes, used_recovery_code: true })
    });
    let mut admin = gateway.visitor_with(ADMIN_TOKEN);

    let known = admin.get(SECOND_FACTOR).await;
    let made = admin.post(RECOVERY_CODES, json!({ "password": "secret", "code": "123456" })).await;

    assert_eq!(known.body, json!({ "enrolledAt": "2026-03-01T12:00:00Z", "recoveryCodesLeft": 7 }));
    assert_eq!(made.body, json!({ "recoveryCodes": ["012z-012z-abcd-mnpz"] }));
    let (_, asked) = gateway.fakes.calls::<RenewRecoveryCodesRequest>().remove(0);
    assert_eq!((asked.password.as_str(), asked.code.as_str()), ("secret", "123456"));
}

#[tokio::test]
async fn a_second_factor_is_the_affair_of_administrators() {
    let gateway = Gateway::start().await;
    let mut user = gateway.visitor_with(USER_TOKEN);
    let proof = json!({ "password": "secret", "code": "123456" });

    assert_eq!(user.get(SECOND_FACTOR).await.told(), (403, "FORBIDDEN"));
    for path in [SECOND_FACTOR, CONFIRM, RECOVERY_CODES] {
        assert_eq!(user.post(path, proof.clone()).await.told(), (403, "FORBIDDEN"), "{path}");
    }
}
