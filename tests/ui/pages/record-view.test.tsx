// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Column } from '#kernel/screen.ts'
import { setLanguage } from '#ui/base/language.ts'
import { PopupHost } from '#ui/windows/popup-host.tsx'
import { topPopup } from '#ui/windows/popup-stack.ts'
import { openRecord, recordGroups } from '#ui/page/panes/record-view.tsx'
import { createPageDraft, unsavedInputKind } from '#ui/page/tools/page-draft.ts'
import { restoreGridDraft } from '#ui/page/rows/grid-draft.ts'
import { partColumns } from '#ui/page/rows/grid-columns.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { paneScreens } from '#tests/support/all-screens.ts'
import { columnTitles } from '#tests/support/labels.ts'
import { mockServer, grant, openPage, receiptScreen, supplierScreen } from './page-support.ts'

// Missing in jsdom.
Element.prototype.checkVisibility = () => true

beforeEach(() => {
  setLanguage('ko')
  grant('search', 'save')
  mockServer({})
})
afterEach(() => {
  while (topPopup()) act(() => topPopup()?.dismiss())
  cleanup()
})

function openSuppliers(): PageModel {
  const page = openPage(supplierScreen)
  page.grid.setData([
    { OWNER_CD: 'HANBIT', SUPPLIER_CD: 'S1', SUPPLIER_NM: 'Daehan', VERSION: 1 },
    { OWNER_CD: 'SEOJIN', SUPPLIER_CD: 'S2', SUPPLIER_NM: 'Daegu', VERSION: 1 },
  ])
  page.grid.setCurrent(0)
  return page
}

async function showRecord(page: PageModel) {
  render(<PopupHost />)
  const done = openRecord(page)
  await screen.findByRole('dialog')
  return {
    done,
    name: () => screen.getByLabelText<HTMLInputElement>(new RegExp(columnTitles.SUPPLIER_NM)),
  }
}

test('a change in the record view changes the row and is undone like any edit', async () => {
  const page = openSuppliers()
  const { done, name } = await showRecord(page)
  expect(
    screen.getByLabelText<HTMLInputElement>(new RegExp(columnTitles.SUPPLIER_CD)).readOnly,
  ).toBe(true)
  await userEvent.clear(name())
  await userEvent.type(name(), 'Hanil{Enter}')
  expect(page.grid.value(0, 'SUPPLIER_NM')).toBe('Hanil')
  expect(page.grid.flag(0)).toBe('U')
  await userEvent.keyboard('{Escape}')
  await done
  page.grid.undo()
  expect(page.grid.value(0, 'SUPPLIER_NM')).toBe('Daehan')
})

test('Page Down commits the open field and shows the next row', async () => {
  const page = openSuppliers()
  const { name } = await showRecord(page)
  await userEvent.clear(name())
  await userEvent.type(name(), 'Hanil{PageDown}')
  await waitFor(() => expect(name().value).toBe('Daegu'))
  expect([page.grid.value(0, 'SUPPLIER_NM'), page.grid.current?.row]).toEqual(['Hanil', 1])
})

test('a rejected text stays in its field, and the row does not change', async () => {
  const page = openSuppliers()
  const { name } = await showRecord(page)
  await userEvent.clear(name())
  await userEvent.type(name(), 'much longer than ten{PageDown}')
  await waitFor(() => expect(name().ariaInvalid).toBe('true'))
  expect(page.grid.current?.row).toBe(0)
})

test('a text being typed in the record view is part of the draft that survives a reload', async () => {
  const page = openSuppliers()
  const { done, name } = await showRecord(page)
  await userEvent.clear(name())
  await userEvent.type(name(), 'Hanil')
  expect(unsavedInputKind(page)).toBe('work')
  const draft: unknown = JSON.parse(JSON.stringify(createPageDraft(page)))
  await userEvent.keyboard('{Escape}{Escape}')
  await done
  expect(unsavedInputKind(page)).toBeUndefined()
  const { grid } = draft as ReturnType<typeof createPageDraft>
  restoreGridDraft({ grid: page.grid, identity: ['OWNER_CD', 'SUPPLIER_CD'] }, grid)
  expect(page.grid.value(0, 'SUPPLIER_NM')).toBe('Hanil')
})

test('the record view of a line shows its columns', async () => {
  const page = openPage(receiptScreen)
  page.grid.setData([{ RECEIPT_NO: 'R1', OWNER_CD: 'HANBIT', RECEIPT_DT: '20260131', VERSION: 1 }])
  page.grid.setCurrent(0)
  page.setZone('lines')
  page.lines?.model?.setData([{ LINE_NO: 1, STOCK_CD: 'PLAIN', ORDER_QTY: 12, VERSION: 1 }])
  await showRecord(page)
  expect(screen.getByDisplayValue('PLAIN')).toBeInstanceOf(HTMLInputElement)
  expect(screen.getByDisplayValue('12')).toBeInstanceOf(HTMLInputElement)
})

test('every visible column of every wide grid is in one group, except names shown with their codes', () => {
  const wide = Object.values(paneScreens).flatMap(({ route, sources: { grid } }) =>
    grid && grid.columns.length > 20
      ? [{ route, columns: partColumns(route, grid, undefined) }]
      : [],
  )
  expect(wide.length).toBeGreaterThan(10)
  for (const { route, columns } of wide) {
    const groups = recordGroups(columns)
    const all = columns.filter(({ hidden }) => !hidden)
    const getName = ({ fills = {} }: Column) =>
      Object.keys(fills).filter((name) => fills[name] === 'NAME')
    const named = new Set(all.flatMap(getName))
    const isShown = ({ name, editable }: Column) => editable !== false || !named.has(name)
    const shown = all.filter(isShown).map(({ name }) => name)
    const grouped = groups.flatMap((group) => group.columns.map(({ name }) => name))
    expect(grouped.toSorted(), route).toEqual(shown.toSorted())
    expect(groups.length, route).toBeGreaterThan(1)
  }
})
