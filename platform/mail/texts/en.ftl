# Signs the mails of a brand without a name.
nameless_agency = Your travel agency

### Mails to the person on duty about cases that wait for a decision.

case_id = Case { $id }
real_sum = Sum: { $sum }
test_sum = Sum: { $sum }, in test mode: no real money
waits_since = Open since { $moment }, and nobody has taken it.
mailed_until_taken = Sign in as an administrator first, then open the link. You are mailed again each hour until somebody has decided on a case. “Check again now” counts too.
