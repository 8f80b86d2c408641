-- What may lie together in a cell: anything, goods of one owner, one item, or one lot of one item.
alter table cell add column mix_cd text not null default 'ANY'
  check (mix_cd in ('ANY', 'OWNER', 'STOCK', 'LOT'));
