-- A user's day is found among the millions of a log that is kept for years.

drop index security_event_of_user;
create index security_event_of_user on security_event (user_id, happened_at desc, event_no desc);
