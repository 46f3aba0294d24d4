-- no-transaction
-- How many have paid of late: no longer guests alone. `payment_guest_idx` can go with the next release.
create index concurrently if not exists payment_paid_idx on payment (mode, created_at) where status = 'captured';
