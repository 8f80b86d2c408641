import type { ListScreen } from '#kernel/screen.ts'
import { summaryScreen } from '#kernel/summary-screen.ts'
import type { Summary } from '#kernel/summary.ts'

type Parts = Omit<Parameters<typeof summaryScreen>[2], 'search'>

/** This week, and this month, as a report of documents opens. */
export const thisWeek = 'week-first~week-last'
export const thisMonth = 'month-first~month-last'

/**
 * A report of documents or of what was done for them: a span of days first, then who and what, in
 * one order on every one of them.
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
  const what = ['STOCK_CD', 'LOT_NO', 'STATE_CD', 'CANCEL_CD', 'SAMPLE_YN']
  const asked = ['OWNER_CD', ...who, ...what].filter((name) => Object.hasOwn(source.search, name))
  return summaryScreen(route, source, {
    search: [
      ...Object.keys(days),
      ...asked.filter((name) => !Object.hasOwn(parts.fixed ?? {}, name)),
    ],
    searchDefaults: days,
    searchAtOpen: true,
    ...parts,
  })
}
