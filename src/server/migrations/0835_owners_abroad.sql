-- Owners abroad have no Korean business number. Without a country an owner is in Korea.
alter table billing_terms add column country_cd text references country;
