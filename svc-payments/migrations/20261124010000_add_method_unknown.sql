-- A payment method that the card provider does not know. Widening takes no row's word away.
alter table payment
    drop constraint payment_failure_known,
    add constraint payment_failure_known check (
        failure in (
            'card_declined', 'authentication_required', 'not_completed', 'provider_refused', 'method_unknown'
        )
    );
