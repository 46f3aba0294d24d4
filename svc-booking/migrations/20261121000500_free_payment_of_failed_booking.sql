-- A payment pays for one booking. One that failed was paid by nothing: a stranger who named somebody else's payment,
-- and was refused, must not keep its owner from using it.
alter table booking drop constraint booking_payment_once;
create unique index booking_payment_once on booking (mode, payment_id) where state <> 'FAILED';
-- Who asks whether a payment pays for anything asks by its id.
create index booking_payment_idx on booking (mode, payment_id);
