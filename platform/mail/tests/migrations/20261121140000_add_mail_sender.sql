-- The second step of platform/mail. Every service that sends mail has a copy of this file among its migrations.

-- Who writes, as the reader sees it: a brand. The address that mail is sent from stays the operator's own.
alter table mail_outbox add column sender_name text;
alter table mail_outbox add column reply_to text;
-- A link that has died helps nobody: after this the mail is given up in silence.
alter table mail_outbox add column useless_after timestamptz;
