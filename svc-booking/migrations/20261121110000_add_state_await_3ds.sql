-- A booking may wait for the cardholder's answer to his bank (3-D Secure).
alter table booking
drop constraint booking_state_known,
add constraint booking_state_known check (
    state in (
        'DRAFT', 'AUTH_SENT', 'AWAIT_3DS', 'AUTHORISED', 'ORDER_SENT', 'ORDER_UNKNOWN', 'ORDERED', 'CAPTURE_SENT',
        'CANCEL_SENT', 'VOID_SENT', 'TICKETED', 'FAILED'
    )
);
