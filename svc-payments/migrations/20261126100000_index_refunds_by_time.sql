-- no-transaction
-- The refunds of a period, which reconciliation compares.
create index concurrently if not exists refund_created_at_idx on refund (created_at);
