// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import type { PaneScreen } from '#kernel/pane-screen.ts'
import type { GridPart } from '#kernel/screen.ts'
import { drawnColumns, isExact, type GridColumn } from '#ui/grid/columns/column.ts'
import { cellWidth, fitColumns } from '#ui/grid/model/fit-columns.ts'
import { partColumns, partGridColumns } from '#ui/page/rows/grid-columns.ts'
import { setLanguage } from '#ui/base/language.ts'
import { paneScreens } from '#tests/support/all-screens.ts'

const languages = ['ko', 'en'] as const
afterEach(() => setLanguage('ko'))

/** Width next to the menu, without margins, row numbers up to 9,999 and check boxes. */
const MENU = 270
const MARGINS = 30
const LEAD = 34 + 32 + 20

function getText(column: GridColumn): string {
  switch (column.kind) {
    case 'number':
    case 'progress': {
      const decimals = column.maxDecimals ?? column.minDecimals ?? 0
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
      return 'x'.repeat(Math.min(column.maxLength ?? 12, 16))
  }
}

function fitScreen(screen: PaneScreen, part: GridPart, window: number, textOf = getText) {
  const input = screen.saves?.procedure.input ?? screen.acts?.input
  const columns = drawnColumns(partGridColumns(part, partColumns(screen.route, part, input), true))
  const room = window - MENU - MARGINS - LEAD
  const { columns: shown, folded } = fitColumns(columns, room, (column) => ({
    width: cellWidth(textOf(column)),
    isEmpty: false,
  }))
  return { columns, shown, folded, room, width: shown.reduce((sum, { width }) => sum + width, 0) }
}

function mustBeSeen({ editable, required, isItem, seldom }: GridColumn): boolean {
  return isItem === true || (required === true && Boolean(editable) && seldom !== true)
}

const parts = Object.values(paneScreens).flatMap((screen) => {
  const { grid, lines } = screen.sources
  return [
    ...(grid ? [{ name: screen.route, screen, part: grid }] : []),
    ...(lines ? [{ name: `${screen.route} lines`, screen, part: lines.part }] : []),
  ]
})

const windows = languages.flatMap((language) => [1440, 1280].map((at) => [at, language] as const))

test.each(windows)('every grid of every screen fits %i pixels in %s', (window, language) => {
  setLanguage(language)
  expect(parts.length).toBeGreaterThan(200)
  const wrong = parts.flatMap(({ name, screen, part }) => {
    const { columns, shown, width, room } = fitScreen(screen, part, window)
    const ids = new Set(shown.map(({ id }) => id))
    const typed = columns.filter((column) => mustBeSeen(column) && !ids.has(column.id))
    const cut = shown.filter(
      (column) => isExact(column) && column.width < cellWidth(getText(column)),
    )
    return [
      ...(width > room ? [`${name}: ${width} of ${room}`] : []),
      ...typed.map(({ id }) => `${name}: ${id} has to be seen`),
      ...cut.map(({ id }) => `${name}: ${id} is cut`),
    ]
  })
  expect(wrong).toEqual([])
})

test('only required columns with a default can fold', () => {
  const wrong = parts.flatMap(({ name, screen, part }) => {
    const input = screen.saves?.procedure.input ?? screen.acts?.input
    return partColumns(screen.route, part, input)
      .filter((column) => column.required && column.seldom && column.default === undefined)
      .map((column) => `${name}: ${column.name}`)
  })
  expect(wrong).toEqual([])
})

test.each(languages)('JobManagement shows codes, names and schedules in full in %s', (language) => {
  setLanguage(language)
  const found = parts.find(({ name }) => name === 'JobManagement')
  if (!found) throw new Error('no JobManagement')
  const textOf = (column: GridColumn) => (column.id.endsWith('_CRON') ? '30' : getText(column))
  const { shown } = fitScreen(found.screen, found.part, 1280, textOf)
  const full = shown.filter((column) => column.width >= cellWidth(textOf(column)))
  expect(full.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['SCHEDULE_CD', 'SCHEDULE_NM', 'WORDS']),
  )
})

test.each([
  ['BondedReceiptReport', ['REGISTER_NO', 'CARGO_NO', 'BASIS_NO', 'PKG_QTY', 'KG']],
  [
    'BondedShipmentReport',
    ['REGISTER_NO', 'CARGO_NO', 'BASIS_NO', 'PKG_QTY', 'KG', 'REST_PKG_QTY', 'REST_KG'],
  ],
])('the key columns of %s are visible next to the menu', (route, wanted) => {
  const found = parts.find(({ name }) => name === route)
  const shown = found ? fitScreen(found.screen, found.part, 1440).shown.map(({ id }) => id) : []
  expect(shown).toEqual(expect.arrayContaining(wanted))
})

/** Number of the row's document, and the columns declared to identify it. */
function identifyingColumns(screen: PaneScreen, part: GridPart): string[] {
  const input = screen.saves?.procedure.input ?? screen.acts?.input
  const columns = partColumns(screen.route, part, input)
  const own = new Set(screen.sources.lines?.link)
  const identifies = columns.filter(
    ({ name, frozen, identifies, hidden }) => !hidden && (frozen || identifies || own.has(name)),
  )
  return identifies.map(({ name }) => name)
}

test.each([1440, 1280])('columns that identify a row are never folded in %i pixels', (window) => {
  const grids = parts.filter(({ screen, part }) => screen.sources.grid === part)
  const wrong = grids.flatMap(({ name, screen, part }) => {
    const shown = new Set(fitScreen(screen, part, window).shown.map(({ id }) => id))
    return identifyingColumns(screen, part)
      .filter((id) => !shown.has(id))
      .map((id) => `${name}: ${id}`)
  })
  expect(wrong).toEqual([])
})

test.each([
  ['CmsMyBooking', ['BOOKING_ID', 'BOOKING_NO', 'SHIPPER_CD', 'BL_NO']],
  ['TaxInvoiceSheet', ['INVOICE_NO', 'BUYER_BIZ_NO', 'BUYER_CORP_NM']],
  ['MdmPricingMgt', ['PRICE_CD', 'VERSION_NO', 'OWNER_CD', 'CHARGE_CD', 'FROM_DT']],
  ['Picking', ['SHIPMENT_NO', 'STOCK_NM']],
  ['BondedReceipt', ['CARGO_NO', 'BOND_NO']],
  ['ShipmentMatching', ['SHIPMENT_NO', 'OWNER_ORDER_NO']],
  ['BondedCargo', ['BOND_NO', 'CARGO_NO', 'MBL_NO', 'HBL_NO']],
])('%s shows the columns that identify a row', (route, wanted) => {
  const found = parts.find(({ name }) => name === route)
  const shown = found ? fitScreen(found.screen, found.part, 1280).shown.map(({ id }) => id) : []
  expect(shown).toEqual(expect.arrayContaining(wanted))
})
