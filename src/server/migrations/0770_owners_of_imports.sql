-- An import of prices named only the owners of its new values. It also concerns the previous owners
-- and, as '', prices of no owner: users bound to owners must not undo it.
update import_batch b set owner_cds = array(
  select unnest(b.owner_cds)
  union select coalesce(e.row_before ->> 'owner_cd', '') from import_entry e
    where e.import_no = b.import_no and e.row_before is not null
  union select coalesce(p.owner_cd, '') from import_entry e
    join price_line p on p.price_cd = e.row_key ->> 'price_cd'
      and p.version_no::text = e.row_key ->> 'version_no'
    where e.import_no = b.import_no
  order by 1)
where b.operation = 'freight/save-price-line';
