//! The parameters that each call knows, as npm `stripe` 23.1.0 types them. Anything else is refused, as Stripe does.

use axum::extract::{FromRequestParts, Query};
use axum::http::request::Parts;

use super::error::Error;
use super::form::Form;

/// The call that a request is for, as the control calls name it.
#[derive(Debug, Clone, Copy)]
pub struct Operation(pub &'static str);

/// The query of a read. The call knows each of its parameters.
#[derive(Debug)]
pub struct Asked(pub Form);

impl<S: Send + Sync> FromRequestParts<S> for Asked {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Error> {
        let query = Query::<Vec<(String, String)>>::try_from_uri(&parts.uri);
        let form = Form::of(query.map_err(|_| Error::invalid("Unreadable query"))?.0);
        check(parts, &form)?;
        Ok(Self(form))
    }
}

/// Refuses the first parameter that the call of `parts` does not know.
pub fn check(parts: &Parts, form: &Form) -> Result<(), Error> {
    // Every route of this API says which operation it is.
    let Operation(name) = *parts.extensions.get().expect("routes name their operation");
    let unknown = form.names().find(|given| !is_known(name, given));
    unknown.map_or(Ok(()), |given| {
        Err(Error::invalid(format!("Received unknown parameter: {given}"))
            .code("parameter_unknown")
            .param(given))
    })
}

fn is_known(operation: &str, given: &str) -> bool {
    let Some((_, known)) = KNOWN.iter().find(|(name, _)| *name == operation) else {
        return given == "expand[]";
    };
    let given = without_positions(given);
    known.split_whitespace().chain(["expand[]"]).any(|name| match name.strip_suffix("[*]") {
        Some(group) => given.strip_prefix(group).is_some_and(|rest| rest.is_empty() || rest.starts_with('[')),
        None => given == name,
    })
}

/// `expand[0]` is `expand[]`.
fn without_positions(name: &str) -> String {
    let parts = name.split_inclusive('[').map(|part| match part.split_once(']') {
        Some((inner, rest)) if inner.bytes().all(|byte| byte.is_ascii_digit()) => format!("]{rest}"),
        _ => part.to_owned(),
    });
    parts.collect()
}

/// Names with `[*]` stand for themselves and all below them. `payment_method_types` has a refusal of its own.
/// `payment_method_data[card]` is in no type, but Stripe reads it.
#[rustfmt::skip]
const KNOWN: &[(&str, &str)] = &[
    ("stripe.payment_intents.create", "amount currency payment_method_types[*] allowed_payment_method_types[] amount_details[*] application_fee_amount automatic_payment_methods[enabled] automatic_payment_methods[allow_redirects] capture_method confirm confirmation_method confirmation_token customer customer_account description error_on_requires_action excluded_payment_method_types[] hooks[*] mandate mandate_data[*] metadata[*] off_session on_behalf_of payment_details[*] payment_method payment_method_configuration payment_method_data[*] payment_method_options[*] radar_options[*] receipt_email return_url setup_future_usage shipping[*] statement_descriptor statement_descriptor_suffix transfer_data[*] transfer_group use_stripe_sdk"),
    ("stripe.payment_intents.update", "payment_method_types[*] allowed_payment_method_types[] amount amount_details[*] application_fee_amount capture_method currency customer customer_account description excluded_payment_method_types[] hooks[*] metadata[*] payment_details[*] payment_method payment_method_configuration payment_method_data[*] payment_method_options[*] receipt_email setup_future_usage shipping[*] statement_descriptor statement_descriptor_suffix transfer_data[*] transfer_group"),
    ("stripe.payment_intents.confirm", "payment_method_types[*] allowed_payment_method_types[] amount_details[*] amount_to_confirm capture_method confirmation_token error_on_requires_action excluded_payment_method_types[] hooks[*] mandate mandate_data[*] off_session payment_details[*] payment_method payment_method_data[*] payment_method_options[*] radar_options[*] receipt_email return_url setup_future_usage shipping[*] use_stripe_sdk"),
    ("stripe.payment_intents.capture", "amount_details[*] amount_to_capture application_fee_amount final_capture hooks[*] metadata[*] payment_details[*] statement_descriptor statement_descriptor_suffix transfer_data[*]"),
    ("stripe.payment_intents.cancel", "cancellation_reason"),
    ("stripe.payment_intents.get", "client_secret"),
    ("stripe.payment_intents.list", "created[*] customer customer_account limit starting_after ending_before"),
    ("stripe.payment_intents.search", "query limit page"),
    ("stripe.payment_methods.create", "type allow_redisplay billing_details[*] card[number] card[exp_month] card[exp_year] card[cvc] card[token] card[networks][preferred] customer metadata[*] radar_options[*] payment_method"),
    ("stripe.charges.list", "created[*] customer payment_intent transfer_group limit starting_after ending_before"),
    ("stripe.refunds.create", "amount charge currency customer instructions_email metadata[*] origin payment_intent reason refund_application_fee reverse_transfer"),
    ("stripe.refunds.update", "metadata[*]"),
    ("stripe.refunds.list", "charge payment_intent created[*] limit starting_after ending_before"),
    ("stripe.webhook_endpoints.list", "limit starting_after ending_before"),
    ("stripe.events.list", "created[*] delivery_success type types[] limit starting_after ending_before"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_known_with_its_place_in_a_list_and_below_its_group() {
        let table = [
            ("stripe.payment_intents.create", "allowed_payment_method_types[0]", true),
            ("stripe.payment_intents.create", "metadata[payment_id]", true),
            ("stripe.payment_intents.create", "metadata", true),
            ("stripe.payment_intents.create", "metadatas[a]", false),
            ("stripe.payment_intents.create", "automatic_payment_methods[enable]", false),
            ("stripe.payment_intents.create", "amount[0]", false),
            ("stripe.refunds.list", "created[gte]", true),
            ("stripe.refunds.get", "expand[]", true),
            ("stripe.refunds.get", "limit", false),
        ];
        for (operation, name, known) in table {
            assert_eq!(is_known(operation, name), known, "{name}");
        }
    }
}
