import sql from 'sql-template-tag'
import type { Lookup } from '#server/engine/lookup.ts'
import { codeSearches } from './code-searches.ts'

/** Lookups of transport codes. Withdrawn codes are not offered. */
export const freightLookups: readonly Lookup[] = [
  {
    name: 'country',
    scope: 'company',
    bound: 'open',
    select: sql`select country_cd code, country_nm name, country_en detail from country
      where use_yn = 'Y' and withdrawn_dt is null`,
  },
  {
    name: 'currency',
    scope: 'company',
    bound: 'open',
    select: sql`select currency_cd code, currency_nm name, currency_en detail from currency
      where use_yn = 'Y' and withdrawn_dt is null`,
  },
  {
    name: 'customs-office',
    scope: 'company',
    bound: 'open',
    select: sql`select customs_cd code, customs_nm name, '' detail from customs_office
      where use_yn = 'Y' and withdrawn_dt is null`,
  },
  {
    name: 'port',
    scope: 'company',
    bound: 'open',
    select: sql`select port_cd code, port_nm name, port_en detail from port
      where use_yn = 'Y' and withdrawn_dt is null`,
    codeSearch: codeSearches.port,
  },
  {
    name: 'hs-code',
    scope: 'company',
    bound: 'open',
    select: sql`select hs_cd code, coalesce(hs_nm, hs_en) name, '' detail from hs_code
      where use_yn = 'Y' and withdrawn_dt is null`,
    codeSearch: codeSearches.hsCode,
  },
  {
    name: 'package-unit',
    scope: 'company',
    bound: 'open',
    select: sql`select package_cd code, coalesce(package_nm, package_en) name, package_en detail
      from package_unit where use_yn = 'Y' and withdrawn_dt is null`,
  },
  {
    name: 'container-type',
    scope: 'company',
    bound: 'open',
    select: sql`select cntr_tp code, cntr_tp_nm name, cntr_tp_en detail from container_type
      where use_yn = 'Y' and withdrawn_dt is null`,
  },
  {
    name: 'carrier',
    scope: 'company',
    bound: 'open',
    select: sql`select carrier_cd code, carrier_nm name, coalesce(scac, awb_prefix, '') detail
      from carrier where use_yn = 'Y'`,
    codeSearch: codeSearches.carrier,
  },
  {
    name: 'vessel',
    scope: 'company',
    bound: 'open',
    select: sql`select vessel_cd code, vessel_nm name, coalesce(imo_no, '') detail
      from vessel where use_yn = 'Y'`,
    codeSearch: codeSearches.vessel,
  },
  // The exact code of a merged customer resolves to the customer it was merged into.
  ...(['customer', 'customer-abbr'] as const).map((name): Lookup => ({
    name,
    scope: 'company',
    bound: 'refused',
    menus: [name === 'customer' ? 'CmsCustomerPopup' : 'CmsCustomerAbbrPopup'],
    select:
      name === 'customer'
        ? sql`select customer_cd code, customer_nm name, concat_ws(' ', abbr_nm, biz_no) detail
            from customer where use_yn = 'Y'`
        : sql`select customer_cd code, coalesce(abbr_nm, customer_nm) name, customer_nm detail
            from customer where use_yn = 'Y'`,
    matchesOtherCode: (text) => sql`v.code = (select m.merged_to_cd from customer m
      where m.customer_cd = upper(${text}))`,
    codeSearch: codeSearches.customer,
  })),
  {
    name: 'freight-item',
    query: 'freight/freight-item',
    scope: 'company',
    bound: 'open',
    select: sql`select freight_cd code, freight_nm name, coalesce(freight_en, '') detail
      from freight_item where use_yn = 'Y'`,
  },
  {
    name: 'shed',
    query: 'freight/warehouse',
    scope: 'company',
    bound: 'open',
    select: sql`select shed_cd code, shed_nm name, coalesce(customs_shed_no, '') detail
      from freight_warehouse where use_yn = 'Y'`,
  },
]
