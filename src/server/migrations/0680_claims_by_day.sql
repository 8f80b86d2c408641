-- Reports read the claims of a period of all users.
create index claim_day on claim (wcode, claimed_at);
