-- Proofs of work that let a card through. Each does so once; past its time it is refused by its age alone, and forgotten.
create table used_work (
    challenge_id uuid not null,
    expires_at timestamptz not null,
    constraint used_work_pkey primary key (challenge_id)
);

create index used_work_expires_idx on used_work (expires_at);
