import { expect, test } from 'vitest'
import type { Fields } from '#kernel/field.ts'
import { resolveColumns, type Column } from '#kernel/screen.ts'
import { codeLists } from '#areas/code-lists.ts'
import { paneScreens } from '#tests/support/all-screens.ts'

/** Number columns of all grids except samples, which show every kind of footer. */
const columns = Object.values(paneScreens).flatMap((screen) => {
  if (screen.trial) return []
  const { grid, lines } = screen.sources
  return [grid, lines?.part].flatMap((part) =>
    part
      ? resolveColumns(screen.route, part.source.output, part.columns)
          .filter(({ kind }) => kind === 'number' || kind === 'progress')
          .map((column) => {
            const where = `${screen.route}.${column.name}`
            return { where, column, part, isLines: part === lines?.part }
          })
      : [],
  )
})

/** Whether values apply to a single item and have no sum: measures, prices, rates, sequences. */
function isOfOneThing({ name, label, ratio }: Column): boolean {
  if (ratio) return false
  return (
    /(?:^|_)(?:RATE|PRICE|UNIT|EACH|MEASURE|SEQ|VERSION)(?:_|$)/.test(name) ||
    /%|단가|요율|개당|무료|순번|순서/.test(label.ko)
  )
}

/** A percentage can have a minimum and maximum over rows. Measures of different items cannot. */
const isShare = ({ label }: Column): boolean => label.ko.includes('%')

test('values of a single item have no footer, except the minimum or maximum of percentages', () => {
  expect(columns.length).toBeGreaterThan(800)
  const wrong = columns.filter(({ column }) => {
    const { footer } = column
    if (!isOfOneThing(column) || footer === undefined) return false
    return !(isShare(column) && (footer === 'MIN' || footer === 'MAX'))
  })
  expect(wrong.map(({ where, column }) => `${where} ${column.footer}`)).toEqual([])
})

function isBilledIn(output: Fields): boolean {
  return output['UNIT_CD']?.codes === 'price-unit' || output['CHARGE_CD'] !== undefined
}

test('billed quantities have no footer; only their amounts are summed', () => {
  const billed = columns.filter(({ part }) => isBilledIn(part.source.output))
  expect(billed.length).toBeGreaterThan(50)
  const wrong = billed.filter(
    ({ column }) => column.footer !== undefined && /QTY|PIECES/.test(column.name),
  )
  expect(wrong.map(({ where }) => where)).toEqual([])
})

test('summed amounts show their currency, are in won or belong to one document', () => {
  const amounts = columns.filter(
    ({ column }) => column.currency === 'CURRENCY_CD' && column.footer !== undefined,
  )
  expect(amounts.length).toBeGreaterThan(50)
  const wrong = amounts.filter(({ column, part, isLines }) => {
    const shown = part.columns.map((each) => (typeof each === 'string' ? each : each.field))
    const isOfOne = isLines && 'INVOICE_NO' in part.source.search
    return !shown.includes('CURRENCY_CD') && !column.label.ko.includes('(원)') && !isOfOne
  })
  expect(wrong.map(({ where }) => where)).toEqual([])
})

test('movements in both directions have no total', () => {
  const wrong = columns.filter(({ column, part }) => {
    const { output } = part.source
    const isLedger = ['MOVEMENT_CD', 'FROM_PLACE_CD', 'TO_PLACE_CD'].every((name) =>
      Object.hasOwn(output, name),
    )
    return isLedger && /^(?:QTY|CBM)$/.test(column.name) && column.footer !== undefined
  })
  expect(wrong.map(({ where }) => where)).toEqual([])
})

test('numbers have neither averages nor counts as footers', () => {
  const wrong = columns.filter(({ column }) => ['AVG', 'COUNT'].includes(column.footer ?? ''))
  expect(wrong.map(({ where, column }) => `${where} ${column.footer}`)).toEqual([])
})

/**
 * Status columns of queries that return no cancelled documents, or the status of another record.
 */
const neverCancelled: ReadonlySet<string> = new Set([
  'freight/booking-profit STATE_CD',
  'inventory/stock-to-work ADJUST_STATE_CD',
  'inventory/warehouse-transfers ADJUST_STATE_CD',
  'inventory/count-results STATE_CD',
  'inventory/closed-count-results STATE_CD',
  'inbound/received-movements STATE_CD',
  'outbound/match-lines STATE_CD',
  'outbound/picked-lines STATE_CD',
  'billing/receivables STATE_CD',
  'billing/tax-sheet STATE_CD',
  'billing/customer-lines STATE_CD',
  'bonded/arrivals STATE_CD',
  'bonded/clearable STATE_CD',
  'bonded/stock STATE_CD',
  'reports/own-receipts STATE_CD',
  'reports/own-shipments STATE_CD',
  'reports/receipts STATE_CD',
  'reports/shipments STATE_CD',
  'supply-chain/date-plan STATE_CD',
  'supply-chain/boxes STATE_CD',
  'supply-chain/serials STATE_CD',
])

test('sums leave out cancelled rows', () => {
  const cancelledCodes = (codes: string) =>
    Object.entries(codeLists[codes] ?? {}).flatMap(([code, { ko }]) =>
      /^(?:확정|마감)?취소$|^반려$/.test(ko) ? [code] : [],
    )
  const wrong = columns.flatMap(({ column, part }) => {
    if (column.footer !== 'SUM') return []
    return Object.entries(part.source.output).flatMap(([name, { codes, voids = [] }]) => {
      const own = name.endsWith('STATE_CD') && codes !== undefined ? cancelledCodes(codes) : []
      const isFixed = part.fixed?.[name] !== undefined
      const query = `${part.source.name} ${name}`
      const isLeftOut = own.every((code) => voids.includes(code))
      return isFixed || isLeftOut || neverCancelled.has(query) ? [] : [query]
    })
  })
  expect([...new Set(wrong)]).toEqual([])
})
