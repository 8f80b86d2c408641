import sql from 'sql-template-tag'
import type { Lookup } from '#server/engine/lookup.ts'
import { matchesItem } from './item-code.ts'
import { withinOwner, ownerItems, ownerPlaces, ownerProfiles } from './partner-choices.ts'

/** Lookups over master data. Only rows in use are offered. */
export const masterLookups: readonly Lookup[] = [
  {
    name: 'stock-group',
    scope: 'owner',
    select: sql`select group_cd code, group_nm name, owner_cd, '' detail
      from stock_group where use_yn = 'Y'`,
  },
  ...['put', 'pick'].map((work): Lookup => ({
    name: `${work}-method`,
    scope: 'warehouse',
    bound: 'open',
    select: sql`select method_cd code, method_nm name, wcode, strategy_cd detail
      from work_method where use_yn = 'Y' and work_cd = upper(${work})`,
  })),
  {
    name: 'partner-profile',
    scope: 'warehouse-owner',
    select: sql`select profile_cd code, profile_nm name, wcode, owner_cd, '' detail
      from partner_profile where use_yn = 'Y'`,
    isVisibleToPartner: ownerProfiles,
  },
  {
    name: 'warehouse',
    scope: 'company',
    bound: 'open',
    select: sql`select wcode code, warehouse_nm name, location_nm detail
      from warehouse where use_yn = 'Y'`,
  },
  {
    name: 'owner',
    scope: 'owner',
    select: sql`select owner_cd code, owner_nm name, owner_cd, '' detail
      from owner where use_yn = 'Y'`,
    isVisibleToPartner: withinOwner,
  },
  {
    name: 'supplier',
    scope: 'owner',
    select: sql`select supplier_cd code, supplier_nm name, owner_cd, coalesce(address, '') detail
      from supplier where use_yn = 'Y'`,
    isVisibleToPartner: (userId) => ownerPlaces(userId, 'supplier_cd'),
  },
  {
    name: 'ship-to',
    scope: 'owner',
    select: sql`select ship_to_cd code, ship_to_nm name, owner_cd, coalesce(country_nm, '') detail
      from ship_to where use_yn = 'Y'`,
    isVisibleToPartner: (userId) => ownerPlaces(userId, 'ship_to_cd'),
  },
  {
    name: 'stock',
    scope: 'owner',
    select: sql`select stock_cd code, stock_nm name, owner_cd, coalesce(barcode, '') detail
      from stock where use_yn = 'Y'`,
    isVisibleToPartner: ownerItems,
    // Workers scan the codes printed on the stock they handle.
    matchesOtherCode: (text) => sql`exists (select from stock k
      where k.owner_cd = v.owner_cd and k.stock_cd = v.code and ${matchesItem(text).any})`,
  },
  {
    // Pieces in each unit of an item, as `BOX:12 PLT:480`. The item's own box quantity applies if
    // it has no BOX unit.
    name: 'stock-unit',
    scope: 'owner',
    with: 'stock',
    select: sql`select k.stock_cd code, k.stock_nm name, k.owner_cd, (
        select string_agg(u.unit_cd || ':' || trim_scale(u.unit_qty), ' ' order by u.unit_cd)
        from (select unit_cd, unit_qty from stock_unit x
            where x.owner_cd = k.owner_cd and x.stock_cd = k.stock_cd
          union all select 'BOX', k.box_qty where k.box_qty is not null and not exists (
            select from stock_unit x where x.owner_cd = k.owner_cd and x.stock_cd = k.stock_cd
              and x.unit_cd = 'BOX')) u) detail
      from stock k where k.use_yn = 'Y'`,
    isVisibleToPartner: ownerItems,
  },
  {
    name: 'zone',
    scope: 'warehouse',
    bound: 'open',
    select: sql`select zone_cd code, zone_nm name, wcode, temperature_cd detail
      from zone where use_yn = 'Y'`,
  },
  {
    name: 'cell',
    scope: 'warehouse',
    bound: 'open',
    select: sql`select cell_cd code, zone_cd name, wcode, cell_type_cd detail
      from cell where use_yn = 'Y'`,
  },
]
