// @vitest-environment jsdom
import { act, cleanup, render, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLanguage } from '#ui/base/language.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { searchPage } from '#ui/page/tools/search-page.ts'
import { PageRowOptions } from '#ui/page/tools/row-options.ts'
import { PopupHost } from '#ui/windows/popup-host.tsx'
import { dismissNotes, NoteArea } from '#ui/windows/notify.tsx'
import { topPopup } from '#ui/windows/popup-stack.ts'
import { requiredMessage } from '#kernel/required.ts'
import { columnLabels } from '#tests/support/labels.ts'
import { messages } from '#kernel/messages.ts'
import { mockServer, grant, SAVE, supplierScreen, openPage as openScreen } from './page-support.ts'

const QUERY = '/api/wms/master/suppliers'
const rows = [{ OWNER_CD: 'HANBIT', SUPPLIER_CD: 'S1', SUPPLIER_NM: 'Daehan', VERSION: 1 }]
const codes = { '/api/code/selectCommonCode': () => ({ body: { data: {} } }) }

function openPage(): PageModel {
  const page = openScreen(supplierScreen, 'tab')
  page.setSearch('OWNER_CD', 'HANBIT')
  return page
}

beforeEach(() => {
  setLanguage('ko')
  grant('search', 'save')
})
afterEach(cleanup)

test('a search sends the filled fields and the fixed conditions of the screen', async () => {
  const sent = mockServer({ ...codes, [QUERY]: () => ({ body: { data: rows } }) })
  const page = openPage()
  expect(await searchPage(page)).toBe(true)
  expect(sent.find(({ path }) => path === QUERY)?.body).toEqual({
    SEARCH: { OWNER_CD: 'HANBIT', USE_YN: 'Y' },
    WINDOW: { FIRST: 0, ROWS: 1001 },
  })
  expect(page.grid.rowCount).toBe(1)
})

test('an empty required search field is named, and no request is sent', async () => {
  const sent = mockServer({})
  const page = openScreen(supplierScreen, 'tab')
  expect(await searchPage(page)).toBe(false)
  expect([...page.missing]).toEqual(['OWNER_CD'])
  expect(page.note).toBe(requiredMessage(columnLabels.OWNER_CD).ko)
  expect(sent).toEqual([])
})

test('a failed search keeps the previous rows and shows advice', async () => {
  let isBroken = false
  mockServer({
    ...codes,
    [QUERY]: () =>
      isBroken ? { status: 500, body: { message: 'disconnected' } } : { body: { data: rows } },
  })
  const page = openPage()
  await searchPage(page)
  isBroken = true
  expect(await searchPage(page)).toBe(false)
  expect(page.loaded.phase).toBe('failed')
  expect(page.loaded.failure?.text).toBe('disconnected')
  expect(page.loaded.failure?.advice).toContain('다시 조회')
  expect(page.grid.rowCount).toBe(1)
})

test('the response of an older search never replaces the response of a newer search', async () => {
  let answerFirst: (body: unknown) => void = () => undefined
  const first = new Promise((resolve) => {
    answerFirst = resolve
  })
  let request = 0
  mockServer({
    ...codes,
    [QUERY]: async () => {
      request += 1
      if (request === 1) await first
      return { body: { data: request === 1 ? [] : rows } }
    },
  })
  const page = openPage()
  const older = page.load()
  const newer = page.load()
  expect(await newer).toBe(true)
  answerFirst(undefined)
  expect(await older).toBe(false)
  expect(page.grid.rowCount).toBe(1)
})

test('a cancelled search leaves the previous rows', async () => {
  let shouldHang = false
  mockServer({
    ...codes,
    [QUERY]: () => (shouldHang ? new Promise(() => undefined) : { body: { data: rows } }),
  })
  const page = openPage()
  await searchPage(page)
  shouldHang = true
  void page.load()
  expect(page.cancelLoad()).toBe(true)
  expect(page.loaded.phase).toBe('shown')
  expect(page.grid.rowCount).toBe(1)
})

