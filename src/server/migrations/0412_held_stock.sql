-- Held goods are few, and looked for among all.
create index stock_balance_held on stock_balance (wcode) where condition_cd = 'HELD' and qty > 0;
