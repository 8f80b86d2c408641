-- Put-away reads the cells of a zone in picking order until one accepts the stock.
create index cell_in_order on cell (wcode, zone_cd, pick_seq, cell_cd);
