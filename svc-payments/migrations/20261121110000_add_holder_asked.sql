-- A cardholder may have to answer his bank before it holds the money (3-D Secure).
alter table payment
-- Where his bank asks him, as long as it does.
add column action_url text,
drop constraint payment_status_known,
add constraint payment_status_known check (
    status in (
        'create_sent', 'confirm_sent', 'holder_asked', 'authorised', 'declined', 'capture_sent', 'captured',
        'void_sent', 'voided'
    )
),
add constraint payment_action_while_asked check ((action_url is not null) = (status = 'holder_asked'));

-- The sweeper's queue.
drop index payment_unclaimed_idx;
create index payment_unclaimed_idx on payment (created_at)
where status in ('authorised', 'holder_asked') and booking_id is null;