test('a search prompts before it discards unsaved edits', async () => {
  mockServer({ ...codes, [QUERY]: () => ({ body: { data: rows } }) })
  const page = openPage()
  await searchPage(page)
  page.grid.setCell(0, 'SUPPLIER_NM', 'My name')
  const search = searchPage(page)
  await vi.waitFor(() => expect(topPopup()).toBeDefined())
  topPopup()?.dismiss()
  expect(await search).toBe(false)
  expect(page.grid.value(0, 'SUPPLIER_NM')).toBe('My name')
})

test('a search without permission is reported and sends no request', async () => {
  grant('save')
  const sent = mockServer({})
  const page = openPage()
  expect(await searchPage(page)).toBe(false)
  expect(page.note).toContain('권한')
  expect(sent).toEqual([])
})

test('arguments fill search fields, including those the screen does not show', () => {
  const page = openPage()
  page.takeArguments({ SUPPLIER_CD: 's1', SINCE_DT: '<2027-01', OTHER: 'x' })
  expect(page.search).toMatchObject({ SUPPLIER_CD: 'S1', SINCE_DT: '<20270101' })
  expect(page.searchColumns.map(({ name }) => name)).toContain('SUPPLIER_CD')
})

test('changes to rows during a reload apply to the same records afterwards', async () => {
  const record = (code: string) => ({
    OWNER_CD: 'HANBIT',
    SUPPLIER_CD: code,
    SUPPLIER_NM: code,
    VERSION: 1,
  })
  let found = ['S1', 'S2', 'S3'].map(record)
  mockServer({ ...codes, [QUERY]: () => ({ body: { data: found } }) })
  const page = openPage()
  await searchPage(page)
  const { grid } = page
  const options = new PageRowOptions(page)
  options.put('9')
  found = ['S2', 'S3', 'S4'].map(record)
  const searching = page.load()
  grid.setCurrent(2, 'SUPPLIER_NM')
  options.put('4')
  grid.setChecked([1], true)
  await searching
  const getCodes = (rows: readonly number[]) => rows.map((row) => grid.value(row, 'SUPPLIER_CD'))
  expect(options.entries()).toMatchObject([{ number: '4' }])
  expect(getCodes(options.entries().map(({ row }) => grid.viewRowOf(row)))).toEqual(['S3'])
  expect(getCodes(grid.checkedIds().map((id) => grid.viewRowOf(id)))).toEqual(['S2'])
  expect(getCodes([grid.current?.row ?? -1])).toEqual(['S3'])
})

test('a row option runs only for its rows, and leaves checks and other options unchanged', async () => {
  const found = ['S1', 'S2', 'S3'].map((code) => ({
    OWNER_CD: 'HANBIT',
    SUPPLIER_CD: code,
    SUPPLIER_NM: code,
    VERSION: 1,
  }))
  mockServer({ ...codes, [QUERY]: () => ({ body: { data: found } }) })
  const page = openPage()
  await searchPage(page)
  const { grid } = page
  const options = new PageRowOptions(page)
  const getOptionNumbers = () =>
    options
      .entries()
      .map(({ row, number }) => `${grid.value(grid.viewRowOf(row), 'SUPPLIER_CD')} ${number}`)
  for (const [index, number] of ['4', '5', '4'].entries()) {
    grid.setCurrent(index, 'SUPPLIER_NM')
    options.put(number)
  }
  grid.setChecked([1], true)
  const ticked = grid.checkedIds()
  const fourRows = options.entries().flatMap(({ row, number }) => (number === '4' ? [row] : []))
  let seen: readonly number[] = []
  await options.runOnRows(fourRows, async () => void (seen = grid.checkedIds()))
  expect(new Set(seen)).toEqual(new Set(fourRows))
  expect(grid.checkedIds()).toEqual(ticked)
  expect(getOptionNumbers()).toEqual(['S2 5'])
  // Work that ends with a search: typed numbers are reapplied to the same records among the new
  // rows.
  grid.setCurrent(0, 'SUPPLIER_NM')
  options.put('8')
  found.reverse()
  const [eightRows] = options.entries().flatMap(({ row, number }) => (number === '8' ? [row] : []))
  await options.runOnRows(eightRows === undefined ? [] : [eightRows], () => page.load())
  expect(getOptionNumbers()).toEqual(['S2 5'])
})

