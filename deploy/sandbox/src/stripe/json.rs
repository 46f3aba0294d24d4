//! Stripe's objects as Stripe writes them.

use jiff::Timestamp;
use serde_json::{Value, json};
use url::Url;

use crate::books::stripe::{Charge, Intent, PaymentMethod, Refund, RefundStatus, Status};
use crate::cards::{BLOCKED_BEFORE_THE_BANK, Card};

/// Members that are always there and have no meaning in the sandbox.
const INTENT_NULLS: &[&str] = &[
    "allowed_payment_method_types",
    "application",
    "application_fee_amount",
    "customer_account",
    "excluded_payment_method_types",
    "managed_payments",
    "on_behalf_of",
    "payment_method_configuration_details",
    "payment_record",
    "processing",
    "review",
    "shipping",
    "source",
    "statement_descriptor",
    "transfer_group",
];
const CHARGE_NULLS: &[&str] = &[
    "application",
    "application_fee",
    "application_fee_amount",
    "calculated_statement_descriptor",
    "customer",
    "description",
    "failure_balance_transaction",
    "on_behalf_of",
    "receipt_email",
    "receipt_number",
    "receipt_url",
    "review",
    "shipping",
    "source",
    "source_transfer",
    "statement_descriptor",
    "statement_descriptor_suffix",
    "transfer_data",
    "transfer_group",
];
const CARD_NULLS: &[&str] = &[
    "electronic_commerce_indicator",
    "installments",
    "mandate",
    "network_transaction_id",
    "transaction_link_id",
];

/// `public_url` is where the holder of a challenged card is sent.
pub fn intent_json(intent: &Intent, public_url: &Url) -> Value {
    let mut json = json!({
        "id": intent.id,
        "object": "payment_intent",
        "amount": intent.amount,
        "amount_capturable": intent.amount_capturable,
        "amount_details": { "tip": {} },
        "amount_received": intent.amount_received,
        "automatic_payment_methods":
            intent.automatic_payment_methods.then(|| json!({ "enabled": true, "allow_redirects": "always" })),
        "canceled_at": intent.canceled_at.map(Timestamp::as_second),
        "cancellation_reason": intent.cancellation_reason,
        "capture_method": if intent.manual_capture { "manual" } else { "automatic" },
        "client_secret": intent.client_secret,
        "confirmation_method": if intent.manual_confirmation { "manual" } else { "automatic" },
        "created": intent.created_at.as_second(),
        "currency": intent.currency,
        "customer": intent.customer,
        "description": intent.description,
        "last_payment_error": intent.last_payment_error,
        "latest_charge": intent.latest_charge,
        "livemode": intent.mode.is_live(),
        "metadata": intent.metadata,
        "next_action": next_action(intent, public_url),
        "payment_method": intent.payment_method,
        "payment_method_options": { "card": card_options() },
        "payment_method_types": ["card"],
        "receipt_email": intent.receipt_email,
        "setup_future_usage": intent.setup_future_usage,
        "statement_descriptor_suffix": intent.statement_descriptor_suffix,
        "status": intent.status,
    });
    set_null(&mut json, INTENT_NULLS);
    json
}

fn set_null(json: &mut Value, names: &[&str]) {
    for name in names {
        json[*name] = Value::Null;
    }
}

fn card_options() -> Value {
    json!({
        "installments": null,
        "mandate_options": null,
        "network": null,
        "request_three_d_secure": "automatic",
    })
}

fn next_action(intent: &Intent, public_url: &Url) -> Value {
    if intent.status != Status::RequiresAction {
        return Value::Null;
    }
    let mut page = public_url.clone();
    page.set_path(&format!("/3ds/{}", intent.id));
    page.query_pairs_mut().clear().append_pair("client_secret", &intent.client_secret);
    match &intent.return_url {
        Some(return_url) => json!({
            "type": "redirect_to_url",
            "redirect_to_url": { "url": page, "return_url": return_url },
        }),
        None => json!({
            "type": "use_stripe_sdk",
            "use_stripe_sdk": { "type": "three_d_secure_redirect", "stripe_js": page },
        }),
    }
}

