-- The column of platform/mail's calls by which a case is known. Every service whose cases call the person on duty has a copy
-- of this file among its migrations.

alter table on_call_case
    -- Why it was mailed, for programs: the same in every release, however that words the reason. Null in a row of a release
    -- that kept none.
    add column code text;
