-- With the tails of a tariff behind them, HS codes are too many to be read through by name.
create index hs_code_name_pairs on hs_code using gin (name_pairs('', coalesce(hs_nm, '') || ' ' || hs_en))
  with (gin_pending_list_limit = 1024);
