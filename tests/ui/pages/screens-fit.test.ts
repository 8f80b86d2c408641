// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { PaneScreen } from '#kernel/pane-screen.ts'
import type { GridPart } from '#kernel/screen.ts'
import { drawnColumns, isExact, type GridColumn } from '#ui/grid/columns/column.ts'
import { cellWidth, fitColumns } from '#ui/grid/model/fit-columns.ts'
import { columnsOf, gridColumnsOf } from '#ui/page/rows/grid-columns.ts'
import { paneScreens } from '#tests/support/all-screens.ts'

/** Width next to the menu, without margins, row numbers up to 9,999 and check boxes. */
const MENU = 270
const MARGINS = 30
const LEAD = 34 + 32 + 20

function textOf(column: GridColumn): string {
  switch (column.kind) {
    case 'number':
    case 'progress': {
      const decimals = column.decimalsMost ?? column.decimalsMin ?? 0
      return `12,345${decimals > 0 ? `.${'0'.repeat(decimals)}` : ''}`
    }
    case 'date':
      return '2026-11-20'
    case 'datetime':
      return '2026-11-20 09:04:21'
    case 'check':
      return ''
    case 'text':
    case 'lookup':
    case 'select':
      return 'x'.repeat(Math.min(column.lengthMax ?? 12, 16))
  }
}

function fitted(screen: PaneScreen, part: GridPart, window: number) {
  const input = screen.saves?.procedure.input ?? screen.acts?.input
  const columns = drawnColumns(gridColumnsOf(part, columnsOf(screen.route, part, input), true))
  const room = window - MENU - MARGINS - LEAD
  const { columns: shown, folded } = fitColumns(columns, room, (column) => ({
    width: cellWidth(textOf(column)),
    isEmpty: false,
  }))
  return { columns, shown, folded, room, width: shown.reduce((sum, { width }) => sum + width, 0) }
}

function mustBeSeen({ editable, required, isItem }: GridColumn): boolean {
  return isItem === true || (required === true && Boolean(editable))
}

const parts = Object.values(paneScreens).flatMap((screen) => {
  const { grid, lines } = screen.sources
  return [
    ...(grid ? [{ name: screen.route, screen, part: grid }] : []),
    ...(lines ? [{ name: `${screen.route} lines`, screen, part: lines.part }] : []),
  ]
})

test.each([1440, 1280])('every grid of every screen fits a window of %i pixels', (window) => {
  expect(parts.length).toBeGreaterThan(200)
  const wrong = parts.flatMap(({ name, screen, part }) => {
    const { columns, shown, width, room } = fitted(screen, part, window)
    const ids = new Set(shown.map(({ id }) => id))
    const typed = columns.filter((each) => mustBeSeen(each) && !ids.has(each.id))
    const cut = shown.filter((each) => isExact(each) && each.width < cellWidth(textOf(each)))
    return [
      ...(width > room ? [`${name}: ${width} of ${room}`] : []),
      ...typed.map(({ id }) => `${name}: ${id} has to be seen`),
      ...cut.map(({ id }) => `${name}: ${id} is cut`),
    ]
  })
  expect(wrong).toEqual([])
})

test.each([
  ['BondedReceiptReport', ['REGISTER_NO', 'CARGO_NO', 'BASIS_NO', 'PKG_QTY', 'KG']],
  [
    'BondedShipmentReport',
    ['REGISTER_NO', 'CARGO_NO', 'BASIS_NO', 'PKG_QTY', 'KG', 'REST_PKG_QTY', 'REST_KG'],
  ],
])('the key columns of %s are visible next to the menu', (route, wanted) => {
  const found = parts.find(({ name }) => name === route)
  const shown = found ? fitted(found.screen, found.part, 1440).shown.map(({ id }) => id) : []
  expect(shown).toEqual(expect.arrayContaining(wanted))
})
