-- A request may still carry the token that another request of the same browser has just renewed. The old token opens
-- nothing, but the gateway must not take its bearer for a stranger: a new guest session would sign the user out.
alter table session
    add column renewed_token_hash bytea,
    add column renewed_at timestamptz,
    add constraint session_renewed_token_hash_key unique (renewed_token_hash),
    add constraint session_renewed_token_hash_check check (length(renewed_token_hash) = 32),
    add constraint session_renewed_at_check check ((renewed_token_hash is null) = (renewed_at is null));
