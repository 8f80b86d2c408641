import { uploadShipments } from '#areas/outbound/operations/shipments.ts'
import { rowReader, splitSheet } from '#kernel/sheet-mapping.ts'
import { readSpreadsheet } from '#server/files/spreadsheet-reader.ts'
import {
  getItems,
  orderRows,
  ordersMapping,
  readOrdersFile,
  getShipTos,
} from '#tests/support/orders.ts'
import { makeFigure, type Figure } from './machine.ts'
import { TimedUser } from './timed-user.ts'

const runs = 5

/**
 * Measures the daily 3,108 order lines: reading, checking, saving and allocating over HTTP, for
 * five days.
 */
export async function measureMainJob(url: string): Promise<Figure[]> {
  const user = await TimedUser.login(url)
  const bytes = await readOrdersFile()
  const times = { read: [], check: [], save: [], allocate: [] } as Record<string, number[]>
  const sheet = await readSpreadsheet(bytes, { fileName: 'orders.xlsx' })
  const rows = orderRows(sheet.rows)
  await user.save(
    'master/upload-stock',
    getItems(rows).map((item) => ({ OWNER_CD: 'GIFT', ...item })),
  )
  const shipTos = getShipTos(rows).map((shipTo) => ({
    OWNER_CD: 'GIFT',
    BATCH_FLAG: 'I',
    ...shipTo,
  }))
  await user.save('master/save-ship-to', shipTos)
  for (let run = 0; run < runs; run += 1) {
    const day = `202612${String(run + 1).padStart(2, '0')}`
    await receive(user, rows, day)
    const started = performance.now()
    const read = await readSpreadsheet(bytes, { fileName: 'orders.xlsx' })
    const given = { OWNER_CD: 'GIFT', SHIPMENT_DT: day }
    const mapped = splitSheet(read.rows).body.map(
      rowReader(uploadShipments.input, ordersMapping, given),
    )
    times['read']?.push(performance.now() - started)
    const formed = mapped
      .filter(({ errors }) => errors.length === 0)
      .map(({ row }) => ({ ...row, OWNER_ORDER_NO: `${row['OWNER_ORDER_NO']}-${run}` }))
    times['check']?.push((await user.save('outbound/upload-shipments', formed, 422, true)).ms)
    const good = formed.filter((row) =>
      /^\d/.test(String((row as Record<string, unknown>)['STOCK_CD'])),
    )
    const saved = await user.save('outbound/upload-shipments', good)
    times['save']?.push(saved.ms)
    // Select only the saved shipments: the demo company can have others on that date, some already
    // allocated.
    const numbers = new Set(saved.answer.data.rows.map((row) => row['SHIPMENT_NO'] ?? null))
    const orders = [...numbers].map((SHIPMENT_NO) => ({ SHIPMENT_NO }))
    times['allocate']?.push((await user.save('outbound/allocate', orders)).ms)
  }
  return [
    makeFigure('3,108 order lines read and formed', 3000, times['read'] ?? []),
    makeFigure('… checked by the server', 3000, times['check'] ?? []),
    makeFigure('… saved', 3000, times['save'] ?? []),
    makeFigure('… allocated', 3000, times['allocate'] ?? []),
  ]
}

async function receive(user: TimedUser, rows: ReturnType<typeof orderRows>, day: string) {
  const wanted = new Map<string, number>()
  for (const { item, qty } of rows) {
    if (qty > 0 && /^\d/.test(item)) wanted.set(item, (wanted.get(item) ?? 0) + qty)
  }
  const lines = [...wanted].map(([STOCK_CD, ORDER_QTY]) => ({
    OWNER_CD: 'GIFT',
    RECEIPT_DT: day,
    OWNER_ORDER_NO: `PO-${day}`,
    STOCK_CD,
    ORDER_QTY,
  }))
  const { answer } = await user.save('inbound/upload-receipts', lines)
  const RECEIPT_NO = answer.data.rows[0]?.['RECEIPT_NO'] ?? null
  await user.save('inbound/receive-bulk', [{ RECEIPT_NO }])
}
