-- The table of platform/mail's calls. Every service whose cases call the person on duty has a copy of this file among its
-- migrations.

-- Cases that the person on duty was mailed about. A row goes when its case has been decided.
create table on_call_case (
    -- A booking, a payment.
    id uuid not null,
    -- As it was mailed. The same case with another reason is a new one.
    reason text not null,
    -- When it was first mailed for this. A decision from then on means that somebody has taken the case.
    opened_at timestamptz not null,
    -- The latest mail about it.
    mailed_at timestamptz not null,
    constraint on_call_case_pkey primary key (id)
);
