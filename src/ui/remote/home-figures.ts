import { proxy, useSnapshot } from 'valtio'
import { addDays } from '#kernel/calendar.ts'
import type { WireRow } from '#kernel/field.ts'
import { HOME_DAYS } from '#kernel/home.ts'
import { today } from '#ui/base/calendar-day.ts'
import { call } from './api.ts'
import { findScreen } from './menu.ts'

interface HomeFigures {
  /** One row per recent date, today last. */
  readonly shipments?: readonly WireRow[]
  readonly receipts?: WireRow | undefined
  readonly stock?: WireRow | undefined
  readonly conditions?: readonly WireRow[]
  readonly cells?: WireRow | undefined
}

/** Minimum refresh interval. It grows with the duration of the last load to protect large sites. */
const MIN_REFRESH_MS = 30_000
const REST_FACTOR = 60

const state = proxy<{ figures: HomeFigures; asked: number }>({ figures: {}, asked: 0 })
let pauseMs = MIN_REFRESH_MS

/** Rows of a report, grouped by the named columns. Empty if the report is not granted or fails. */
async function fetchReport(
  route: string,
  report: string,
  SEARCH: WireRow,
  BY?: readonly string[],
): Promise<WireRow[]> {
  if (!findScreen(route)) return []
  const body = { SEARCH, ...(BY && { GROUP: { BY } }) }
  const options = { quiet: true, isBackground: true }
  return call<{ data: WireRow[] }>(`/api/wms/reports/${report}`, body, options)
    .then(({ data }) => data)
    .catch(() => [])
}

/** Loads all figures in parallel. Respects the minimum interval unless the user requested it. */
export async function loadFigures(isAsked = false): Promise<void> {
  const now = Date.now()
  if (!isAsked && now - state.asked < pauseMs) return
  state.asked = now
  const day = today()
  const update = (figures: HomeFigures): void => {
    if (state.asked === now) state.figures = { ...state.figures, ...figures }
  }
  const days = `${addDays(day, 1 - HOME_DAYS)}~${day}`
  const kinds = ['CONDITION_CD', 'BONDED_CD']
  await Promise.all([
    fetchReport('WShipmentReport', 'shipment-chart', { SHIPMENT_DT: days }).then((shipments) =>
      update({ shipments }),
    ),
    fetchReport('WReceiptReport', 'receipt-chart', { RECEIPT_DT: day }, []).then(([receipts]) =>
      update({ receipts }),
    ),
    fetchReport('InventorySummary', 'inventory-summary', {}, []).then(([stock]) =>
      update({ stock }),
    ),
    fetchReport('InventorySummary', 'inventory-summary', {}, kinds).then((conditions) =>
      update({ conditions }),
    ),
    fetchReport('ZoneUsageReport', 'zone-usage', {}, []).then(([cells]) => update({ cells })),
  ])
  pauseMs = Math.max(MIN_REFRESH_MS, REST_FACTOR * (Date.now() - now))
}

export function clearFigures(): void {
  Object.assign(state, { figures: {}, asked: 0 })
}

export function useFigures(): HomeFigures {
  return useSnapshot(state).figures
}