pub fn charge_json(charge: &Charge) -> Value {
    let mut json = json!({
        "id": charge.id,
        "object": "charge",
        "amount": charge.amount,
        "amount_captured": charge.captured,
        "amount_refunded": charge.refunded,
        "balance_transaction": (charge.captured > 0).then(|| charge.id.replace("ch_", "txn_")),
        "billing_details": billing_details(),
        "captured": charge.captured > 0,
        "created": charge.created_at.as_second(),
        "currency": charge.currency,
        "disputed": false,
        "failure_code": charge.failure_code,
        "failure_message": charge.failure_message,
        "fraud_details": {},
        "livemode": charge.mode.is_live(),
        "metadata": charge.metadata,
        "outcome": outcome(charge),
        "paid": !charge.is_failed(),
        "payment_intent": charge.payment_intent,
        "payment_method": charge.payment_method,
        "payment_method_details": { "type": "card", "card": card_details(charge) },
        "refunded": charge.captured > 0 && charge.refunded == charge.captured,
        "status": if charge.is_failed() { "failed" } else { "succeeded" },
    });
    set_null(&mut json, CHARGE_NULLS);
    json
}

fn billing_details() -> Value {
    json!({ "address": null, "email": null, "name": null, "phone": null, "tax_id": null })
}

fn outcome(charge: &Charge) -> Value {
    let (kind, network, reason, message) = if charge.card == BLOCKED_BEFORE_THE_BANK {
        (
            "blocked",
            "not_sent_to_network",
            Some("highest_risk_level"),
            "Stripe blocked this payment as too risky.",
        )
    } else if charge.is_failed() {
        let message = "The bank did not return any further details with this decline.";
        ("issuer_declined", "declined_by_network", charge.failure_code.as_deref(), message)
    } else {
        ("authorized", "approved_by_network", None, "Payment complete.")
    };
    json!({
        "type": kind,
        "advice_code": null,
        "network_advice_code": null,
        "network_decline_code": null,
        "network_status": network,
        "reason": reason,
        "risk_level": if kind == "blocked" { "highest" } else { "normal" },
        "seller_message": message,
    })
}

fn card_details(charge: &Charge) -> Value {
    let mut card = card_json(charge.card());
    card["network"] = card["brand"].clone();
    card["amount_authorized"] = charge.amount.into();
    card["authorization_code"] = if charge.is_failed() { Value::Null } else { "123456".into() };
    card["three_d_secure"] = three_d_secure(charge);
    if let Some(end) = charge.capture_before {
        card["capture_before"] = end.as_second().into();
    }
    set_null(&mut card, CARD_NULLS);
    card
}

fn three_d_secure(charge: &Charge) -> Value {
    if !charge.authenticated {
        return Value::Null;
    }
    json!({
        "authentication_flow": "challenge",
        "electronic_commerce_indicator": "05",
        "exemption_indicator": null,
        "result": "authenticated",
        "result_reason": null,
        "transaction_id": charge.id.replace("ch_", "threeds_"),
        "version": "2.2.0",
    })
}

/// What a charge and a payment method say alike of their card.
fn card_json(card: &Card) -> Value {
    json!({
        "brand": card.brand,
        "last4": card.last4(),
        "exp_month": 12,
        "exp_year": 2034,
        "country": card.country,
        "funding": card.funding(),
        "checks": { "address_line1_check": null, "address_postal_code_check": null, "cvc_check": "pass" },
        "regulated_status": "unregulated",
        "wallet": null,
    })
}

fn stored_card_json(card: &Card) -> Value {
    let mut json = card_json(card);
    json["display_brand"] = card.brand.into();
    json["generated_from"] = Value::Null;
    json["networks"] = json!({ "available": [card.brand], "preferred": null });
    json["three_d_secure_usage"] = json!({ "supported": true });
    json
}

pub fn refund_json(refund: &Refund) -> Value {
    let mut json = json!({
        "id": refund.id,
        "object": "refund",
        "amount": refund.amount,
        "balance_transaction": refund.id.replace("re_", "txn_"),
        "charge": refund.charge,
        "created": refund.created_at.as_second(),
        "currency": refund.currency,
        "customer": null,
        "customer_account": null,
        "destination_details": { "type": "card", "card": { "type": "refund", "reference_status": "pending" } },
        "metadata": refund.metadata,
        "payment_intent": refund.payment_intent,
        "payment_method": null,
        "reason": refund.reason,
        "receipt_number": null,
        "source_transfer_reversal": null,
        "status": refund.status,
        "transfer_reversal": null,
    });
    if refund.status == RefundStatus::Failed {
        json["failure_reason"] = "unknown".into();
    }
    json
}

pub fn payment_method_json(method: &PaymentMethod) -> Value {
    json!({
        "id": method.id,
        "object": "payment_method",
        "allow_redisplay": "unspecified",
        "billing_details": billing_details(),
        "card": Card::by_name(&method.card).map(stored_card_json),
        "created": method.created_at.as_second(),
        "customer": null,
        "customer_account": null,
        "livemode": method.mode.is_live(),
        "metadata": {},
        "type": "card",
    })
}
