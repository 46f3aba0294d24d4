-- Cards that brought no money, of late: a declined one is not the only kind.
drop index payment_declined_idx;
create index payment_tried_idx on payment (mode, created_at) where status <> 'captured';
