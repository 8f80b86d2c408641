import { expect, test } from 'vitest'
import { errorCode, readFile, readRows } from './read-cells.ts'

const rows = [
  ['code', 'name', 'qty'],
  ['00123', 'a & b', '1,000'],
]
const plainTable =
  '<table border=1><tr><th>code</th><th>name</th><th>qty</th></tr>' +
  '<tr><td>00123</td><td>a &amp; b</td><td>1,000</td></tr></table>'
const page = (body: string, head = '') => `<html><head>${head}</head><body>${body}</body></html>`
const cp949 = Buffer.concat([
  Buffer.from('<html><meta charset="euc-kr"><table><tr><td>'),
  Buffer.from('c4dab5e5', 'hex'),
  Buffer.from('</td></tr></table></html>'),
])

const pages: readonly (readonly [what: string, content: string | Uint8Array, rows: unknown])[] = [
  ['a bare table', plainTable, rows],
  [
    'a complete page',
    page(plainTable, '<title>a, b; c</title><style>td { color: red }</style>'),
    rows,
  ],
  ['a byte order mark', `\uFEFF${page(plainTable)}`, rows],
  ['the doctype of HTML', `<!DOCTYPE html>\n${page(plainTable)}`, rows],
  ['code page 949', cp949, [['코드']]],
  ['uppercase tags', plainTable.replaceAll(/<\/?[a-z]+/g, (tag) => tag.toUpperCase()), rows],
  [
    'inputs before the cells',
    '<table><tr><input type=hidden><td>00123</td></tr></table>',
    [['00123']],
  ],
  ['formatted cells', '<table><tr><td><b>00</b><i>123</i></td></tr></table>', [['00123']]],
  [
    'paragraphs',
    '<table><tr><td><p>a</p> <p>b</p></td><td>c<br/>d</td></tr></table>',
    [['a\nb', 'c\nd']],
  ],
  [
    'references',
    '<table><tr><td>&#44032;&#x41;&#60;&lt;&nbsp;&quot;</td></tr></table>',
    [['가A<< "']],
  ],
  [
    'comments and scripts',
    '<table><tr><td>1<!-- <td>2 --></td></tr><script>"<td>3"</script></table>',
    [['1']],
  ],
  ['a column span', '<table><tr><td colspan=2>a</td><td>b</td></tr></table>', [['a', null, 'b']]],
  [
    'a row span',
    '<table><tr><td ROWSPAN="2">a</td><td>b</td></tr><tr><td>c</td></tr></table>',
    [
      ['a', 'b'],
      [null, 'c'],
    ],
  ],
  [
    'rows and cells that are not closed',
    '<table><tr><td>a<td>b<tr><td>c<td>d</table>',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'special characters in attributes',
    `<table><tr><td title="a>b" onclick='go(">")'>c</td><td size=5">d</td></tr></table>`,
    [['c', 'd']],
  ],
  [
    'hidden parts of cells',
    '<table><tr><td>a<span style="display: none">key<b>1</b></span><i>b</i></td></tr></table>',
    [['ab']],
  ],
  [
    'named characters',
    '<table><tr><td>10&times;20 &deg;C &ndash; &ldquo;a&rdquo; &euro;5 &unknown;</td></tr></table>',
    [['10×20 °C – “a” €5 &unknown;']],
  ],
  ['UTF-16', Buffer.from(`\uFEFF${page(plainTable)}`, 'utf16le'), rows],
  ['UTF-16 in the other byte order', Buffer.from(`\uFEFF${plainTable}`, 'utf16le').swap16(), rows],
  [
    'line breaks inside tags and cells',
    '<table><tr\n><td\n class="x"\n>a\n  b</td></tr></table>',
    [['a b']],
  ],
  [
    'a footer and a caption',
    '<table><caption>t</caption><thead><tr><th>a</table>'.replace(
      '</table>',
      '<tbody><tr><td>1<tfoot><tr><td>s</table>',
    ),
    [['a'], ['1'], ['s']],
  ],
  [
    'conditional comments of Excel',
    '<table><!--[if gte mso 9]><tr><td>no</td></tr><![endif]--><tr><td x:num="1234.5">1,235</td></tr></table>',
    [['1,235']],
  ],
  [
    'references to references',
    '<table><tr><td>a&amp;lt;b</td><td>5 < 6 & 7</td></tr></table>',
    [['a&lt;b', '5 < 6 & 7']],
  ],
  [
    'two tables',
    '<table><tr><td>Title</td></tr></table><table><tr><td>a</td><td>b</td></tr></table>',
    [['Title'], ['a', 'b']],
  ],
]

test.each(pages)('a page with %s saved as .xls is read', async (_name, content, expected) => {
  expect(await readRows(content, 'a.xls')).toEqual(expected)
})

const xml = (cells: string, styles = '', row = '') =>
  '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>' +
  '<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" ' +
  'xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">' +
  `<Styles>${styles}</Styles><Worksheet ss:Name="s"><Table><Row${row}>${cells}</Row></Table></Worksheet></Workbook>`
const style = (format: string) => `<Style ss:ID="f"><NumberFormat ss:Format="${format}"/></Style>`
const data = (type: string, value: string, attributes = '') =>
  `<Cell${attributes}><Data ss:Type="${type}">${value}</Data></Cell>`

