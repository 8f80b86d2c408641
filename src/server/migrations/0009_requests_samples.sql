-- Samples are numbered in series of their own, so that they are told from goods at sight.

insert into auto_number_rule (rule_cd, rule_nm, prefix, period_pattern, digits) values
  ('RECEIPT_SAMPLE', '샘플 입고번호', 'RS-', 'YYYYMMDD', 4),
  ('SHIPMENT_SAMPLE', '샘플 출고번호', 'SS-', 'YYYYMMDD', 4);
