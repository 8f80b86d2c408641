-- Seals are another service of customs, with a key of its own; without one they are not asked for.
alter table bonded_customs_setting add column seal_key text;
-- What came of asking for the seals beside the cargo, and the answer as it came; null: not asked.
alter table bonded_answer
  add column seal_result_cd text
    check (seal_result_cd in ('OK', 'NONE', 'ERROR', 'BROKEN', 'SILENT')),
  add column seal_raw_text text;
