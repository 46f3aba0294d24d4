-- Travellers, each of one brand, and administrators, who are the operator's people and belong to none.
create table account (
    id uuid not null,
    -- Null: an administrator.
    brand text,
    username text not null,
    email text not null,
    first_name text not null,
    last_name text not null,
    -- argon2id, in PHC string form.
    password_hash text not null,
    -- The booking this account was made for; the call that makes it may be repeated.
    booking_id uuid,
    created_at timestamptz not null,
    constraint account_pkey primary key (id),
    constraint account_booking_id_key unique (booking_id),
    -- No account is made for an administrator's booking.
    constraint account_booking_id_check check (booking_id is null or brand is not null)
);

-- Names and addresses differ within a brand by more than case. Not distinct: two administrators differ as well.
create unique index account_username_key on account (lower(username), brand) nulls not distinct;
create unique index account_email_key on account (lower(email), brand) nulls not distinct;
