-- no-transaction
-- Cancellations and refunds under way: most have ended.
create index concurrently if not exists cancellation_stage_idx on cancellation (stage);
