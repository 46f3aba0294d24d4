-- Mails that anybody can bring to an address, as long as they count against its limit. Not at the account: one that is
-- closed and made again must not start anew.
create table requested_mail (
    id bigint generated always as identity,
    -- SHA-256 of the kind of mail, the brand and the address.
    subject_hash bytea not null,
    mailed_at timestamptz not null,
    constraint requested_mail_pkey primary key (id),
    constraint requested_mail_subject_hash_check check (length(subject_hash) = 32)
);

create index requested_mail_subject_hash_idx on requested_mail (subject_hash, mailed_at);
-- The sweeper removes the old ones.
create index requested_mail_mailed_at_idx on requested_mail (mailed_at);
