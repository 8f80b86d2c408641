// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { formatPart, joinParts, parseHtmlTable } from '#ui/grid/rows/clipboard.ts'

const parseCells = (html: string) => parseHtmlTable(`<table>${html}</table>`)

test.each([
  [
    'a row span',
    '<tr><td rowspan=2>a</td><td>b</td></tr><tr><td>c</td></tr>',
    [
      ['a', 'b'],
      ['', 'c'],
    ],
  ],
  [
    'a row span in the middle',
    '<tr><td>a</td><td rowspan=2>b</td><td>c</td></tr><tr><td>d</td><td>e</td></tr>',
    [
      ['a', 'b', 'c'],
      ['d', '', 'e'],
    ],
  ],
  ['a column span', '<tr><td colspan=2>a</td><td>b</td></tr>', [['a', '', 'b']]],
  [
    'both spans',
    '<tr><td colspan=2 rowspan=2>a</td><td>b</td></tr><tr><td>c</td></tr><tr><td>d</td><td>e</td><td>f</td></tr>',
    [
      ['a', '', 'b'],
      ['', '', 'c'],
      ['d', 'e', 'f'],
    ],
  ],
  [
    'a span to the last row',
    '<tr><th rowspan=0>a</th><td>b</td></tr><tr><td>c</td></tr>',
    [
      ['a', 'b'],
      ['', 'c'],
    ],
  ],
  ['a span beyond the last row', '<tr><td rowspan=9>a</td><td>b</td></tr>', [['a', 'b']]],
])('a pasted table with %s has its cells below their titles', (_name, html, expected) => {
  expect(parseCells(html)).toEqual(expected)
})

test('a line break is copied within its cell', () => {
  const part = formatPart([['a\nb', 'c']], [], 'text/html')
  const html = joinParts([part], 'text/html').join('')
  expect(html).toContain('<td>a<br style="mso-data-placement:same-cell">b</td><td>c</td>')
  expect(parseHtmlTable(html)).toEqual([['a\nb', 'c']])
})
