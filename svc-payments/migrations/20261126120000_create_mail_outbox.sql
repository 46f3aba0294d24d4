-- The table of platform/mail. Every service that sends mail has a copy of this file among its migrations.

-- Mail to be sent. A row is written in the transaction of the change it tells of, and sent when that has committed.
create table mail_outbox (
    -- Also the Message-ID: a mail that was sent twice because of a crash is recognised as one.
    id uuid not null,
    recipient text not null,
    subject text not null,
    body_text text not null,
    body_html text,
    -- What this mail is about. The same thing is told once, however often the work that tells it is repeated.
    dedupe_key text not null,
    created_at timestamptz not null,
    attempts integer not null default 0,
    -- Raised before each attempt: another sender, or this one after a crash, waits that long.
    next_attempt_at timestamptz not null,
    sent_at timestamptz,
    -- Refused for good, or tried often enough.
    gave_up_at timestamptz,
    -- The kind of the last failure. Never the server's words: they repeat the address.
    last_error text,
    constraint mail_outbox_pkey primary key (id),
    constraint mail_outbox_dedupe_key_key unique (dedupe_key),
    -- Bodies hold links that sign people in: a mail that is sent keeps none.
    constraint mail_outbox_sent_check check (sent_at is null or (body_text = '' and body_html is null))
);

-- The sender reads only what still has to go, oldest due first.
create index mail_outbox_due_idx on mail_outbox (next_attempt_at) where sent_at is null and gave_up_at is null;

-- The second step of platform/mail. Every service that sends mail has a copy of this file among its migrations.

-- Who writes, as the reader sees it: a brand. The address that mail is sent from stays the operator's own.
alter table mail_outbox add column sender_name text;
alter table mail_outbox add column reply_to text;
-- A link that has died helps nobody: after this the mail is given up in silence.
alter table mail_outbox add column useless_after timestamptz;

-- The third step of platform/mail. Every service that sends mail has a copy of this file among its migrations.

-- Files that go with a mail. A mail that is sent or given up keeps none.
create table mail_attachment (
    mail_id uuid not null,
    -- In this order, from 1.
    position smallint not null,
    name text not null,
    media_type text not null,
    content bytea not null,
    constraint mail_attachment_pkey primary key (mail_id, position),
    constraint mail_attachment_mail_fkey foreign key (mail_id) references mail_outbox (id) on delete cascade,
    constraint mail_attachment_content_check check (octet_length(content) <= 1048576)
);

-- A mail that is sent or given up names nobody either: what it was about and when it went are enough.
update mail_outbox
set recipient = '', subject = '', sender_name = null, reply_to = null
where sent_at is not null or gave_up_at is not null;

-- The fourth step of platform/mail. Every service that sends mail has a copy of this file among its migrations.

-- Recipient, subject and bodies in one, encrypted with the key of a service that has one. Then the columns in clear are
-- null (the recipient is empty), so that a program of before this step fails to read the mail, in place of sending it
-- empty. Mails that were written before are sent as they are.
alter table mail_outbox add column sealed bytea;
alter table mail_outbox alter column subject drop not null;
alter table mail_outbox alter column body_text drop not null;
alter table mail_outbox add constraint mail_outbox_sealed_check check (
    case
        when sealed is null then subject is not null and body_text is not null
        else recipient = ''
            and num_nonnulls(subject, body_text, body_html, sent_at, gave_up_at) = 0
    end
);

-- The files of a sealed mail are encrypted too, which makes each a little longer.
alter table mail_attachment drop constraint mail_attachment_content_check;
alter table mail_attachment add constraint mail_attachment_content_check check (octet_length(content) <= 1048576 + 64);
