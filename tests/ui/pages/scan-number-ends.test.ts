// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { scanCalls } from '#ui/scanner/station/scan-calls.ts'
import { ScanStation } from '#ui/scanner/station/scan-station.ts'
import { checkScreen, openWarehouse, ORDER } from './scan-support.ts'

afterEach(() => vi.unstubAllGlobals())

function createStation(): ScanStation {
  return new ScanStation({ screen: checkScreen, calls: scanCalls(checkScreen) })
}

test('typed last digits open the matching document, and scanned last digits open nothing', async () => {
  openWarehouse()
  const at = createStation()
  const digits = ORDER.slice(-4)
  expect((await at.accept(digits)).ok).toBe(false)
  expect(at.state.document).toBeUndefined()
  expect(await at.open(digits)).toEqual({ ok: true })
  expect(at.state.document?.['SHIPMENT_NO']).toBe(ORDER)
})

test('digits that match several numbers open none, and the numbers are listed', async () => {
  openWarehouse(['SH-20261119-0412'])
  const at = createStation()
  expect((await at.open(ORDER.slice(-4))).ok).toBe(false)
  expect(at.state.document).toBeUndefined()
  expect(at.state.last?.message).toContain(`${ORDER}, SH-20261119-0412`)
})
