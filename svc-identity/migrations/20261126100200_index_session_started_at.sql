-- no-transaction
-- Sessions that have lasted as long as one may: the sweeper ends them, however lately they were seen.
create index concurrently if not exists session_started_at_idx on session (started_at);
