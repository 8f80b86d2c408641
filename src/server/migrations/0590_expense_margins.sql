-- Expenses passed on to the owner name their document. An agreed margin on them is a charge of its own.
alter table charge add paper_no text;
alter table charge drop constraint charge_cause_cd_check;
alter table charge add constraint charge_cause_cd_check
  check (cause_cd in ('RECEIPT', 'SHIPMENT', 'BON_IN', 'BON_OUT', 'LABEL', 'COUNT', 'DAY',
    'PERIOD', 'LEAST', 'MOST', 'HAND', 'RERATE', 'COST')) not valid;

alter table price_line drop constraint price_line_unit_cd_check,
  add constraint price_line_unit_cd_check check (unit_cd in ('EA', 'BOX', 'PLT', 'CBM', 'KG', 'DOC',
    'LINE', 'CELL', 'VALUE', 'WORTH', 'COST', 'CNTR', 'RT'));
