import { stockMovements } from '#areas/inventory/operations/stock.ts'
import { timestampAt } from '#kernel/calendar.ts'
import { formatDate } from '#kernel/date-format.ts'
import type { WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { currentTime } from '#ui/base/calendar-day.ts'
import { t } from '#ui/base/language.ts'
import { call } from '#ui/remote/api.ts'
import { findPage } from '#ui/tabs/page-registry.ts'
import { activeTab } from '#ui/tabs/tabs.ts'
import { notify } from '#ui/windows/notify.tsx'

const noEarlierMovement = label('이보다 앞선 수불이 없습니다.', 'No earlier movement.')

function previousSecond(timestamp: string): string {
  const [date = '', time = ''] = formatDate(timestamp).split(' ')
  return timestampAt(Date.parse(`${date}T${time}Z`) - 1000, 'UTC')
}

/**
 * The stock movement next to a timestamp that matches the search, or undefined if there is none.
 */
async function findAdjacentMovement(
  searched: WireRow,
  at: string,
  step: 1 | -1,
): Promise<WireRow | undefined> {
  const SEARCH = Object.fromEntries(
    ['OWNER_CD', 'STOCK_CD', 'LOT_NO'].flatMap((name) =>
      searched[name] ? [[name, searched[name]]] : [],
    ),
  )
  const body = {
    SEARCH,
    FILTERS: [{ COLUMN: 'POSTED_AT', OPERATOR: step > 0 ? '>' : '<=', VALUES: [at] }],
    SORT: [{ COLUMN: 'POSTED_AT', DIRECTION: step > 0 ? 'asc' : 'desc' }],
    WINDOW: { FIRST: 0, ROWS: 1 },
  }
  const path = `/api/wms/${stockMovements.name}`
  return (await call<{ data: WireRow[] }>(path, body, { quiet: true })).data[0]
}

function describeMovement(movement: WireRow, step: 1 | -1): string {
  const { STOCK_CD, QTY, DOC_NO, POSTED_AT } = movement
  const way = step > 0 ? '▸' : '◂'
  return `${way} ${formatDate(String(POSTED_AT))}  ${STOCK_CD} ${Number(QTY).toLocaleString()}  ${DOC_NO}`
}

/**
 * Shows the stock one movement before or after the current timestamp and moves the cursor to the
 * stock that moved. `turn` returns from the past to the present, or enters the past.
 */
export async function showAdjacentMovement(way: 'turn' | 1 | -1): Promise<void> {
  const page = findPage(activeTab().key)?.handle
  const cell = page?.cell?.()
  if (!page?.searchBy || !cell) return
  const { AS_OF, ...searched } = cell.searched
  const args = Object.fromEntries(
    Object.entries(searched).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
  )
  if (way === 'turn' && AS_OF) return void (await page.searchBy(args))
  const step = way === 1 ? 1 : -1
  const movement = await findAdjacentMovement(searched, String(AS_OF ?? currentTime()), step)
  if (!movement) {
    if (step > 0) return void (await page.searchBy(args))
    return notify('info', t(noEarlierMovement), { answersKey: true })
  }
  const at = String(movement['POSTED_AT'])
  await page.searchBy({ ...args, AS_OF: step > 0 ? at : previousSecond(at) })
  const cells = [movement['FROM_CELL_CD'], movement['TO_CELL_CD']]
  const rows = page.rows('all')
  const isSameStock = (row: WireRow) => row['STOCK_CD'] === movement['STOCK_CD']
  const place = rows.findIndex((row) => isSameStock(row) && cells.includes(row['CELL_CD'] ?? null))
  page.goToRow?.(1 + (place < 0 ? Math.max(0, rows.findIndex(isSameStock)) : place))
  page.showCellNote?.(describeMovement(movement, step))
}
