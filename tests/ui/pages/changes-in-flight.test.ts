// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { messages } from '#kernel/messages.ts'
import { setLanguage } from '#ui/base/language.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { notDeletedText } from '#ui/page/rows/changes-since-send.ts'
import { savePage } from '#ui/page/tools/save-page.ts'
import { dismissNotes, NoteArea } from '#ui/windows/notify.tsx'
import { mockServer, grant, SAVE, supplierScreen, openPage } from './page-support.ts'

interface Supplier {
  readonly OWNER_CD: string
  readonly SUPPLIER_CD: string
  readonly SUPPLIER_NM: string
  readonly VERSION: number
}

const supplier = (code: string, name: string): Supplier => ({
  OWNER_CD: 'HANBIT',
  SUPPLIER_CD: code,
  SUPPLIER_NM: name,
  VERSION: 1,
})

let stored: Supplier[]

beforeEach(() => {
  setLanguage('ko')
  grant('search', 'save', 'delete')
  stored = [supplier('S1', 'Daehan'), supplier('S2', 'Minguk')]
})

afterEach(() => {
  while (dismissNotes());
  cleanup()
})

/** A page whose saves are applied. `during` runs while the first one is in flight. */
async function openSuppliers(
  during: (page: PageModel) => void,
  screen = supplierScreen,
): Promise<PageModel> {
  let saves = 0
  const page = openPage(screen, 'tab')
  mockServer({
    '/api/code/selectCommonCode': () => ({ body: { data: {} } }),
    '/api/wms/master/suppliers': () => ({ body: { data: stored } }),
    [SAVE]: ({ body }) => {
      for (const row of body['ROWS'] as (Supplier & { BATCH_FLAG: string })[]) {
        const { BATCH_FLAG: flag, SUPPLIER_CD: code } = row
        stored = stored.filter(({ SUPPLIER_CD }) => SUPPLIER_CD !== code)
        if (flag !== 'D') stored.push(supplier(code, row.SUPPLIER_NM))
      }
      saves += 1
      if (saves === 1) during(page)
      return { body: { message: messages.saved.ko, data: { rows: [] } } }
    },
  })
  await page.load()
  return page
}

const describeChanges = (page: PageModel) =>
  page.grid.changes().map(({ flag, row }) => `${flag} ${String(row['SUPPLIER_CD'])}`)

function renderNotices(): string {
  const { container } = render(createElement(NoteArea))
  return container.textContent
}

const storedCodes = () => stored.map(({ SUPPLIER_CD }) => SUPPLIER_CD)

test('a new row deleted while it is being saved is flagged for deletion afterwards', async () => {
  const page = await openSuppliers(({ grid }) => grid.deleteRows([2]))
  page.grid.insertRow(2, { ...supplier('S3', 'Fresh'), VERSION: null })
  expect(await savePage(page)).toBe(false)
  expect(describeChanges(page)).toEqual(['D S3'])
  await savePage(page)
  expect([storedCodes(), describeChanges(page)]).toEqual([['S1', 'S2'], []])
})

test('a new row undone while it is being saved is flagged for deletion, even if it cannot be reloaded', async () => {
  const page = await openSuppliers((model) => {
    model.grid.undo()
    const response = { status: 500, body: { message: 'disconnected' } }
    mockServer({
      '/api/wms/master/suppliers': () => response,
      [SAVE]: () => ({ body: { message: messages.saved.ko } }),
    })
  })
  page.grid.insertRow(2, { ...supplier('S3', 'Fresh'), VERSION: null })
  await savePage(page)
  expect(describeChanges(page)).toEqual(['D S3'])
  expect(page.grid.rowCount).toBe(3)
})

test('a row whose deletion is undone while it is being saved becomes a new row', async () => {
  const page = await openSuppliers(({ grid }) => grid.undo())
  page.grid.deleteRows([0])
  await savePage(page)
  expect(describeChanges(page)).toEqual(['I S1'])
  await savePage(page)
  expect([storedCodes(), describeChanges(page)]).toEqual([['S2', 'S1'], []])
})

test('the key of a new row changed while it is being saved is reverted with a notice', async () => {
  const page = await openSuppliers(({ grid }) => {
    grid.setCell(2, 'SUPPLIER_CD', 'S1')
    grid.setCell(2, 'SUPPLIER_NM', 'Renamed')
  })
  page.grid.insertRow(2, { ...supplier('S3', 'Fresh'), VERSION: null })
  await savePage(page)
  expect(describeChanges(page)).toEqual(['U S3'])
  expect(page.grid.value(2, 'SUPPLIER_NM')).toBe('Renamed')
  expect(renderNotices()).toContain(': S1')
})

test('a new row of a page that keeps its rows stays saved, with a notice', async () => {
  const page = await openSuppliers(({ grid }) => grid.undo(), { ...supplierScreen, rowsKept: true })
  page.grid.insertRow(2, { ...supplier('S3', 'Fresh'), VERSION: null })
  expect(await savePage(page)).toBe(true)
  expect([page.grid.rowCount, describeChanges(page)]).toEqual([3, []])
  expect(renderNotices()).toContain(notDeletedText.ko)
})
