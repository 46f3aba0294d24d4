-- no-transaction
-- The few accounts of administrators, who belong to no brand.
create index concurrently if not exists account_administrator_idx on account (id) where brand is null;
