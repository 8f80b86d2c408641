import { expect, test } from 'vitest'

import { parsePaper, paperSizes } from '#server/print/paper.ts'
import { gridDocument } from '#server/print/grid-document.ts'
import { layOutDocument } from '#server/print/page-layout.ts'
import { renderPdf } from '#server/print/pdf.ts'
import type { PrintDocument, PrintPage } from '#server/print/print-document.ts'

import { readPdfText } from './pdf-text.ts'

function deliveryNote(number: string, rowCount: number): PrintPage {
  return {
    heading: [
      { label: '출고번호', value: number },
      { label: '납품처', value: '서울마트 강남점' },
    ],
    barcode: { symbology: 'code128', text: number },
    columns: [
      { title: '품목명', width: 30, align: 'left' },
      { title: '수량', width: 8, align: 'right' },
    ],
    rows: Array.from({ length: rowCount }, (_, index) => [
      `허니버터 아몬드 뷁 ${index + 1}`,
      '1,200',
    ]),
    totals: ['합계', '2,400'],
    notes: ['파손은 24시간 안에 알려 주십시오.'],
    signatures: ['인수자'],
  }
}

function getDocument(...pages: PrintPage[]): PrintDocument {
  return {
    title: '출고명세서',
    paper: 'A4',
    orientation: 'portrait',
    copies: 1,
    fileName: '출고명세서',
    pages,
    printed: { at: '2026-01-31 09:30:00', by: '김창고' },
  }
}

test('a column marked large is printed in a larger font', async () => {
  const page = deliveryNote('SO1', 1)
  const [name, quantity] = page.columns
  if (!name || !quantity) throw new Error('the note has two columns')
  const getSizes = async (columns: PrintPage['columns']) => {
    const layout = layOutDocument(getDocument({ ...page, columns }), '')
    return [...JSON.stringify(layout).matchAll(/"text":"1,200"[^}]*?"fontSize":(\d+)/g)].map(
      ([, size]) => Number(size),
    )
  }
  expect(await getSizes([name, quantity])).toEqual([])
  expect(await getSizes([name, { ...quantity, large: true }])).toEqual([13])
  await renderPdf(getDocument({ ...page, columns: [name, { ...quantity, large: true }] }))
})

test('an empty table shows its note in the language of the document', async () => {
  const empty = { ...deliveryNote('SO1', 0), totals: ['', ''] }
  const [english] = readPdfText(await renderPdf({ ...getDocument(empty), language: 'en' }))
  expect(english).toContain('No lines.')
  expect(english).not.toContain('내역이')
})

test('a delivery note contains its Korean text in searchable form', async () => {
  const sheets = readPdfText(await renderPdf(getDocument(deliveryNote('SO1', 2))))
  expect(sheets).toHaveLength(1)
  for (const text of [
    '출고명세서',
    'SO1',
    '서울마트 강남점',
    '품목명',
    '허니버터 아몬드 뷁 2',
    '1,200',
    '합계',
    '파손은 24시간 안에 알려 주십시오.',
    '인수자',
    '출력 2026-01-31 09:30:00  김창고',
    '1 / 1',
  ]) {
    expect(sheets[0]).toContain(text)
  }
})

test('fonts are embedded as subsets, and the file stays small', async () => {
  const pdf = await renderPdf(getDocument(deliveryNote('SO1', 2)))
  const file = Buffer.from(pdf).toString('latin1')
  expect(file).toMatch(/\/BaseFont \/[A-Z]{6}\+Pretendard-Regular/)
  expect(file).toContain('/FontFile2')
  expect(pdf.length).toBeLessThan(60_000)
})

test('each document starts on a new page and numbers its own pages', async () => {
  const pdf = await renderPdf(getDocument(deliveryNote('SO1', 60), deliveryNote('SO2', 1)))
  const sheets = readPdfText(pdf)
  expect(sheets.length).toBeGreaterThanOrEqual(3)
  const last = sheets.length - 1
  expect(sheets[0]).toContain(`1 / ${last}`)
  expect(sheets[last]).toContain('SO2')
  expect(sheets[last]).not.toContain('SO1')
  expect(sheets[last]).toContain('1 / 1')
  expect(sheets[last]).toContain(`전체 ${last + 1} / ${last + 1}`)
})

test('every page repeats the table header and names its document', async () => {
  const sheets = readPdfText(await renderPdf(getDocument(deliveryNote('SO1', 120))))
  expect(sheets.length).toBeGreaterThan(2)
  for (const sheet of sheets) expect(sheet).toContain('품목명')
  for (const sheet of sheets.slice(1)) expect(sheet).toContain('출고명세서 (계속)|SO1')
  const lines = sheets.join('').match(/아몬드 뷁 \d+/g) ?? []
  expect(new Set(lines).size).toBe(120)
})

