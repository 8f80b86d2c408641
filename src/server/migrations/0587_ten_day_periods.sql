-- Storage by thirds of a month: the 1st to the 10th, the 11th to the 20th, and the rest.
alter table price_line drop constraint price_line_basis_cd_check,
  add constraint price_line_basis_cd_check check (basis_cd in ('WORK', 'DAY_END', 'DAY_START',
    'DAY_PEAK', 'AVERAGE', 'PEAK', 'MONTH_END', 'HALF_PEAK', 'HALF_END', 'SPLIT', 'ANNIVERSARY',
    'TEN_PEAK', 'TEN_END'));
