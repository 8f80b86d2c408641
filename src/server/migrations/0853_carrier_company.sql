-- The number by which the IMO identifies the company of a carrier, as on its safety certificates.
alter table carrier add company_imo_no text check (company_imo_no ~ '^[0-9]{7}$');
