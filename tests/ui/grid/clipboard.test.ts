import fc from 'fast-check'
import { expect, test } from 'vitest'

import { formatPart, parseTsv, readClipboard, toTsv } from '#ui/grid/rows/clipboard.ts'

test('copied cells paste back unchanged, regardless of their content', () => {
  const cell = fc.string().map((text) => text.replace(/\r/g, ''))
  const block = fc
    .integer({ min: 1, max: 4 })
    .chain((width) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }),
    )
    // A single empty cell at the very end is indistinguishable from the line break before it.
    .filter((rows) => rows.at(-1)?.join('') !== '')
  fc.assert(
    fc.property(block, (rows) => {
      expect(parseTsv(toTsv(rows))).toEqual(rows)
    }),
  )
})

test('the trailing line break of Excel adds no row', () => {
  expect(parseTsv('가\t나\r\n다\t라\r\n')).toEqual([
    ['가', '나'],
    ['다', '라'],
  ])
})

test('a lone quote is a literal character', () => {
  expect(parseTsv('5" 파이프\t"두 줄\n한 칸"\t""')).toEqual([['5" 파이프', '두 줄\n한 칸', '']])
})

test('values edited in Excel take precedence over the stale copied HTML', () => {
  const data = {
    text: '12\r\n',
    html: '<table><tr><td gdg-raw-value="10">12</td></tr></table>',
    parseHtml: () => [['10']],
  }
  expect(readClipboard(data)).toEqual([['12']])
})

test('codes are copied to spreadsheets as text, quantities as numbers', () => {
  const html = formatPart([['00123', '5']], [{ kind: 'text' }, { kind: 'number' }], 'text/html')
  expect(html).toContain(`<td style="mso-number-format:'\\@'">00123</td><td>5</td>`)
})
