//! Stripe's objects as Stripe writes them.

use jiff::Timestamp;
use serde_json::{Value, json};
use url::Url;

use super::books::{Charge, Intent, PaymentMethod, Refund, RefundStatus, Status};
use super::cards::Card;

/// `public_url` is where the holder of a challenged card is sent.
pub fn intent_json(intent: &Intent, public_url: &Url) -> Value {
    json!({
        "id": intent.id,
        "object": "payment_intent",
        "amount": intent.amount,
        "amount_capturable": intent.amount_capturable,
        "amount_details": { "tip": {} },
        "amount_received": intent.amount_received,
        "application": null,
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
        "on_behalf_of": null,
        "payment_method": intent.payment_method,
        "payment_method_options": { "card": { "request_three_d_secure": "automatic" } },
        "payment_method_types": ["card"],
        "processing": null,
        "receipt_email": intent.receipt_email,
        "review": null,
        "setup_future_usage": intent.setup_future_usage,
        "shipping": null,
        "statement_descriptor": null,
        "statement_descriptor_suffix": intent.statement_descriptor_suffix,
        "status": intent.status,
        "transfer_group": null,
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
    let back = charge.refunded + charge.released;
    json!({
        "id": charge.id,
        "object": "charge",
        "amount": charge.amount,
        "amount_captured": charge.captured,
        "amount_refunded": back,
        "balance_transaction": (charge.captured > 0).then(|| charge.id.replace("ch_", "txn_")),
        "billing_details": { "address": null, "email": null, "name": null, "phone": null },
        "captured": charge.captured > 0,
        "created": charge.created_at.as_second(),
        "currency": charge.currency,
        "disputed": false,
        "failure_code": charge.failure_code,
        "failure_message": charge.failure_message,
        "livemode": charge.mode.is_live(),
        "metadata": charge.metadata,
        "outcome": outcome(charge),
        "paid": !charge.is_failed(),
        "payment_intent": charge.payment_intent,
        "payment_method": charge.payment_method,
        "payment_method_details": { "type": "card", "card": card_details(charge) },
        "receipt_url": null,
        "refunded": !charge.is_failed() && back == charge.amount,
        "status": if charge.is_failed() { "failed" } else { "succeeded" },
    })
}

fn outcome(charge: &Charge) -> Value {
    if charge.is_failed() {
        return json!({
            "type": "issuer_declined",
            "network_status": "declined_by_network",
            "reason": charge.failure_code,
            "risk_level": "normal",
            "seller_message": "The bank did not return any further details with this decline.",
        });
    }
    json!({
        "type": "authorized",
        "network_status": "approved_by_network",
        "reason": null,
        "risk_level": "normal",
        "seller_message": "Payment complete.",
    })
}

fn card_details(charge: &Charge) -> Value {
    let mut card = card_json(charge.card());
    card["network"] = card["brand"].clone();
    card["amount_authorized"] = charge.amount.into();
    card["capture_before"] = charge.capture_before.map(Timestamp::as_second).into();
    card["authorization_code"] = if charge.is_failed() { Value::Null } else { "123456".into() };
    card["three_d_secure"] = if charge.authenticated {
        json!({ "authentication_flow": "challenge", "result": "authenticated", "version": "2.2.0" })
    } else {
        Value::Null
    };
    card
}

fn card_json(card: &Card) -> Value {
    json!({
        "brand": card.brand,
        "last4": card.last4(),
        "exp_month": 12,
        "exp_year": 2034,
        "country": card.country,
        "funding": card.funding(),
        "checks": { "address_line1_check": null, "address_postal_code_check": null, "cvc_check": "pass" },
    })
}

pub fn refund_json(refund: &Refund) -> Value {
    json!({
        "id": refund.id,
        "object": "refund",
        "amount": refund.amount,
        "balance_transaction": refund.id.replace("re_", "txn_"),
        "charge": refund.charge,
        "created": refund.created_at.as_second(),
        "currency": refund.currency,
        "destination_details": { "type": "card", "card": { "type": "refund", "reference_status": "pending" } },
        "failure_reason": (refund.status == RefundStatus::Failed).then_some("unknown"),
        "metadata": refund.metadata,
        "payment_intent": refund.payment_intent,
        "reason": refund.reason,
        "receipt_number": null,
        "status": refund.status,
    })
}

pub fn payment_method_json(method: &PaymentMethod) -> Value {
    json!({
        "id": method.id,
        "object": "payment_method",
        "allow_redisplay": "unspecified",
        "billing_details": { "address": null, "email": null, "name": null, "phone": null },
        "card": Card::by_name(&method.card).map(card_json),
        "created": method.created_at.as_second(),
        "customer": null,
        "livemode": method.mode.is_live(),
        "metadata": {},
        "type": "card",
    })
}
