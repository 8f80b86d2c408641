-- Code lists of transport: countries, currencies, ports, customs offices, HS codes, package units,
-- size-types of containers; carriers, ships, containers, charges and sheds that use them. A list
-- comes as editions: a code that a new edition has no more is withdrawn and stays readable.

-- The edition each list was filled from at first; later ones are imports, kept with all others.
create table code_edition (
  list_cd text primary key,
  edition_cd text not null,
  row_count integer not null,
  loaded_at timestamptz not null default now()
);

create table currency (
  currency_cd text primary key check (currency_cd ~ '^[A-Z]{3}$'),
  currency_nm text not null,
  currency_en text not null,
  numeric_cd text check (numeric_cd ~ '^[0-9]{3}$'),
  minor_unit integer check (minor_unit between 0 and 4),
  -- Units a rate is quoted for: 100 for the yen and the rupiah.
  rate_unit integer not null default 1 check (rate_unit in (1, 100)),
  edition_cd text,
  withdrawn_dt date,
  use_yn text not null default 'Y' check (use_yn in ('Y', 'N')),
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now()
);

create table country (
  country_cd text primary key check (country_cd ~ '^[A-Z]{2}$'),
  country_nm text not null,
  country_en text not null,
  alpha3_cd text check (alpha3_cd ~ '^[A-Z]{3}$'),
  numeric_cd text check (numeric_cd ~ '^[0-9]{3}$'),
  currency_cd text references currency,
  edition_cd text,
  withdrawn_dt date,
  use_yn text not null default 'Y' check (use_yn in ('Y', 'N')),
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now()
);

create table customs_office (
  customs_cd text primary key check (customs_cd ~ '^[0-9]{3}$'),
  customs_nm text not null,
  phone_no text,
  edition_cd text,
  withdrawn_dt date,
  use_yn text not null default 'Y' check (use_yn in ('Y', 'N')),
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now()
);

create table port (
  port_cd text primary key check (port_cd ~ '^[A-Z]{2}[A-Z2-9]{3}$'),
  port_nm text not null,
  port_en text not null,
  -- A port and an airport may share a code.
  port_type_cd text not null default 'SEA' check (port_type_cd in ('SEA', 'AIR', 'BOTH', 'LAND')),
  country_cd text not null references country,
  time_zone text,
  latitude numeric(9, 6) check (latitude between -90 and 90),
  longitude numeric(9, 6) check (longitude between -180 and 180),
  customs_cd text references customs_office,
  edition_cd text,
  withdrawn_dt date,
  use_yn text not null default 'Y' check (use_yn in ('Y', 'N')),
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now()
);
create index port_name_pairs on port using gin (name_pairs('', port_nm || ' ' || port_en))
  with (gin_pending_list_limit = 1024);
create index port_code on port (port_cd collate "C");
create index port_country on port (country_cd);

create table hs_code (
  hs_cd text primary key check (hs_cd ~ '^[0-9]{2,10}$'),
  hs_nm text,
  hs_en text not null,
  parent_cd text,
  section_cd text,
  edition_cd text,
  withdrawn_dt date,
  use_yn text not null default 'Y' check (use_yn in ('Y', 'N')),
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now()
);
create index hs_code_code on hs_code (hs_cd collate "C");

create table package_unit (
  package_cd text primary key check (package_cd = upper(package_cd)),
  package_nm text,
  package_en text not null,
  -- UNECE Recommendation 21, or a code of customs alone.
  source_cd text not null default 'REC21' check (source_cd in ('REC21', 'CUSTOMS')),
  edition_cd text,
  withdrawn_dt date,
  use_yn text not null default 'Y' check (use_yn in ('Y', 'N')),
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now()
);

create table container_type (
  cntr_tp text primary key check (length(cntr_tp) = 4 and cntr_tp = upper(cntr_tp)),
  cntr_tp_nm text not null,
  cntr_tp_en text not null,
  teu numeric(5, 2) not null check (teu > 0),
  reefer_yn text not null check (reefer_yn in ('Y', 'N')),
  edition_cd text,
  withdrawn_dt date,
  use_yn text not null default 'Y' check (use_yn in ('Y', 'N')),
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now()
);

