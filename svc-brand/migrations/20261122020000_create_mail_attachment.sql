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
