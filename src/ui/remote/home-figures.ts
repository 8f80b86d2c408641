import { proxy, useSnapshot } from 'valtio'
import { addDays } from '#kernel/calendar.ts'
import type { WireRow } from '#kernel/field.ts'
import { HOME_DAYS } from '#kernel/home.ts'
import { today } from '#ui/base/calendar-day.ts'
import { call } from './api.ts'
import { findScreen } from './menu.ts'

/** What stands beside the work: the answers of reports that the user may open. */
interface HomeFigures {
  /** A row for each of the last days, today last. */
  readonly shipments?: readonly WireRow[]
  readonly receipts?: WireRow | undefined
  /** All stock as one row, and once more by condition and customs status. */
  readonly stock?: WireRow | undefined
  readonly conditions?: readonly WireRow[]
  readonly cells?: WireRow | undefined
}

/**
 * Sums of everything that lies there are asked for again after this long at the soonest, and after
 * so many times as long as the last answer took, so that a large site is not kept busy by Home.
 */
const REST_MS = 30_000
const REST_TIMES = 60

const state = proxy<{ figures: HomeFigures; asked: number }>({ figures: {}, asked: 0 })
let restMs = REST_MS

/** The groups of a report, by name, as its code is loaded with its screen; none where it is refused. */
async function ask(
  route: string,
  report: string,
  SEARCH: WireRow,
  BY?: readonly string[],
): Promise<WireRow[]> {
  if (!findScreen(route)) return []
  const body = { SEARCH, ...(BY && { GROUP: { BY } }) }
  const options = { quiet: true, aside: true }
  return call<{ data: WireRow[] }>(`/api/wms/reports/${report}`, body, options)
    .then(({ data }) => data)
    .catch(() => [])
}

/**
 * Asks for the figures, each by itself, so that a quick one does not wait for a slow one. Unless the
 * user asked, not again before they have rested.
 */
export async function loadFigures(isAsked = false): Promise<void> {
  const now = Date.now()
  if (!isAsked && now - state.asked < restMs) return
  state.asked = now
  const day = today()
  const take = (figures: HomeFigures): void => {
    if (state.asked === now) state.figures = { ...state.figures, ...figures }
  }
  const days = `${addDays(day, 1 - HOME_DAYS)}~${day}`
  const kinds = ['CONDITION_CD', 'BONDED_CD']
  await Promise.all([
    ask('WShipmentReport', 'shipment-chart', { SHIPMENT_DT: days }).then((shipments) =>
      take({ shipments }),
    ),
    ask('WReceiptReport', 'receipt-chart', { RECEIPT_DT: day }, []).then(([receipts]) =>
      take({ receipts }),
    ),
    ask('InventorySummary', 'inventory-summary', {}, []).then(([stock]) => take({ stock })),
    ask('InventorySummary', 'inventory-summary', {}, kinds).then((conditions) =>
      take({ conditions }),
    ),
    ask('ZoneUsageReport', 'zone-usage', {}, []).then(([cells]) => take({ cells })),
  ])
  restMs = Math.max(REST_MS, REST_TIMES * (Date.now() - now))
}

/** The figures of one user are nothing to the next one. */
export function forgetFigures(): void {
  Object.assign(state, { figures: {}, asked: 0 })
}

export function useFigures(): HomeFigures {
  return useSnapshot(state).figures
}
