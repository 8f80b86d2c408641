-- The command line finds transport documents and invoices by the start of any of their numbers.
create index bill_number_start on bill (bill_no collate "C") where bill_no is not null;
create index bill_container_start on bill_container (cntr_no collate "C");
create index booking_container_start on booking_container (cntr_no collate "C")
  where cntr_no is not null;
create index bonded_cargo_start on bonded_cargo (cargo_no collate "C") where cargo_no is not null;
create index bonded_master_start on bonded_cargo (mbl_no collate "C") where mbl_no is not null;
create index bonded_house_start on bonded_cargo (hbl_no collate "C") where hbl_no is not null;
create index bonded_container_start on bonded_cargo (cntr_no collate "C") where cntr_no is not null;
create index invoice_start on invoice (invoice_no collate "C");
