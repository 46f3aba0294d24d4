-- no-transaction
-- What an account typed, when it is closed.
create index concurrently if not exists kept_passengers_principal_idx on kept_passengers (principal);