test('each group of a grid starts a new page with header, page number and user', async () => {
  const columns = ['화주', '수량'].map((title) => ({ title, width: 90, align: 'left' as const }))
  const grid = {
    TITLE: '품목별 재고',
    CRITERIA: '화주 HANBIT',
    COLUMNS: columns,
    ROWS: [
      ['한빛', '3'],
      ['방청 스프레이', '3'],
      ['서진', '4'],
      ['세라믹 필터', '4'],
    ],
    TOTALS: ['', '7'],
  }
  const printWithBreaks = async (BREAKS?: number[]) => {
    const caller = { userId: 'super', language: 'ko' } as const
    return readPdfText(
      await renderPdf(gridDocument({ ...grid, ...(BREAKS && { BREAKS }) }, caller)),
    )
  }
  expect(await printWithBreaks()).toHaveLength(1)
  const [first = '', second = '', ...more] = await printWithBreaks([0, 2])
  expect(more).toEqual([])
  for (const sheet of [first, second]) {
    for (const part of ['화주 HANBIT', '수량', '출력 20', 'super']) expect(sheet).toContain(part)
  }
  expect([first, second].map((sheet) => /전체 \d+ \/ \d+/.exec(sheet)?.[0])).toEqual([
    '전체 1 / 2',
    '전체 2 / 2',
  ])
  expect([first.includes('한빛'), first.includes('서진'), second.includes('서진')]).toEqual([
    true,
    false,
    true,
  ])
  expect([first.includes('|7'), second.includes('|7')]).toEqual([false, true])
})

test('multiple copies are collated', async () => {
  const page = deliveryNote('SO1', 1)
  const sheets = readPdfText(
    await renderPdf({ ...getDocument(page, deliveryNote('SO2', 1)), copies: 2 }),
  )
  expect(sheets.map((sheet) => /SO\d/.exec(sheet)?.[0])).toEqual(['SO1', 'SO2', 'SO1', 'SO2'])
})

test('a landscape page is wider than high', async () => {
  const pdf = await renderPdf({ ...getDocument(deliveryNote('SO1', 1)), orientation: 'landscape' })
  expect(Buffer.from(pdf).toString('latin1')).toContain('/MediaBox [0 0 841.89 595.28]')
})

test.each(Object.entries(paperSizes))(
  'a delivery note on %s has that paper size and loses no text',
  async (paper, { width, height }) => {
    const document = getDocument(deliveryNote('SO1', 1))
    const pdf = await renderPdf({ ...document, paper: parsePaper(paper) ?? 'A4' })
    expect(Buffer.from(pdf).toString('latin1')).toContain(`/MediaBox [0 0 ${width} ${height}]`)
    const [sheet = ''] = readPdfText(pdf)
    for (const text of ['출고명세서', 'SO1', '서울마트 강남점', '1,200', '합계', '인수자']) {
      expect(sheet).toContain(text)
    }
  },
)

test('long words, unusual text and empty documents are printed', async () => {
  const odd: PrintPage = {
    heading: [],
    columns: [{ title: 'constructor', width: 1, align: 'left' }],
    rows: [['가'.repeat(400)], ['__proto__'], ['x'.repeat(300)], [''], ['두\n줄'], []],
  }
  const nothing: PrintPage = { ...odd, rows: [] }
  const sheets = readPdfText(await renderPdf(getDocument(odd, nothing)))
  expect(sheets[0]?.match(/가/g)).toHaveLength(400)
  expect(sheets[0]?.match(/x/g)).toHaveLength(300)
  expect(sheets[0]).toContain('__proto__')
  expect(sheets[1]).toContain('내역이 없습니다.')
})

const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index};`)

test.each([
  [
    'in the middle',
    80,
    [
      ['X0', 'a'],
      ['X1', words(2_000).join(' ')],
      ['X2', 'b'],
    ],
  ],
  [
    'in the first row',
    80,
    [
      ['X1', words(3_000).join(' ')],
      ['X2', 'b'],
    ],
  ],
  [
    'in a narrow column',
    10,
    [
      ['X0', 'a'],
      ['X1', words(900).join(' ')],
      ['X2', 'b'],
    ],
  ],
  [
    'with a line break after each word',
    80,
    [
      ['X1', words(150).join('\n')],
      ['X2', 'b'],
    ],
  ],
])('a text taller than a page %s is printed completely', async (_where, width, rows) => {
  const columns = [15, width].map((each) => ({ title: 'T', width: each, align: 'left' as const }))
  const page = { ...deliveryNote('SO1', 0), columns, rows }
  const sheets = readPdfText(await renderPdf(getDocument(page)))
  const printed = sheets.join('').replaceAll(/[| ]/g, '')
  const texts = rows.flat().flatMap((text) => text.split(/\s/))
  expect(texts.filter((text) => !printed.includes(text))).toEqual([])
})

test('a code its barcode cannot encode is printed as text without failing the document', async () => {
  const page: PrintPage = {
    ...deliveryNote('SO1', 1),
    barcode: { symbology: 'ean13', text: '123' },
  }
  const sheets = readPdfText(await renderPdf(getDocument(page, deliveryNote('SO2', 1))))
  expect(sheets[0]).toContain('123')
  expect(sheets).toHaveLength(2)
})

test('a document that cannot be laid out fails without affecting another', async () => {
  const broken = getDocument(deliveryNote('SO1', 1))
  Object.assign(broken, { pages: null })
  const [first, second] = await Promise.allSettled([
    renderPdf(broken),
    renderPdf(getDocument(deliveryNote('SO2', 1))),
  ])
  expect(first.status).toBe('rejected')
  expect(second.status).toBe('fulfilled')
})

test('the server remains responsive while a hundred documents are rendered', async () => {
  const notes = Array.from({ length: 100 }, (_, index) => deliveryNote(`SO${index}`, 30))
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  }, 1)
  const pdf = await renderPdf(getDocument(...notes))
  clearInterval(timer)
  expect(readPdfText(pdf).length).toBeGreaterThanOrEqual(100)
  // Rendering on the server's own thread would leave hardly any turns of the event loop.
  expect(turns).toBeGreaterThan(20)
})
