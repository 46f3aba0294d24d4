-- Whoever tries cards opens a new session for every few: his address stays.
alter table payment
-- HMAC of the visitor's address, or of the IPv6 /48 that a customer of a network gets; null where nobody knows it.
add column client_hmac bytea;

-- Recent declines, by address and by brand.
create index payment_declined_idx on payment (created_at, brand, client_hmac) where status = 'declined';
