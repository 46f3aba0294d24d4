-- The answer that carries a booking's new account may never reach the browser, which then repeats its request with the
-- token it has. For a while that token still opens the session, as the guest's it was.
alter table session
    add column guest_token_hash bytea,
    add column guest_until timestamptz,
    add constraint session_guest_token_hash_key unique (guest_token_hash),
    add constraint session_guest_token_hash_check check (length(guest_token_hash) = 32),
    add constraint session_guest_until_check check ((guest_token_hash is null) = (guest_until is null));