test('text typed into a row during a reload stays with its record', async () => {
  const record = (code: string, version: number) => ({
    OWNER_CD: 'HANBIT',
    SUPPLIER_CD: code,
    SUPPLIER_NM: code,
    VERSION: version,
  })
  let found = [record('S1', 1), record('S2', 1)]
  mockServer({ ...codes, [QUERY]: () => ({ body: { data: found } }) })
  const page = openPage()
  await searchPage(page)
  const { grid } = page
  found = [record('S0', 1), record('S1', 2), record('S2', 1)]
  await page.runWhileBusy(async () => {
    const loading = page.load()
    grid.editing = 'typing'
    await vi.waitFor(() => expect(page.loaded.phase).toBe('loading'))
    // The rows have arrived and wait until the cell edit ends.
    setTimeout(() => {
      grid.setCell(1, 'SUPPLIER_NM', 'Second')
      grid.editing = null
    }, 60)
    expect(await loading).toBe(true)
  })
  expect(grid.value(2, 'SUPPLIER_CD')).toBe('S2')
  expect(grid.value(2, 'SUPPLIER_NM')).toBe('Second')
  expect(grid.changes()).toMatchObject([{ flag: 'U', row: { SUPPLIER_CD: 'S2', VERSION: 1 } }])
})

async function answer(key: string): Promise<void> {
  await waitFor(() => expect(topPopup()?.kind).toBe('message'))
  act(() => {
    const { activeElement } = document
    if (key === 'Enter' && activeElement instanceof HTMLButtonElement) activeElement.click()
    else activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  })
}

test('a search prompts before it discards a rejected text', async () => {
  mockServer({ ...codes, [QUERY]: () => ({ body: { data: rows } }) })
  const page = openPage()
  await searchPage(page)
  page.grid.refuse(0, 'SINCE_DT', { code: 'date', text: '2027-13-45' })
  const search = searchPage(page)
  await vi.waitFor(() => expect(topPopup()).toBeDefined())
  topPopup()?.dismiss()
  expect(await search).toBe(false)
  expect(page.grid.rejection(0, 'SINCE_DT')?.text).toBe('2027-13-45')
})

test('a search over unsaved edits saves them on Enter, discards them only on Delete', async () => {
  let name = 'Daehan'
  const sent = mockServer({
    ...codes,
    [QUERY]: () => ({ body: { data: [{ ...rows[0], SUPPLIER_NM: name }] } }),
    [SAVE]: ({ body }) => {
      name = (body['ROWS'] as { SUPPLIER_NM: string }[])[0]?.SUPPLIER_NM ?? ''
      return { body: { message: messages.saved.ko, data: { rows: [] } } }
    },
  })
  const countSaves = () => sent.filter(({ path }) => path === SAVE).length
  render(createElement(PopupHost))
  const page = openPage()
  await searchPage(page)
  page.grid.setCell(0, 'SUPPLIER_NM', 'Daehan Co')
  const staying = searchPage(page)
  await answer('Escape')
  expect([await staying, countSaves(), page.isDirty]).toEqual([false, 0, true])
  const saving = searchPage(page)
  await answer('Enter')
  expect([await saving, countSaves(), page.isDirty]).toEqual([true, 1, false])
  expect(page.grid.value(0, 'SUPPLIER_NM')).toBe('Daehan Co')
  page.grid.setCell(0, 'SUPPLIER_NM', 'Manse')
  const discarding = searchPage(page)
  await answer('Delete')
  expect([await discarding, countSaves(), page.isDirty]).toEqual([true, 1, false])
  expect(page.grid.value(0, 'SUPPLIER_NM')).toBe('Daehan Co')
})

test('conditions in an address that the screen does not support are named', () => {
  const page = openPage()
  dismissNotes()
  const { container } = render(createElement(NoteArea))
  act(() => page.takeArguments({ OWNER_CD: 'HANBIT', SUPPLIER_NM: 'Daehan' }))
  expect(container.textContent).toBe('')
  act(() => page.takeArguments({ OWNER_CD: 'HANBIT', CELL: 'A01', USE: '' }))
  expect(container.textContent).toMatch(/CELL=A01, USE=/)
  expect(page.search['OWNER_CD']).toBe('HANBIT')
  act(() => void dismissNotes())
})
