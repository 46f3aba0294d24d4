-- A payment that the card provider refused to try, for a fault on our side. Widening takes no row's word away.
alter table payment
    drop constraint payment_failure_known,
    add constraint payment_failure_known check (
        failure in ('card_declined', 'authentication_required', 'not_completed', 'provider_refused')
    );
