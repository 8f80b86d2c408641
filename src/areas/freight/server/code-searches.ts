import sql from 'sql-template-tag'
import type { CodeSearch } from '#server/engine/code-search.ts'

/** Searches of the long code lists. Their names match the names of their indexes. */
export const codeSearches = {
  port: {
    table: 'port',
    key: 'port_cd',
    codes: ['port_cd'],
    names: sql`port_nm || ' ' || port_en`,
  },
  hsCode: {
    table: 'hs_code',
    key: 'hs_cd',
    codes: ['hs_cd'],
    names: sql`coalesce(hs_nm, '') || ' ' || hs_en`,
  },
  carrier: {
    table: 'carrier',
    key: 'carrier_cd',
    codes: ['carrier_cd'],
    names: sql`carrier_nm || ' ' || coalesce(carrier_en, '')`,
  },
  customer: {
    table: 'customer',
    key: 'customer_cd',
    codes: ['customer_cd', 'biz_no'],
    names: sql`customer_nm || ' ' || coalesce(abbr_nm, '') || ' ' || coalesce(customer_en, '')`,
  },
  vessel: {
    table: 'vessel',
    key: 'vessel_cd',
    codes: ['vessel_cd', 'imo_no'],
    names: sql`vessel_nm`,
  },
} as const satisfies Readonly<Record<string, CodeSearch>>
