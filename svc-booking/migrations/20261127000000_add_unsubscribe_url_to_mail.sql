-- The seventh step of platform/mail. Every service that sends mail has a copy of this file among its migrations.

-- Where one POST ends mails such as this one. It names who unsubscribes by a token, so that it is part of what is sealed,
-- and no mail that is sent or given up keeps it.
alter table mail_outbox add column unsubscribe_url text;
