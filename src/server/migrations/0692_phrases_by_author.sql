-- Users of different reach keep the same phrase apart: one must not find or delete another's.
alter table used_phrase drop constraint used_phrase_phrase_key;
create unique index used_phrase_once on used_phrase (phrase, created_by);
