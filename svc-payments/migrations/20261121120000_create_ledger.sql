-- The money book, in double entry. A posting is one change of one payment; its entries say between which accounts the
-- money moved, in minor units, and add up to nothing. Debits are positive.
--
--   held             what cards hold for us                    cardholders      whose it is until it is taken
--   provider         what the card provider has taken for us   sales            what the brand has sold
--                                                              refunds_payable  promised back, not yet paid
--
-- Mode, brand and booking are the payment's.
create table ledger_posting (
    payment_id uuid not null,
    -- Of the payment after the change: one change is posted once, however often it is tried.
    version bigint not null,
    kind text not null,
    currency text not null,
    at timestamptz not null,
    constraint ledger_posting_pkey primary key (payment_id, version),
    constraint ledger_posting_payment_fkey foreign key (payment_id) references payment (id),
    constraint ledger_posting_kind_known check (
        kind in (
            'opening', 'authorised', 'captured', 'released', 'refund_promised', 'refunded', 'refund_refused',
            'refund_returned'
        )
    )
);

create table ledger_entry (
    payment_id uuid not null,
    version bigint not null,
    account text not null,
    amount_minor bigint not null,
    constraint ledger_entry_pkey primary key (payment_id, version, account),
    constraint ledger_entry_posting_fkey foreign key (payment_id, version) references ledger_posting (payment_id, version),
    constraint ledger_entry_account_known check (
        account in ('held', 'cardholders', 'provider', 'sales', 'refunds_payable')
    ),
    constraint ledger_entry_moves_money check (amount_minor <> 0)
);

-- At the commit, when all entries are there.
create function ledger_posting_must_balance() returns trigger language plpgsql as $$
begin
    if (
        select count(*) < 2 or sum(amount_minor) <> 0
        from ledger_entry
        where payment_id = new.payment_id and version = new.version
    ) then
        raise exception 'the entries of a posting do not add up to nothing'
            using errcode = 'check_violation', constraint = 'ledger_posting_balanced', table = tg_table_name;
    end if;
    return null;
end
$$;

create constraint trigger ledger_posting_balanced after insert on ledger_posting
deferrable initially deferred for each row execute function ledger_posting_must_balance();

create constraint trigger ledger_entry_balanced after insert on ledger_entry
deferrable initially deferred for each row execute function ledger_posting_must_balance();

-- What was written stays written: a mistake is mended by another posting.
create function ledger_is_written_once() returns trigger language plpgsql as $$
begin
    raise exception 'the ledger is written once'
        using errcode = 'restrict_violation', constraint = 'ledger_written_once', table = tg_table_name;
end
$$;

create trigger ledger_posting_written_once before update or delete or truncate on ledger_posting
for each statement execute function ledger_is_written_once();

create trigger ledger_entry_written_once before update or delete or truncate on ledger_entry
for each statement execute function ledger_is_written_once();

-- Money that payments had moved before there was a book.
insert into ledger_posting (payment_id, version, kind, currency, at)
select
    id,
    version,
    'opening',
    currency,
    status_since
from payment
where (authorised_minor > 0 and status not in ('captured', 'voided')) or captured_minor > refunded_minor;

insert into ledger_entry (payment_id, version, account, amount_minor)
select
    payment.id,
    payment.version,
    balance.account,
    balance.minor
from payment
join ledger_posting on ledger_posting.payment_id = payment.id
cross join lateral (
    values
        ('held', case when status in ('captured', 'voided') then 0 else authorised_minor end),
        ('cardholders', case when status in ('captured', 'voided') then 0 else -authorised_minor end),
        ('provider', captured_minor - refunded_minor),
        ('refunds_payable', -refunding_minor),
        ('sales', refunded_minor + refunding_minor - captured_minor)
) as balance (account, minor)
where balance.minor <> 0;
