-- A confirmation that went unanswered may be carried out late: it is in doubt until the order itself tells.
alter table cancellation
drop constraint cancellation_stage_known,
add constraint cancellation_stage_known check (
    stage in (
        'QUOTED', 'REQUESTED', 'CONFIRM_SENT', 'CONFIRM_UNKNOWN', 'REFUND_SENT', 'DONE', 'REFUND_FAILED', 'REFUSED'
    )
);
