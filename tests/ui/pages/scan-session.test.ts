// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { scanOffers, scanRegistration, ScanSession } from '#ui/scanner/station/scan-session.ts'
import { interpretScan } from '#ui/scanner/codes/scan-code.ts'
import { ScanRouter } from '#ui/scanner/scan-router.ts'
import type { ScanTone } from '#ui/scanner/scan-sound.ts'
import { pageTexts } from '#tests/support/labels.ts'
import { grant } from './page-support.ts'
import { checkScreen, openWarehouse, ORDER } from './scan-support.ts'

afterEach(() => vi.unstubAllGlobals())

interface Opened {
  readonly session: ScanSession
  readonly heard: ScanTone[]
  readonly typed: (text: string) => Promise<void>
  readonly scanned: (code: string) => Promise<void>
}

function openSession(): Opened {
  const received: ScanTone[] = []
  const sound = { play: (tone: ScanTone) => void received.push(tone), setVolume: () => undefined }
  const session = new ScanSession(checkScreen, sound)
  const typeText = async (text: string): Promise<void> => {
    session.type(text)
    session.submit()
    await session.station.queue.idle()
  }
  const router = new ScanRouter({ read: (code) => interpretScan(code) })
  const { station } = scanRegistration(session)
  router.addStation({
    name: 'page',
    claim: (code) => station?.claim(code),
    take: () => undefined,
  })
  const scanCode = (code: string): Promise<void> => {
    router.receive(code)
    return router.queue.idle()
  }
  return { session, heard: received, typed: typeText, scanned: scanCode }
}

test('the prompt requests a document first, and items afterwards', async () => {
  openWarehouse()
  const { session, typed, heard } = openSession()
  expect(session.mode).toBe('document')
  await typed(ORDER)
  expect(session.mode).toBe('goods')
  expect(session.text).toBe('')
  expect(heard).toEqual(['yes'])
})

test('items entered before the document loads are counted in that document', async () => {
  const { sent, hold } = openWarehouse()
  const { session } = openSession()
  const answer = hold()
  for (const text of [ORDER, 'VITA', 'MASK']) {
    session.type(text)
    session.submit()
  }
  answer()
  await session.station.queue.idle()
  expect(sent.map(({ row }) => row['CODE'])).toEqual(['VITA', 'MASK'])
})

test('text typed in Hangul mode is read as its Latin keys', async () => {
  const { sent } = openWarehouse()
  const { typed } = openSession()
  await typed('노-20261120-0412')
  await typed('퍗ㅁ')
  expect(sent[0]?.row['CODE']).toBe('VITA')
})

test('F3, a number and Enter set the next quantity, and Escape cancels it', async () => {
  const { sent } = openWarehouse()
  const { session, typed, scanned } = openSession()
  await typed(ORDER)
  session.ask('quantity')
  await typed('2')
  expect(session.station.state.quantity).toBe(2)
  await scanned('VITA')
  session.ask('quantity')
  await typed('2')
  expect(session.leave()).toBe(true)
  await scanned('MASK')
  expect(sent.map(({ row }) => row['QTY'])).toEqual([2, 1])
})

test('an invalid quantity is rejected with a sound and prompted for again', async () => {
  openWarehouse()
  const { session, typed, heard } = openSession()
  await typed(ORDER)
  session.ask('quantity')
  await typed('0')
  expect(heard.at(-1)).toBe('no')
  expect(session.mode).toBe('quantity')
})

test('a scan during quantity entry uses the typed quantity', async () => {
  const { sent } = openWarehouse()
  const { session, typed, scanned } = openSession()
  await typed(ORDER)
  session.ask('quantity')
  session.type('3')
  await scanned('VITA')
  expect(sent[0]?.row['QTY']).toBe(3)
  expect(session.mode).toBe('goods')
})

test('undo reverses the last scan, and a rejected finish plays the error sound', async () => {
  const { sent } = openWarehouse()
  const { session, typed, heard } = openSession()
  await typed(ORDER)
  await typed('VITA')
  await scanOffers(session)['scan.undo']?.()
  await session.station.queue.idle()
  expect(sent.at(-1)?.row['QTY']).toBe(-1)
  grant('save')
  await scanOffers(session)['page.act']?.()
  expect(heard.at(-1)).toBe('no')
})

test('a scan from the router plays no second sound', async () => {
  openWarehouse()
  const { scanned, heard } = openSession()
  await scanned(ORDER)
  expect(heard).toEqual([])
})

test('the lines show whether they are done, current or rejected', async () => {
  openWarehouse()
  const { session, typed } = openSession()
  await typed(ORDER)
  for (const code of ['MASK', 'MASK', 'VITA']) await typed(code)
  const getMarks = () => [0, 1].map((row) => session.lines.model.value(row, 'STATION_MARK'))
  expect(getMarks()).toEqual(['▸', '✓'])
  await typed('MASK')
  expect(getMarks()).toEqual([null, '✕'])
  expect(session.lines.model.value(0, 'STATION_PROGRESS')).toBeCloseTo(33.3, 1)
})

test('the status line shows the number of queued scans', async () => {
  const warehouse = openWarehouse()
  const { session, typed } = openSession()
  await typed(ORDER)
  const release = warehouse.hold()
  const responses = ['VITA', 'MASK'].map((code) => session.station.accept(code))
  const registration = scanRegistration(session)
  expect(registration.status().note).toContain(pageTexts.queued(2))
  expect(registration.isDirty()).toBe(true)
  release()
  await Promise.all(responses)
  await session.station.queue.idle()
  expect(registration.status().note).toContain(pageTexts.queued(0))
})
