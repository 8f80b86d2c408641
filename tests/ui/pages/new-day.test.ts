// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { singleScreen, type DocScreen } from '#kernel/screen.ts'
import { setLanguage } from '#ui/base/language.ts'
import { onNewDay } from '#ui/base/new-day.ts'
import { parseCondition } from '#ui/grid/rows/filter-text.ts'
import { readSearch } from '#ui/forms/search-text.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { createPageDraft, restoreDraft } from '#ui/page/tools/page-draft.ts'
import { mockServer, grant, openPage, receiptScreen, supplierScreen } from './page-support.ts'

const dated = { ...receiptScreen, searchDefaults: { RECEIPT_DT: 'today-7~today' } }

/** Noon in Seoul. */
const onDay = (day: string) => vi.setSystemTime(`${day}T03:00:00Z`)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  onDay('2026-11-30')
  setLanguage('ko')
  grant('search', 'save')
})
afterEach(() => vi.useRealTimers())

function type(page: PageModel, name: string, text: string): void {
  const field = page.searchColumns.find((column) => column.name === name)
  const reading = field && readSearch(field, text)
  if (reading && 'value' in reading) page.setSearch(name, reading.value, {}, text)
}

test('listeners are notified of a new day once', () => {
  const received = vi.fn<() => void>()
  const stop = onNewDay(received)
  vi.advanceTimersByTime(60_000)
  expect(received).not.toHaveBeenCalled()
  onDay('2026-12-01')
  vi.advanceTimersByTime(60_000)
  expect(received).toHaveBeenCalledOnce()
  stop()
  onDay('2026-12-02')
  vi.advanceTimersByTime(60_000)
  expect(received).toHaveBeenCalledOnce()
})

test('the default dates of a search advance with the day', () => {
  const page = openPage(dated)
  onDay('2026-12-01')
  page.renewDates()
  expect(page.search['RECEIPT_DT']).toBe('20261124~20261201')
  onDay('2026-12-02')
  page.renewDates()
  expect(page.search['RECEIPT_DT']).toBe('20261125~20261202')
})

test.each([
  ['today', '20261201'],
  ['~-1d', '<=20261130'],
  ['dhsmf', '20261201'],
  ['wlsksekf', '20261101~20261130'],
  ['20261130', '20261130'],
  ['11/30', '20261130'],
])('typed dates advance with the day if they are relative to today: %s', (text, next) => {
  const page = openPage(dated)
  type(page, 'RECEIPT_DT', text)
  onDay('2026-12-01')
  page.renewDates()
  expect(page.search['RECEIPT_DT']).toBe(next)
})

test('relative arguments advance with the day, while a changed or cleared condition remains', () => {
  const page = openPage(dated)
  page.takeArguments({ RECEIPT_DT: 'today' })
  onDay('2026-12-01')
  page.renewDates()
  expect(page.search['RECEIPT_DT']).toBe('20261201')
  type(page, 'RECEIPT_DT', '20261115')
  onDay('2026-12-02')
  page.renewDates()
  expect(page.search['RECEIPT_DT']).toBe('20261115')
  page.clearSearch()
  page.renewDates()
  expect(page.search).toEqual({})
})

test.each([
  ['a default', '', '20261124~20261201'],
  ['relative text', '~-1d', '<=20261130'],
  ['a date', '11/30', '20261130'],
])(
  'a search restored the next day advances %s, and again after that',
  async (_name, text, next) => {
    const before = openPage(dated)
    if (text) type(before, 'RECEIPT_DT', text)
    before.searchTyped = true
    const draft: unknown = JSON.parse(JSON.stringify(createPageDraft(before)))
    onDay('2026-12-01')
    const after = openPage(dated)
    await restoreDraft(after, draft)
    expect(after.search['RECEIPT_DT']).toBe(next)
    const again: unknown = JSON.parse(JSON.stringify(createPageDraft(after)))
    const last = openPage(dated)
    await restoreDraft(last, again)
    onDay('2026-12-31')
    last.renewDates()
    const isMoved = last.search['RECEIPT_DT'] !== next
    expect(isMoved).toBe(text !== '11/30')
  },
)

test('a filter for today shows the records of the day on which the search runs', async () => {
  const rows = ['20261130', '20261201'].map((SINCE_DT, index) => ({
    SUPPLIER_CD: `S${index}`,
    SINCE_DT,
  }))
  mockServer({
    '/api/code/selectCommonCode': () => ({ body: { data: {} } }),
    '/api/wms/master/suppliers': () => ({ body: { data: rows } }),
  })
  const page = openPage(supplierScreen)
  await page.load()
  const column = page.grid.column('SINCE_DT')
  const typed = column && parseCondition(column, '=', 'today')
  if (!typed || !('condition' in typed)) throw new Error('not a condition')
  page.grid.filter([typed.condition])
  expect(page.grid.value(0, 'SUPPLIER_CD')).toBe('S0')
  onDay('2026-12-01')
  await page.load()
  expect(page.grid.value(0, 'SUPPLIER_CD')).toBe('S1')
  expect(page.grid.rowCount).toBe(1)
})

test('an untouched new document gets the date of the day on which it is written', () => {
  const columns = ['RECEIPT_NO', 'OWNER_CD', 'RECEIPT_DT'].map((field) => {
    return { field, editable: true, ...(field === 'RECEIPT_DT' && { default: 'today' }) }
  })
  const written = { ...receiptScreen, grid: { ...receiptScreen.grid, columns } } as DocScreen
  const page = openPage(singleScreen(written, ['OWNER_CD', 'RECEIPT_DT']))
  onDay('2026-12-01')
  page.renewDates()
  expect(page.grid.value(0, 'RECEIPT_DT')).toBe('20261201')
  expect(page.isDirty).toBe(false)
  page.grid.setCell(0, 'OWNER_CD', 'HB')
  onDay('2026-12-02')
  page.renewDates()
  expect(page.grid.value(0, 'RECEIPT_DT')).toBe('20261201')
})
