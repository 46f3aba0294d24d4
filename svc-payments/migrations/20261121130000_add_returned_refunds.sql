-- A refund that was paid may come back from the bank days later. Then the traveller is owed it, and a person must act.
alter table refund
drop constraint refund_status_known,
add constraint refund_status_known check (status in ('sent', 'done', 'refused', 'returned'));

alter table payment
-- Nothing that goes on by itself will put this right.
add column needs_human boolean not null default false;

create index payment_needs_human_idx on payment (id) where needs_human;
