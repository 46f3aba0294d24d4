-- no-transaction
-- The fifth step of platform/mail. Every service that sends mail has a copy of this file among its migrations.

-- Mails that were given up and should not have been: counted for an alert each half minute.
create index concurrently if not exists mail_outbox_given_up_idx on mail_outbox (gave_up_at)
where gave_up_at is not null and last_error <> 'useless by now';
