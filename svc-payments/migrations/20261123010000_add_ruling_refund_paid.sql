alter table payment_ruling
drop constraint payment_ruling_action_known,
add constraint payment_ruling_action_known check (
    action in ('ask_again', 'release', 'settled_by_hand', 'refund_paid')
);
