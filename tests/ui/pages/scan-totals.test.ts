// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { scanCalls } from '#ui/scanner/station/scan-calls.ts'
import { ScanStation } from '#ui/scanner/station/scan-station.ts'
import { isDone, totals } from '#ui/scanner/station/scan-totals.ts'
import { checkScreen, openWarehouse, ORDER } from './scan-support.ts'

afterEach(() => vi.unstubAllGlobals())

async function openStation(): Promise<ScanStation> {
  const created = new ScanStation({ screen: checkScreen, calls: scanCalls(checkScreen) })
  await created.open(ORDER)
  return created
}

test('an order without picks has nothing to check and no completed lines', async () => {
  const { lines } = openWarehouse()
  for (const line of lines) line['PICK_QTY'] = 0
  const at = await openStation()
  expect(totals(checkScreen, at.state.lines)).toMatchObject({ wanted: 0, open: 0, complete: 0 })
  expect(at.state.lines.map((line) => isDone(checkScreen, line))).toEqual([false, false])
})

test('an unpicked line does not count as complete', async () => {
  const { lines } = openWarehouse()
  Object.assign(lines[0] ?? {}, { PICK_QTY: 0 })
  const at = await openStation()
  await at.accept('MASK')
  expect(totals(checkScreen, at.state.lines)).toMatchObject({ open: 1, complete: 0 })
  await at.accept('MASK')
  expect(totals(checkScreen, at.state.lines)).toMatchObject({ open: 1, complete: 1 })
})
