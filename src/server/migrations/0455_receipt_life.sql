-- Days until expiry that stock must have left when it is received: of the item, else of its owner.
alter table owner add column receipt_life_days integer check (receipt_life_days between 0 and 3650);
alter table stock add column receipt_life_days integer check (receipt_life_days between 0 and 3650);
