-- Whether a visit was noted a moment ago, and which are old, without reading all of them.

create index visit_log_of_user on visit_log (user_id, menu_id, visited_at desc);
create index visit_log_by_age on visit_log (visited_at);
