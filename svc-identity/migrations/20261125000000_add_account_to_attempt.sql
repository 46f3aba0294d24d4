-- The account behind the name that was tried: its user name and its e-mail address count together. Null: no account has
-- the name, or the try was at something else.
alter table attempt add column account_id uuid;

create index attempt_account_id_idx on attempt (account_id, tried_at) where account_id is not null;
