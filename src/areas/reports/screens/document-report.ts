import type { ListScreen } from '#kernel/screen.ts'
import { summaryScreen } from '#kernel/summary-screen.ts'
import type { Summary } from '#kernel/summary.ts'

type Parts = Omit<Parameters<typeof summaryScreen>[2], 'search'>

export const thisWeek = 'week-first~week-last'
export const thisMonth = 'month-first~month-last'

/**
 * A report on documents or their work. Search fields have the same order in all such reports: date
 * range, owner, item.
 */
export function documentReport(
  route: string,
  source: Summary,
  days: Readonly<Record<string, string>>,
  parts: Parts = {},
): ListScreen {
  const who = [
    'USER_ID',
    'ZONE_CD',
    'SUPPLIER_CD',
    'SHIP_TO_CD',
    'RECEIPT_NO',
    'SHIPMENT_NO',
    'OWNER_ORDER_NO',
  ]
  const filterColumns = ['STOCK_CD', 'LOT_NO', 'STATE_CD', 'CANCEL_CD', 'SAMPLE_YN']
  const requests = ['OWNER_CD', ...who, ...filterColumns].filter((name) =>
    Object.hasOwn(source.search, name),
  )
  return summaryScreen(route, source, {
    search: [
      ...Object.keys(days),
      ...requests.filter((name) => !Object.hasOwn(parts.fixed ?? {}, name)),
    ],
    searchDefaults: days,
    searchAtOpen: true,
    ...parts,
  })
}
