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
