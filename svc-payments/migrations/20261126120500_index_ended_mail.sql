-- no-transaction
-- The sixth step of platform/mail. Every service that sends mail has a copy of this file among its migrations.

-- What is old enough to be removed.
create index concurrently if not exists mail_outbox_ended_idx on mail_outbox (coalesce(sent_at, gave_up_at))
where coalesce(sent_at, gave_up_at) is not null;
