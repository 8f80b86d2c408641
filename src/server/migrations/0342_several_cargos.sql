-- Where a B/L names several cargos, each of their numbers is offered: one field, several values.
alter table bonded_difference drop constraint bonded_difference_pkey;
alter table bonded_difference add primary key (answer_id, field_cd, theirs);
