import sql from 'sql-template-tag'
import type { Lookup } from '#server/engine/lookup.ts'

/** Value helps over master data; only rows in use are offered. */
export const masterLookups: readonly Lookup[] = [
  {
    name: 'owner',
    scope: 'owner',
    select: sql`select owner_cd code, owner_nm name, owner_cd, '' detail
      from owner where use_yn = 'Y'`,
  },
  {
    name: 'supplier',
    scope: 'owner',
    select: sql`select supplier_cd code, supplier_nm name, owner_cd, coalesce(address, '') detail
      from supplier where use_yn = 'Y'`,
  },
  {
    name: 'ship-to',
    scope: 'owner',
    select: sql`select ship_to_cd code, ship_to_nm name, owner_cd, coalesce(country_nm, '') detail
      from ship_to where use_yn = 'Y'`,
  },
  {
    name: 'stock',
    scope: 'owner',
    select: sql`select stock_cd code, stock_nm name, owner_cd, coalesce(barcode, '') detail
      from stock where use_yn = 'Y'`,
  },
  {
    name: 'zone',
    scope: 'warehouse',
    select: sql`select zone_cd code, zone_nm name, wcode, temperature_cd detail
      from zone where use_yn = 'Y'`,
  },
  {
    name: 'cell',
    scope: 'warehouse',
    select: sql`select cell_cd code, zone_cd name, wcode, cell_type_cd detail
      from cell where use_yn = 'Y'`,
  },
]