create table carrier (
  carrier_cd text primary key check (carrier_cd = upper(carrier_cd)),
  carrier_nm text not null,
  carrier_en text,
  mode_cd text not null default 'SEA' check (mode_cd in ('SEA', 'AIR', 'ROAD')),
  scac text check (scac ~ '^[A-Z]{2,4}$'),
  iata_cd text check (iata_cd ~ '^[A-Z0-9]{2}$'),
  awb_prefix text check (awb_prefix ~ '^[0-9]{3}$'),
  -- The code customs know it by; not always the SCAC.
  customs_carrier_cd text,
  country_cd text references country,
  phone_no text,
  use_yn text not null default 'Y' check (use_yn in ('Y', 'N')),
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now()
);
create index carrier_code on carrier (carrier_cd collate "C");
create unique index carrier_scac on carrier (scac) where scac is not null;
create unique index carrier_awb_prefix on carrier (awb_prefix) where awb_prefix is not null;
create index carrier_name_pairs on carrier using gin (name_pairs('', carrier_nm || ' ' || coalesce(carrier_en, '')));

create table vessel (
  vessel_cd text primary key check (vessel_cd = upper(vessel_cd)),
  vessel_nm text not null,
  imo_no text check (imo_no ~ '^[0-9]{7}$'),
  call_sign text,
  mmsi text check (mmsi ~ '^[0-9]{9}$'),
  carrier_cd text references carrier,
  country_cd text references country,
  teu_capacity integer check (teu_capacity >= 0),
  use_yn text not null default 'Y' check (use_yn in ('Y', 'N')),
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now()
);
create index vessel_code on vessel (vessel_cd collate "C");
create index vessel_imo_code on vessel (imo_no collate "C");
create unique index vessel_imo on vessel (imo_no) where imo_no is not null;
create index vessel_name_pairs on vessel using gin (name_pairs('', vessel_nm));

create table container (
  cntr_no text primary key check (cntr_no ~ '^[A-Z]{4}[0-9]{7}$'),
  cntr_tp text not null references container_type,
  carrier_cd text references carrier,
  tare_kg numeric(10, 1) check (tare_kg >= 0),
  max_gross_kg numeric(10, 1) check (max_gross_kg >= 0),
  made_dt date,
  use_yn text not null default 'Y' check (use_yn in ('Y', 'N')),
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now()
);

create table freight_item (
  freight_cd text primary key check (freight_cd = upper(freight_cd)),
  freight_nm text not null,
  freight_en text,
  -- Code of UNECE Recommendation 23.
  rec23_cd text,
  mode_cd text not null default 'SEA' check (mode_cd in ('SEA', 'AIR', 'ROAD', 'ANY')),
  -- Empty: whatever the division.
  division_cd text check (division_cd in ('IN', 'IT', 'DI', 'OP', 'OS')),
  basis_cd text not null default 'BL' check (basis_cd in ('BL', 'CNTR', 'RT', 'KG', 'VALUE')),
  vat_cd text not null default 'ZERO' check (vat_cd in ('TAX', 'ZERO', 'FREE')),
  pay_cd text not null default 'PREPAID' check (pay_cd in ('PREPAID', 'COLLECT')),
  currency_cd text references currency,
  use_yn text not null default 'Y' check (use_yn in ('Y', 'N')),
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now()
);

create table freight_warehouse (
  shed_cd text primary key check (shed_cd = upper(shed_cd)),
  shed_nm text not null,
  shed_type_cd text not null default 'CFS' check (shed_type_cd in ('CY', 'CFS', 'BONDED', 'AIR', 'GENERAL')),
  -- The shed as customs number it: eight digits, the office in front.
  customs_shed_no text check (customs_shed_no ~ '^[0-9]{8}$'),
  customs_cd text references customs_office,
  port_cd text references port,
  -- The warehouse of this house that it is, where it is one.
  house_wcode text references warehouse,
  address text,
  phone_no text,
  use_yn text not null default 'Y' check (use_yn in ('Y', 'N')),
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now()
);

