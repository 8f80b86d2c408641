-- Jobs on stock are found by the beginning of their number, as the documents are (0006).
create index inventory_work_no_prefix on inventory_work (wcode, work_no collate "C");
