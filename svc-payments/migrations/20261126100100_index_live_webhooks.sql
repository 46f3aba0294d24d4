-- no-transaction
-- When the newest webhook of live mode came, also where there are many of test mode and none of live.
create index concurrently if not exists webhook_live_idx on webhook (received_at) where mode = 'live';
