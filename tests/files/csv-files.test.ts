import { expect, test } from 'vitest'
import { errorCode, readFile, readRows } from './read-cells.ts'

const table = [
  ['code', 'name', 'qty'],
  ['A1', 'one', '1'],
  ['A2', 'two', '2'],
]
const toDelimited = (separator: string, rows = table): string =>
  rows.map((row) => row.join(separator)).join('\r\n')

const korean = '코드,이름\r\nA1,아몬드 우유 초코 쿠키\r\n'

/** Description, content and expected rows of each file. */
const files: readonly (readonly [what: string, content: string | Uint8Array, rows: unknown])[] = [
  ...[',', '\t', ';', '|'].flatMap((separator): [string, string, unknown][] => [
    [`fields separated by ${JSON.stringify(separator)}`, toDelimited(separator), table],
    [
      `a title line above ${JSON.stringify(separator)}`,
      `Shipments\r\n${toDelimited(separator)}`,
      [['Shipments'], ...table],
    ],
    [
      `a line break in a quoted header before ${JSON.stringify(separator)}`,
      `"co\nde"${separator}name${separator}qty\r\nA1${separator}one${separator}1`,
      [
        ['co\nde', 'name', 'qty'],
        ['A1', 'one', '1'],
      ],
    ],
  ]),
  [
    'commas inside a header separated by semicolons',
    'code;name(ko,en,short);qty\r\nA1;one;1\r\nA2;two;2',
    [
      ['code', 'name(ko,en,short)', 'qty'],
      ['A1', 'one', '1'],
      ['A2', 'two', '2'],
    ],
  ],
  [
    'commas inside the names of every row',
    'code;name\r\nA1;red, green, blue\r\nA2;red, green, blue',
    [
      ['code', 'name'],
      ['A1', 'red, green, blue'],
      ['A2', 'red, green, blue'],
    ],
  ],
  [
    'decimal commas between semicolons',
    'code;kg;qty\r\nA1;1,5;2\r\nA2;2,5;3',
    [
      ['code', 'kg', 'qty'],
      ['A1', '1,5', '2'],
      ['A2', '2,5', '3'],
    ],
  ],
  [
    'semicolons inside quoted names',
    'code,name\r\nA1,"red;green;blue"\r\nA2,"a;b"',
    [
      ['code', 'name'],
      ['A1', 'red;green;blue'],
      ['A2', 'a;b'],
    ],
  ],
  [
    'rows of different lengths',
    'code,name,qty\r\nA1,one\r\nA2,two,2\r\nA3',
    [['code', 'name', 'qty'], ['A1', 'one'], ['A2', 'two', '2'], ['A3']],
  ],
  [
    'one column whose texts have bars',
    'note\r\nA|1\r\nB\r\nC\r\nD|2\r\nE',
    [['note'], ['A|1'], ['B'], ['C'], ['D|2'], ['E']],
  ],
  ['a separator named by sep=', `sep=;\r\n${toDelimited(';')}`, table],
  ['a quoted sep=', `"sep=;"\r\n${toDelimited(';')}`, table],
  [
    'sep= with an unusual separator',
    'SEP=^\na^b\n1^2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['a byte order mark', `\uFEFF${toDelimited(',')}`, table],
  [
    'two byte order marks before a quote',
    `\uFEFF\uFEFF"code",name\r\nA1,1`,
    [
      ['code', 'name'],
      ['A1', '1'],
    ],
  ],
  [
    'UTF-16 with a title line',
    Buffer.from(`\uFEFFTitle\r\n${toDelimited('\t')}`, 'utf16le'),
    [['Title'], ...table],
  ],
  [
    'two byte order marks of UTF-16',
    Buffer.from(`\uFEFF\uFEFF${toDelimited('\t')}`, 'utf16le'),
    table,
  ],
  ['UTF-16 without a byte order mark', Buffer.from(toDelimited('\t'), 'utf16le'), table],
  [
    'Korean UTF-16 without a byte order mark, in either byte order',
    Buffer.from('코드\t이름\r\nA1\t가각\r\n', 'utf16le').swap16(),
    [
      ['코드', '이름'],
      ['A1', '가각'],
    ],
  ],
  [
    'UTF-16 with commas in either byte order',
    Buffer.from('\uFEFF코드,이름\r\nA1,뷁똠\r\n', 'utf16le').swap16(),
    [
      ['코드', '이름'],
      ['A1', '뷁똠'],
    ],
  ],
  [
    'quotes inside fields',
    'a,b\n5" pipe,1\nx"y"z,2\n"q" ,3',
    [
      ['a', 'b'],
      ['5" pipe', '1'],
      ['x"y"z', '2'],
      ['q ', '3'],
    ],
  ],
  [
    'text after a quoted field',
    'a,b\nA1,"12" pipe',
    [
      ['a', 'b'],
      ['A1', '12 pipe'],
    ],
  ],
  [
    'a line break before the end of a quoted field and blanks',
    'a,b\n"x\ny" ,1',
    [
      ['a', 'b'],
      ['x\ny ', '1'],
    ],
  ],
  [
    'a byte order mark before sep=',
    '\uFEFFsep=;\na;b\n1;2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'thousands in quotes and formulas',
    'qty,note\n"1,000",=cmd|calc!A0\n"2,500",@SUM(A1)',
    [
      ['qty', 'note'],
      ['1,000', '=cmd|calc!A0'],
      ['2,500', '@SUM(A1)'],
    ],
  ],
  [
    'as many semicolons as commas',
    'a;b\nx,1;2,5\ny,2;3,5',
    [
      ['a', 'b'],
      ['x,1', '2,5'],
      ['y,2', '3,5'],
    ],
  ],
  [
    'mixed line endings',
    'a,b\r1,2\n3,4\r\n5,6',
    [
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
      ['5', '6'],
    ],
  ],
  ['the DOS end-of-file character', `${toDelimited(',')}\r\n\u001A`, table],
  ['the DOS end-of-file character after the last field', `${toDelimited(',')}\u001A`, table],
  ['old Mac line endings', table.map((row) => row.join(',')).join('\r'), table],
  [
    'code page 949',
    Buffer.from('c4dab5e52cb0a10d0a41312cc2a6', 'hex'),
    [
      ['코드', '가'],
      ['A1', '짝'],
    ],
  ],
]

test.each(files)('a CSV with %s is read', async (_name, content, rows) => {
  expect(await readRows(content)).toEqual(rows)
})

test('the line that names the separator is not counted, as in Excel', async () => {
  const { rows } = await readFile(`sep=;\r\n${toDelimited(';')}`)
  expect(rows[0]).toEqual({ row: 1, cells: table[0] })
})

test.each([
  ['without an end', 'a,b\n"x,1\ny,2\n', '!broken "… 2'],
  ['that ends in a later record', 'a,b\nA1,"x 1,4\nA2,"y",5\nA3,z,6', '!broken "… 2'],
  ['that ends in a later record of tabs', 'a\tb\nA1\t"x\t4\nA2\t"y"\t5', '!broken "… 2'],
])('a quoted field %s is refused with its record', async (_name, content, error) => {
  await expect(readRows(content).catch(errorCode)).resolves.toBe(error)
})

const damageText = (text: string, at: string, byte: number): Uint8Array => {
  const bytes = Buffer.from(text)
  bytes[Buffer.byteLength(text.slice(0, text.indexOf(at)))] = byte
  return bytes
}

test.each([
  ['UTF-8', damageText(korean, '우유', 0xff), '!bad-characters line 2, 0xFF'],
  [
    'UTF-8 that code page 949 could misread',
    damageText(korean, '초코', 0x41),
    '!bad-characters line 2, 0xB4',
  ],
  [
    'UTF-8 with a byte order mark',
    damageText(`\uFEFF${korean}`, '이름', 0xfe),
    '!bad-characters line 1, 0xFE',
  ],
  ['code page 949', Buffer.from('c4dab5e50a41ff0a', 'hex'), '!bad-characters line 2, 0xFF'],
  [
    'code page 949 below UTF-8',
    Buffer.concat([Buffer.from(korean), Buffer.from('41322cbfecc0af0a', 'hex')]),
    '!bad-characters line 3, 0xBF',
  ],
  [
    'UTF-8 below code page 949',
    Buffer.concat([Buffer.from('c4dab5e50a', 'hex'), Buffer.from('A2,우유')]),
    '!bad-characters line 2, 0xEC',
  ],
  ['Latin-1', Buffer.from('code,name\ncaf\xe9,1\n', 'latin1'), '!bad-characters line 2, 0xE9'],
])('a damaged character in %s is refused with its line', async (_encoding, content, error) => {
  await expect(readRows(content).catch(errorCode)).resolves.toBe(error)
})
