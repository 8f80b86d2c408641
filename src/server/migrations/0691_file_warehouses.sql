-- Warehouses of which a file can show rows; null: only its own. A report has those of its reader.
alter table stored_file add column wcodes text[];
