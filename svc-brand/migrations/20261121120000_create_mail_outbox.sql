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