-- Rates are never overwritten: a correction is a later revision of the same day, with its reason.
create table exchange_rate (
  kind_cd text not null check (kind_cd in ('CUS_EXP', 'CUS_IMP', 'BASE', 'TTS', 'TTB')),
  currency_cd text not null references currency,
  -- The day it holds from; the rates of customs hold for a week.
  rate_dt date not null,
  rev_no integer not null default 0 check (rev_no >= 0),
  rate_unit integer not null check (rate_unit in (1, 100)),
  rate numeric(15, 4) not null check (rate > 0),
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  primary key (kind_cd, currency_cd, rate_dt, rev_no),
  constraint exchange_rate_reason check (rev_no = 0 or remark is not null),
  constraint exchange_rate_day check (case when kind_cd in ('CUS_EXP', 'CUS_IMP')
    then extract(dow from rate_dt) = 0 else extract(dow from rate_dt) not in (0, 6) end)
);
create trigger exchange_rate_append_only before update or delete on exchange_rate
  for each row execute function refuse_change();
create trigger exchange_rate_no_truncate before truncate on exchange_rate
  for each statement execute function refuse_change();

-- The rate of a day: of that day (customs: of its week), else the last one before, and then late_yn
-- is Y. No row before the first. The won is worth itself.
create function exchange_rate_on(kind text, currency text, day date)
  returns table (rate_dt date, rev_no integer, rate_unit integer, rate numeric, late_yn text)
  language sql stable as
$$
  select day, 0, 1, 1::numeric, 'N' where currency = 'KRW'
  union all
  (select r.rate_dt, r.rev_no, r.rate_unit, r.rate,
    case when day > r.rate_dt + (case when kind in ('CUS_EXP', 'CUS_IMP') then 6 else 0 end)
      then 'Y' else 'N' end
  from exchange_rate r
  where r.kind_cd = kind and r.currency_cd = currency and r.rate_dt <= day and currency <> 'KRW'
  order by r.rate_dt desc, r.rev_no desc limit 1)
$$;

-- Won for an amount on a day, to two decimals; null before the first rate.
create function won_of(kind text, currency text, day date, amount numeric) returns numeric
  language sql stable as
$$ select round(amount * rate / rate_unit, 2) from exchange_rate_on(kind, currency, day) $$;

-- Phrases get a code, a subject and a place of use, so that they are kept on a screen too.
create sequence used_phrase_code;
alter table used_phrase
  add column phrase_cd text,
  add column subject text,
  add column phrase_use_cd text not null default 'ANY',
  add column use_yn text not null default 'Y',
  add column remark text,
  add column version integer not null default 1,
  add column updated_by text not null default 'system',
  add column updated_at timestamptz not null default now();
update used_phrase set phrase_cd = 'P' || to_char(nextval('used_phrase_code'), 'fm00000');
alter table used_phrase alter column phrase_cd set not null;
alter table used_phrase alter column phrase_cd
  set default 'P' || to_char(nextval('used_phrase_code'), 'fm00000');
alter table used_phrase add constraint used_phrase_code_key unique (phrase_cd);
alter table used_phrase add constraint used_phrase_use
  check (phrase_use_cd in ('ANY', 'MAIL', 'BL', 'REMARK', 'BOOKING'));
alter table used_phrase add constraint used_phrase_use_yn check (use_yn in ('Y', 'N'));

-- Where a code of a list is used: each table whose rows point at it, with how many there are (in
-- one warehouse, where they belong to one) and the key of one of them, unless it is an owner's.
create function code_used(list text, code text, house text)
  returns table (used_in text, used_count bigint, sample text) language plpgsql stable as
$$
declare
  reference record;
  is_housed boolean;
  is_owned boolean;
begin
  for reference in
    select c.conrelid::regclass::text as name, c.conrelid as id, a.attname as pointer,
      (select k.attname from pg_index i join pg_attribute k
        on k.attrelid = i.indrelid and k.attnum = i.indkey[0]
        where i.indrelid = c.conrelid and i.indisprimary) as own_key
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and cardinality(c.conkey) = 1 and c.confrelid = (
      select oid from pg_class where relname = list and relnamespace = 'public'::regnamespace)
    order by 1, 3
  loop
    select bool_or(attname = 'wcode'), bool_or(attname = 'owner_cd') into is_housed, is_owned
      from pg_attribute where attrelid = reference.id and attnum > 0 and not attisdropped;
    used_in := reference.name;
    execute format('select count(*), %s from %I x where x.%I = $1 %s',
      case when is_owned then 'null::text' else format('min(x.%I::text)', reference.own_key) end,
      reference.name, reference.pointer, case when is_housed then 'and x.wcode = $2' else '' end)
      into used_count, sample using code, house;
    if used_count > 0 then return next; end if;
  end loop;
end
$$;