test.each([
  ['text', xml(data('String', '00123')), ['00123']],
  ['a number', xml(data('Number', '12.5')), [12.5]],
  [
    'a format with zeros',
    xml(data('Number', '123', ' ss:StyleID="f"'), style('00000')),
    [{ number: 123, text: '00123' }],
  ],
  [
    'a date',
    xml(data('DateTime', '2026-01-31T00:00:00.000', ' ss:StyleID="f"'), style('Short Date')),
    [{ date: '2026-01-31' }],
  ],
  ['an error', xml(data('Error', '#N/A')), ['#N/A']],
  [
    'a column index',
    xml(data('String', 'a') + data('String', 'b', ' ss:Index="3"')),
    ['a', null, 'b'],
  ],
  ['Hangul', xml(data('String', '가나')), ['가나']],
  ['UTF-16', Buffer.from(`\uFEFF${xml(data('String', '가나'))}`, 'utf16le'), ['가나']],
  [
    'attributes in single quotes',
    xml(data('Number', '5', ' ss:Index="3"').replaceAll('"', "'")),
    [null, null, 5],
  ],
  [
    'a note',
    xml(
      '<Cell><Data ss:Type="String">b</Data><Comment><ss:Data><B>k:</B>note</ss:Data></Comment></Cell>',
    ),
    ['b'],
  ],
  [
    'line breaks in tags',
    xml('<Cell\n ss:Index="2"\n><Data\n ss:Type="Number"\n>5</Data></Cell>'),
    [null, 5],
  ],
  [
    'a date with a two-digit year',
    xml(data('DateTime', '2026-01-31T00:00:00.000', ' ss:StyleID="f"'), style('yy.mm.dd')),
    [{ date: '2026-01-31', text: '26.01.31' }],
  ],
  ['flags', xml(data('Boolean', '1') + data('Boolean', '0')), [true, false]],
  [
    'a merged cell',
    xml(data('String', 'a', ' ss:MergeAcross="1"') + data('String', 'b')),
    ['a', null, 'b'],
  ],
  [
    'text with several fonts',
    xml(
      '<Cell><ss:Data ss:Type="String" xmlns="http://www.w3.org/TR/REC-html40">A<B>1</B><Font html:Color="#F00">2</Font></ss:Data></Cell>' +
        data('String', 'b'),
    ),
    ['A12', 'b'],
  ],
  [
    'empty cells before text',
    xml(`<Cell><Data ss:Type="String"/></Cell>${data('String', 'a')}${data('String', 'b')}`),
    [null, 'a', 'b'],
  ],
  ['a CDATA section', xml(data('String', '<![CDATA[a<b & c]]>')), ['a<b & c']],
  [
    'a formula that was not calculated',
    xml(
      '<Cell ss:Formula="=RC[1]*2"/>' +
        data('Number', '', ' ss:Formula="=RC[1]*2"') +
        data('String', '', ' ss:Formula="=&quot;&quot;"') +
        data('Number', '4', ' ss:Formula="=RC[1]*2"'),
    ),
    ['#CALC!', '#CALC!', null, 4],
  ],
  [
    'a format inherited from a parent style',
    xml(
      data('Number', '123', ' ss:StyleID="f"') + data('Number', '5', ' ss:StyleID="g"'),
      `<Style ss:ID="p" ss:Name="Code"><NumberFormat ss:Format="00000"/></Style><Style ss:ID="f" ss:Parent="p"/>` +
        '<Style ss:ID="g" ss:Parent="p"><NumberFormat ss:Format="000"/></Style>',
    ),
    [
      { number: 123, text: '00123' },
      { number: 5, text: '005' },
    ],
  ],
] as const)('%s in XML Spreadsheet 2003 is read', async (_name, content, cells) => {
  expect(await readRows(content, 'a.xls')).toEqual([cells])
})

test('merged cells of a page are counted', async () => {
  const content =
    '<table><tr><td colspan=2>a</td></tr><tr><td rowspan=2>b</td><td>c</td></tr></table>'
  const { summary } = await readFile(content, 'a.xls')
  expect(summary.mergedRanges).toBe(2)
})

test.each([
  ['a page without a table', page('<p>Please log in</p>'), 'a.xls', '!not-a-spreadsheet'],
  [
    'a table inside a table',
    `<table><tr><td>${plainTable}</td></tr></table>`,
    'a.xls',
    '!not-a-spreadsheet <table><table>',
  ],
  ['a page named .csv', page(plainTable), 'a.csv', '!not-a-spreadsheet'],
  [
    'XML with a document type',
    xml(data('String', 'a')).replace('<Workbook', '<!DOCTYPE a><Workbook'),
    'a.xls',
    '!not-a-spreadsheet',
  ],
  ['a web archive', 'MIME-Version: 1.0\r\nX: multipart', 'a.xls', '!not-a-spreadsheet'],
  ['a SYLK file', 'ID;PWXL;N;E\r\nC;Y1;X1;K"a"', 'a.xls', '!not-a-spreadsheet'],
  ['a text document', String.raw`{\rtf1\ansi a}`, 'a.txt', '!not-a-spreadsheet'],
])('%s is refused', async (_name, content, fileName, error) => {
  await expect(readRows(content, fileName).catch(errorCode)).resolves.toBe(error)
})
