import { expect, test } from 'vitest'
import type { Fields } from '#kernel/field.ts'
import { resolveColumns, type Column } from '#kernel/screen.ts'
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

/** Values of a single thing: a piece's measure or price, a percentage, a rate, a sequence. */
function isOfOneThing({ name, label, ratio }: Column): boolean {
  if (ratio) return false
  return (
    /(?:^|_)(?:RATE|PRICE|UNIT|EACH|MEASURE|SEQ|VERSION)(?:_|$)/.test(name) ||
    /%|단가|요율|개당|무료|순번|순서/.test(label.ko)
  )
}

/** A percentage can have a minimum and maximum over rows. Measures of different items cannot. */
const isShare = ({ label }: Column): boolean => label.ko.includes('%')

test('what is of one thing has nothing under it', () => {
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

test('billed quantities are pieces, lines and rooms: only their amounts add up', () => {
  const billed = columns.filter(({ part }) => isBilledIn(part.source.output))
  expect(billed.length).toBeGreaterThan(50)
  const wrong = billed.filter(
    ({ column }) => column.footer !== undefined && /QTY|PIECES/.test(column.name),
  )
  expect(wrong.map(({ where }) => where)).toEqual([])
})

test('amounts that are added up stand with their currency, are won, or are of one document', () => {
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

test('only sums, counts and ends stand under numbers, and a count only under what is counted', () => {
  const wrong = columns.filter(({ column }) => ['AVG', 'COUNT'].includes(column.footer ?? ''))
  expect(wrong.map(({ where, column }) => `${where} ${column.footer}`)).toEqual([])
})
