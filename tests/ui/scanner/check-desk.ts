import type { Value } from '#kernel/field.ts'
import type { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import { addOrder, pickAll, runStep } from '#tests/support/floor.ts'
import { createPageUser } from '#tests/support/page-user.ts'
import type { SlowProxy } from '#tests/support/slow-proxy.ts'
import { pageTexts } from '#tests/support/labels.ts'
import { WedgeScanner } from './wedge-scanner.ts'

export interface CheckDesk {
  readonly shipment: string
  readonly barcodes: readonly string[]
  readonly wanted: readonly number[]
}

export async function openCheck(user: KeyboardUser, pieces: number): Promise<CheckDesk> {
  const staff = createPageUser(user.page, 'W01')
  const stock = await staff.query('inventory/by-lot', { OWNER_CD: 'SEOJIN' })
  const items = [...new Set(stock.map((row) => String(row['STOCK_CD'])))].slice(0, 2)
  const codes = await Promise.all(
    items.map(async (STOCK_CD): Promise<Value> => {
      const [master] = await staff.query('master/stock', { STOCK_CD })
      return master?.['BARCODE'] ?? null
    }),
  )
  // A pattern that changes if any two scans are swapped.
  const pattern = Array.from({ length: pieces }, (_, index) => (index % 3 === 0 ? 1 : 0))
  const wanted = items.map((_, item) => pattern.filter((index) => index === item).length)
  const lines = items.map((STOCK_CD, item) => ({ STOCK_CD, ORDER_QTY: wanted[item] ?? 0 }))
  const shipment = await addOrder(staff, lines, { OWNER_CD: 'SEOJIN' })
  await runStep(staff, 'allocate', shipment)
  await runStep(staff, 'mark-listed', shipment)
  await pickAll(staff, shipment)
  await user.openScreen('ShippedCheck')
  await user.expectText(pageTexts.scanShipment)
  const scanner = await WedgeScanner.on(user.page)
  await scanner.scan(shipment, { gapMs: 2, suffix: 'Enter', hangul: true })
  await user.expectText(pageTexts.scanItem)
  return { shipment, barcodes: pattern.map((item) => String(codes[item])), wanted }
}

/**
 * Scans everything on the desk, twenty per second, while the server takes two seconds each. Returns
 * the codes in the order sent once all are counted.
 */
export async function rushScans(
  user: KeyboardUser,
  proxy: SlowProxy,
  { barcodes }: CheckDesk,
  pieces: number,
): Promise<string[]> {
  const sent: string[] = []
  await user.waitForElement(user.page.getByText(pageTexts.queued(0)).first())
  const listen = (request: { url(): string; postData(): string | null }): void => {
    if (!request.url().endsWith('/saveProcedure')) return
    const body: { ROWS: { CODE: string }[] } = JSON.parse(request.postData() ?? '{"ROWS":[]}')
    sent.push(...body.ROWS.map(({ CODE }) => CODE))
  }
  user.page.on('request', listen)
  proxy.delayMs = 2000
  const scanner = await WedgeScanner.on(user.page)
  for (const code of barcodes) {
    // 50 ms per scan: 13 gaps of 1 ms and a pause.
    await scanner.scan(code, { gapMs: 1, suffix: 'Enter', hangul: false }, 37)
  }
  const counted = user.page.locator('.scan-counted').getByText(String(pieces), { exact: true })
  await counted.waitFor({ timeout: pieces * 3000 + 20_000 })
  proxy.delayMs = 0
  user.page.off('request', listen)
  return sent
}
