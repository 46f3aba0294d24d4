-- no-transaction
-- The sweeper's queue.
create index concurrently if not exists one_time_token_expires_at_idx on one_time_token (expires_at);
