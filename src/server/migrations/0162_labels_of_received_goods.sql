-- Labels of goods that came in name the balance they lie in; null: of goods that are still expected.
alter table label_print add column balance_id bigint references stock_balance;
