-- A refund that was refused, or that the bank sent back, is owed to the traveller until it is paid by another way.
alter table payment
add column owed_minor bigint not null default 0,
-- Paid past the card provider: a person said so.
add column by_hand_minor bigint not null default 0,
drop constraint payment_refunds_within_captured,
-- What is owed is spent too: it can't be promised a second time.
add constraint payment_refunds_within_captured check (
    refunding_minor >= 0
    and refunded_minor >= 0
    and owed_minor >= 0
    and by_hand_minor >= 0
    and refunding_minor + refunded_minor + owed_minor + by_hand_minor <= captured_minor
);

alter table ledger_posting
drop constraint ledger_posting_kind_known,
add constraint ledger_posting_kind_known check (
    kind in (
        'opening', 'authorised', 'captured', 'released', 'refund_promised', 'refunded', 'refund_refused',
        'refund_returned', 'paid_by_hand'
    )
);

-- paid_by_hand is what was paid back past the card provider.
alter table ledger_entry
drop constraint ledger_entry_account_known,
add constraint ledger_entry_account_known check (
    account in ('held', 'cardholders', 'provider', 'sales', 'refunds_payable', 'paid_by_hand')
);

-- Until now these were booked as sales. Whom nobody has to look at any more was paid by hand.
update payment
set version = version + 1,
    owed_minor = case when needs_human then unpaid.minor else 0 end,
    by_hand_minor = case when needs_human then 0 else unpaid.minor end
from (
    select
        payment_id,
        sum(amount_minor) as minor
    from refund
    where status in ('refused', 'returned')
    group by payment_id
) as unpaid
where unpaid.payment_id = payment.id and refunding_minor + refunded_minor + unpaid.minor <= captured_minor;

insert into payment_event (payment_id, version, from_status, to_status, cause, at)
select
    id,
    version,
    status,
    status,
    'migration',
    now()
from payment
where owed_minor + by_hand_minor > 0;

insert into ledger_posting (payment_id, version, kind, currency, at)
select
    id,
    version,
    'opening',
    currency,
    now()
from payment
where owed_minor + by_hand_minor > 0;

insert into ledger_entry (payment_id, version, account, amount_minor)
select
    payment.id,
    payment.version,
    balance.account,
    balance.minor
from payment
cross join lateral (
    values
        ('sales', owed_minor + by_hand_minor),
        ('refunds_payable', -owed_minor),
        ('paid_by_hand', -by_hand_minor)
) as balance (account, minor)
where balance.minor <> 0;
