// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { entireRemainder } from '#areas/inventory/operations/replenish-station.ts'
import { replenishScreen } from '#areas/inventory/screens/Replenish.ts'
import { setLanguage } from '#ui/base/language.ts'
import { scanCalls } from '#ui/scanner/station/scan-calls.ts'
import { ScanStation } from '#ui/scanner/station/scan-station.ts'

type Row = Record<string, unknown>

beforeEach(() => setLanguage('ko'))
afterEach(() => vi.unstubAllGlobals())

/** Mocks the server with one task whose pieces are identified by their serials. */
function openServer() {
  const sent: Row[] = []
  const task: Row = { TASK_NO: '7', STOCK_CD: 'PUMP', STOCK_NM: 'Pump', FROM_CELL_CD: 'R-1' }
  const line: Row = { ...task, TO_CELL_CD: 'F-1', QTY: 2, DONE_QTY: 0, SERIAL_QTY: null }
  vi.stubGlobal('fetch', (target: string, init?: RequestInit) => {
    const body = (typeof init?.body === 'string' ? JSON.parse(init.body) : {}) as Row
    if (target.endsWith('replenish-sources')) {
      return Response.json({ data: [{ FROM_CELL_CD: 'R-1', TASK_COUNT: 1, REST_QTY: 2 }] })
    }
    if (target.endsWith('replenish-lines')) return Response.json({ data: [line] })
    const row = ((body['ROWS'] ?? []) as Row[])[0] ?? {}
    sent.push(row)
    if (row['CODE'] === 'F-1') {
      line['DONE_QTY'] = line['SERIAL_QTY']
      return Response.json({ message: '', data: { rows: [{ ROW: 1, TASK_NO: '7' }] } })
    }
    const by = Number(row['QTY']) < 0 ? -1 : 1
    line['SERIAL_QTY'] = Number(line['SERIAL_QTY']) + by
    const place = { FROM_CELL_CD: 'R-1', TO_CELL_CD: 'F-1', PLACE_YN: 'Y' }
    const answer = { ROW: 1, TASK_NO: '7', ...place, SCAN_QTY: by }
    return Response.json({ message: '', data: { rows: [answer] } })
  })
  return sent
}

test('a refill by serials takes one scan per piece, and the last scan can be undone', async () => {
  const sent = openServer()
  const station = new ScanStation({ screen: replenishScreen, calls: scanCalls(replenishScreen) })
  await station.accept('R-1')
  await station.accept('SN1')
  expect(station.state).toMatchObject({ place: 'F-1', line: 0 })
  expect(station.state.lines[0]).toMatchObject({ SERIAL_QTY: 1 })
  await station.accept('SN9')
  await station.undoLast()
  expect(sent.at(-1)).toMatchObject({ CODE: 'SN9', QTY: -entireRemainder })
  expect(station.state.lines[0]).toMatchObject({ SERIAL_QTY: 1 })
  await station.accept('SN2')
  await station.accept('F-1')
  expect(sent.map((row) => row['CODE'])).toEqual(['SN1', 'SN9', 'SN9', 'SN2', 'F-1'])
  expect(station.state.isFinished).toBe(true)
})
