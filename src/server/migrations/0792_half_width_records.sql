-- Migration 0789 converted full-width lots of stock. Actions on long-stored stock and lots announced
-- for bonded cargo, which are stored when it is unpacked, still had the old spelling.
alter table long_stock_action disable trigger long_stock_action_kept;
update long_stock_action set lot_no = half_width(lot_no) where lot_no ~ '[\uFF01-\uFF5E\u3000]';
alter table long_stock_action enable trigger long_stock_action_kept;

update bonded_item set lot_no = half_width(lot_no) where lot_no ~ '[\uFF01-\uFF5E\u3000]';
