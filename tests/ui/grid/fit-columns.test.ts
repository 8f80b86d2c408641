import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { GridColumn } from '#ui/grid/columns/column.ts'
import { measureCharacters } from '#ui/grid/columns/text-width.ts'
import { stepAfterCommit } from '#ui/grid/grid-keys.ts'
import { GridModel } from '#ui/grid/model/grid-model.ts'
import { footerText } from '#ui/grid/model/footer-text.ts'
import { cellWidth, FOLD_MARK, fitColumns, type ContentWidth } from '#ui/grid/model/fit-columns.ts'

const column = (id: string, more: Partial<GridColumn> = {}): GridColumn => ({
  id,
  title: id,
  kind: 'text',
  width: 200,
  ...more,
})

const filled = (width: number): ContentWidth => ({ width, isEmpty: false })
const ids = (columns: readonly GridColumn[]) => columns.map(({ id }) => id)
const total = (columns: readonly GridColumn[]) => columns.reduce((sum, { width }) => sum + width, 0)

describe('columns in the available width', () => {
  test('columns keep their declared width if it fits', () => {
    const columns = [column('a'), column('b')]
    const fitted = fitColumns(columns, 500, () => filled(60))
    expect(fitted).toEqual({ columns, folded: 0 })
  })

  test('columns shrink to their content if needed, and none is folded', () => {
    const columns = ['a', 'b', 'c', 'd'].map((id) => column(id))
    const fitted = fitColumns(columns, 500, () => filled(110))
    expect(fitted.folded).toBe(0)
    expect(total(fitted.columns)).toBeLessThanOrEqual(500)
  })

  test('empty columns fold first, then columns from the right, but never input columns', () => {
    const columns = [
      column('owner'),
      column('lot', { title: 'lot number' }),
      column('qty', { kind: 'number' }),
      column('cbm', { kind: 'number' }),
      column('to', { editable: true, required: true }),
    ]
    const measure = ({ id }: GridColumn) =>
      id === 'lot' ? { width: 0, isEmpty: true } : filled(99)
    expect(ids(fitColumns(columns, 430, measure).columns)).toEqual(['owner', 'qty', 'cbm', 'to'])
    const narrow = fitColumns(columns, 340, measure)
    expect(ids(narrow.columns)).toEqual(['owner', 'qty', 'to'])
    expect(narrow.folded).toBe(2)
  })

  test.each([
    'RC-20261126-0412',
    // Approval number of a tax invoice.
    '202611030120261103100000',
    // Cargo number, and numbers of a customs report and declaration.
    '26DEMO0457I00040010',
    '0209999926P0000001',
    '1309026700001M',
  ])('document numbers are shown in full or not at all: %s', (number) => {
    const model = new GridModel({
      columns: [column('DOC_NO'), column('NAME'), column('TO', { editable: true, required: true })],
    })
    model.setData([{ DOC_NO: number, NAME: 'x'.repeat(40), TO: 'y'.repeat(40) }])
    model.fitToWidth(340, true)
    expect(model.drawn[0]?.width).toBeGreaterThanOrEqual(cellWidth(number))
  })

  test('a leading input number has its full width before it has a value', () => {
    const number = '1309026700001M'
    const typed = column('BASIS_NO', { editable: true, width: 118 })
    const content = ({ id }: GridColumn): ContentWidth =>
      id === 'BASIS_NO' ? { width: 0, isEmpty: true } : filled(180)
    const widthOf = (leads: boolean) => {
      const columns = [column('CARGO_NO'), { ...typed, leads }, column('NAME'), column('GOODS')]
      return fitColumns(columns, 400, content).columns.find(({ id }) => id === 'BASIS_NO')?.width
    }
    expect(widthOf(false)).toBeLessThan(cellWidth(number))
    expect(widthOf(true)).toBeGreaterThanOrEqual(cellWidth(number))
  })

  test('adjacent figure columns leave less space between them than other columns', () => {
    const days = Array.from({ length: 31 }, (_, at) =>
      column(`QTY__${at + 1}`, { kind: 'number', title: `${at + 1}일`, footer: 'SUM', width: 80 }),
    )
    const shown = (isClose: boolean) => {
      const columns = [column('STOCK_CD'), ...days.map((day) => ({ ...day, isClose }))]
      const model = new GridModel({ columns })
      const row = Object.fromEntries(days.map(({ id }) => [id, 61]))
      model.setData(Array.from({ length: 20 }, () => ({ STOCK_CD: 'SKU', ...row })))
      model.fitToWidth(860, true)
      return model.drawn.length - 1
    }
    expect(shown(true)).toBeGreaterThanOrEqual(shown(false) + 3)
  })

  test('leading columns remain visible, and rarely used input columns fold while empty', () => {
    const columns = [
      ...['no', 'month', 'state', 'currency', 'due'].map((id) => column(id)),
      column('buyer', { leads: true }),
      column('cash', { editable: true, seldom: true }),
      column('net', { kind: 'number', footer: 'SUM' }),
    ]
    const content = (cash: ContentWidth) => (each: GridColumn) =>
      each.id === 'cash' ? cash : filled(99)
    const empty = fitColumns(columns, 560, content({ width: 0, isEmpty: true }))
    expect(ids(empty.columns)).toEqual(['no', 'month', 'state', 'buyer', 'net'])
    const typed = fitColumns(columns, 560, content(filled(99)))
    expect(ids(typed.columns)).toEqual(['no', 'month', 'state', 'buyer', 'cash'])
  })

  test.each(['frozen', 'identifies', 'isItem', 'required'])(
    'other columns fold before the text that distinguishes rows is cut: %s',
    (mark) => {
      const columns = [
        column('code', { width: 120, [mark]: true }),
        ...['a', 'b', 'c', 'd'].map((id) => column(id)),
      ]
      const content = ({ id }: GridColumn) => filled(id === 'code' ? 190 : 170)
      const fitted = fitColumns(columns, 620, content)
      expect(fitted.columns[0]?.width).toBeGreaterThanOrEqual(190)
      expect(total(fitted.columns)).toBeLessThanOrEqual(620)
      const narrow = fitColumns(columns.slice(0, 2), 200, content)
      expect(total(narrow.columns)).toBeLessThanOrEqual(200)
    },
  )

  test('read-only columns that rarely have a value are shown once a row has one', () => {
    const columns = [column('zone'), column('rate', { kind: 'number', seldom: true })]
    const shown = (isEmpty: boolean) =>
      ids(
        fitColumns(columns, 900, ({ id }) => ({ width: 60, isEmpty: isEmpty && id === 'rate' }))
          .columns,
      )
    expect(shown(true)).toEqual(['zone'])
    expect(shown(false)).toEqual(['zone', 'rate'])
  })

  test('remaining width is given to truncated names first', () => {
    const columns = [column('state'), column('name', { width: 80 })]
    const content = ({ id }: GridColumn) => filled(id === 'name' ? 130 : 60)
    expect(fitColumns(columns, 240, content).columns.map(({ width }) => width)).toEqual([110, 130])
  })

  test('columns always fit, without cutting a number or folding a required input', () => {
    const any = fc.record({
      width: fc.integer({ min: 28, max: 400 }),
      content: fc.integer({ min: 0, max: 300 }),
      isEmpty: fc.boolean(),
      kind: fc.constantFrom('text' as const, 'number' as const, 'date' as const),
      editable: fc.boolean(),
    })
    fc.assert(
      fc.property(
        fc.array(any, { maxLength: 30 }),
        fc.integer({ min: 200, max: 1600 }),
        (all, room) => {
          const columns = all.map(({ width, kind, editable }, index) =>
            column(`c${index}`, { width, kind, editable, required: editable }),
          )
          const getContent = ({ id }: GridColumn): ContentWidth => {
            const found = all[Number(id.slice(1))]
            return { width: found?.content ?? 0, isEmpty: found?.isEmpty === true }
          }
          const fitted = fitColumns(columns, room, getContent)
          const shown = new Set(ids(fitted.columns))
          expect(
            columns.filter((candidate) => candidate.editable === true && !shown.has(candidate.id)),
          ).toEqual([])
          for (const each of fitted.columns) {
            if (each.kind !== 'text')
              expect(each.width).toBeGreaterThanOrEqual(getContent(each).width)
          }
          const isFoldable = fitted.columns.filter((other) => other.editable !== true).length > 2
          const space = fitted.folded > 0 ? room - FOLD_MARK : room
          if (isFoldable) expect(total(fitted.columns)).toBeLessThanOrEqual(space)
          expect(shown.size + fitted.folded).toBe(columns.length)
        },
      ),
    )
  })
})

test('numbers use the width of their font, and a font change refits the grid', () => {
  const model = new GridModel({
    columns: [column('NAME'), column('DAY', { kind: 'date', width: 20 })],
  })
  model.setData([{ NAME: 'x'.repeat(90), DAY: '20261124' }])
  const dayWidth = () => {
    model.fitToWidth(300, true)
    return model.drawn.find(({ id }) => id === 'DAY')?.width ?? 0
  }
  const ruler = (letter: number) => ({
    font: '',
    measureText: (text: string) => ({
      width: Array.from(text).reduce((sum, character) => sum + (character < '가' ? letter : 13), 0),
    }),
  })
  measureCharacters(ruler(6.5), ['cells'])
  expect(dayWidth()).toBe(10 * 6.5 + 17)
  measureCharacters(ruler(7), ['cells'])
  expect(dayWidth()).toBe(10 * 7 + 17)
  measureCharacters(ruler(6.5), ['cells'])
})

test('a sum has its full width and decimals, even if its values are further down', () => {
  const won = column('WON', { kind: 'number', scale: 6, width: 20, footer: 'SUM' })
  const model = new GridModel({ columns: [column('NAME'), won] })
  const rows = Array.from({ length: 400 }, (_, index) => ({
    NAME: 'x',
    WON: index < 300 ? 0 : 47_006.25,
  }))
  model.setData(rows)
  model.fitToWidth(300, true)
  expect(model.drawn[1]?.width).toBeGreaterThanOrEqual(cellWidth('4,700,625.00'))
})

describe('values that are missing in the first rows', () => {
  const makeRows = (count: number, value: (at: number) => Record<string, string | number | null>) =>
    Array.from({ length: count }, (_, index) => ({ NAME: 'x'.repeat(60), ...value(index) }))
  const widthOf = (model: GridModel, id: string) =>
    model.drawn.find((drawn) => drawn.id === id)?.width ?? 0

  test.each([
    ['date', 'VALID', '20271001', '2027-10-01'],
    ['datetime', 'AT', '20271001093000', '2027-10-01 09:30:00'],
  ] as const)(
    'a %s has its full width even if the first rows have none',
    (kind, id, value, shown) => {
      const model = new GridModel({ columns: [column('NAME'), column(id, { kind, width: 20 })] })
      model.setData(makeRows(700, (at) => ({ [id]: at === 699 ? value : null })))
      model.fitToWidth(300, true)
      expect(widthOf(model, id)).toBeGreaterThanOrEqual(cellWidth(shown))
    },
  )

  test('text in later rows is measured', () => {
    const model = new GridModel({ columns: [column('NAME'), column('LOT_NO', { width: 60 })] })
    model.setData(makeRows(700, (at) => ({ LOT_NO: at < 300 ? null : 'LM261022-3' })))
    model.fitToWidth(300, true)
    expect(widthOf(model, 'LOT_NO')).toBeGreaterThanOrEqual(60)
  })

  test('row numbers of a sheet get wider as its rows arrive', () => {
    const number = column('ROW', { kind: 'number', width: 20, frozen: true })
    const model = new GridModel({ columns: [number, column('NAME')] })
    model.setData(makeRows(90, (at) => ({ ROW: at + 2 })))
    model.fitToWidth(300, false)
    const first = widthOf(model, 'ROW')
    model.appendRows(makeRows(1200, (at) => ({ ROW: at + 92 })))
    model.fitToWidth(300, false)
    expect(widthOf(model, 'ROW')).toBeGreaterThan(first)
    expect(widthOf(model, 'ROW')).toBeGreaterThanOrEqual(cellWidth('1,291'))
  })

  test('a number that comes into view is shown in full', () => {
    const number = column('QTY', { kind: 'number', width: 20 })
    const model = new GridModel({ columns: [column('NAME'), number] })
    model.setData(makeRows(5000, (at) => ({ QTY: at === 1234 ? 123_456_789 : 5 })))
    model.fitToWidth(300, true, { first: 0, count: 30 })
    expect(widthOf(model, 'QTY')).toBeLessThan(cellWidth('123,456,789'))
    model.fitToWidth(300, true, { first: 1220, count: 30 })
    expect(widthOf(model, 'QTY')).toBeGreaterThanOrEqual(cellWidth('123,456,789'))
    model.fitToWidth(300, true, { first: 0, count: 30 })
    expect(widthOf(model, 'QTY')).toBeGreaterThanOrEqual(cellWidth('123,456,789'))
  })
})

test('a negative sum has space for its sign', () => {
  const kg = column('KG', { kind: 'number', scale: 3, width: 20, footer: 'SUM' })
  const model = new GridModel({ columns: [column('NAME'), kg] })
  model.setData([-3.833, -0.492, -7.718, 1.246].map((KG) => ({ NAME: 'x', KG })))
  model.fitToWidth(300, true)
  expect(model.drawn[1]?.width).toBeGreaterThanOrEqual(cellWidth('-10.797'))
})

describe('the sum below a column', () => {
  const getFooter = (column: GridColumn, values: readonly number[], more = {}) => {
    const model = new GridModel({ columns: [{ ...column, width: 20, footer: 'SUM', ...more }] })
    model.setData(values.map((value) => ({ [column.id]: value })))
    model.fitToWidth(300, true, { first: 0, count: 30 })
    return [model.drawn[0]?.width ?? 0, footerText(model, model.drawn[0] ?? column)] as const
  }
  const many = (count: number, value: (at: number) => number) =>
    Array.from({ length: count }, (_, index) => value(index))

  test.each([
    ['its large values are in the last rows', many(6000, (at) => (at < 5000 ? 0 : 1_000_000)), {}],
    ['only the last rows have decimals', many(6000, (at) => (at < 5900 ? 1 : 1.388)), { scale: 3 }],
    ['its decimals are fixed', many(6, () => 275.898), { scale: 3, minDecimals: 6 }],
    ['it is an average with more decimals', many(7, (at) => at), { footer: 'AVG' }],
    ['it is a custom text', many(7, (at) => at), { footer: () => 'seven rows in total' }],
  ])('fits in full if %s', (_, values, more) => {
    const [width, text] = getFooter(column('CBM', { kind: 'number' }), values, more)
    expect(text).not.toBe('')
    expect([text, width]).toEqual([text, expect.any(Number)])
    expect(width, text).toBeGreaterThanOrEqual(cellWidth(text))
  })
})

describe('a fitted grid', () => {
  const createWide = () => {
    const model = new GridModel({
      columns: [
        column('STOCK_CD'),
        column('STOCK_NM', { isItem: true }),
        ...Array.from({ length: 9 }, (_, index) => column(`N${index}`, { kind: 'number' })),
        column('TO', { editable: true }),
      ],
    })
    model.setData([{ STOCK_CD: 'A', STOCK_NM: 'B', N0: 1_234_567, N8: 7 }])
    return model
  }

  test('folds its empty columns and keeps the current cell on its column', () => {
    const model = createWide()
    model.setCurrent(0, 'TO')
    model.fitToWidth(420, true)
    expect(ids(model.drawn)).toContain('N8')
    expect(ids(model.drawn)).toContain('TO')
    expect(model.folded).toBe(12 - model.drawn.length)
    expect(model.current?.column).toBe('TO')
    expect(model.drawn.find(({ id }) => id === 'N0')?.width).toBeGreaterThanOrEqual(
      cellWidth('1,234,567'),
    )
  })

  test('unfolds when a folded column becomes current, and freezes the item next to the inputs', () => {
    const model = createWide()
    model.fitToWidth(420, true)
    expect(ids(model.drawn)).not.toContain('N5')
    model.setCurrent(0, 'N5')
    expect(model.current?.column).toBe('N5')
    model.fitToWidth(900, true)
    expect(model.folded).toBe(0)
    expect(ids(model.drawn).slice(0, 3)).toEqual(['STOCK_CD', 'STOCK_NM', 'TO'])
    expect(model.drawn.filter(({ frozen }) => frozen === true)).toHaveLength(2)
    model.toggleFold()
    model.fitToWidth(420, true)
    expect(model.folded).toBeGreaterThan(0)
  })

  test('Home right after unfolding goes to the column that is first when they are drawn', () => {
    const model = createWide()
    model.rearrangeColumns([
      ...model.columns.slice(2, 11),
      ...model.columns.slice(0, 2),
      ...model.columns.slice(11),
    ])
    model.fitToWidth(420, true)
    model.toggleFold()
    expect(model.folded).toBe(0)
    model.cursor.goTo({ at: 0 }, model.bounds, false)
    const first = model.current?.column
    model.fitToWidth(420, true)
    expect(model.current?.column).toBe(first)
    expect(model.cursor.place?.at).toBe(0)
  })

  test.each([
    ['from the last shown input', 0, 'T0', 1, 'T0'],
    ['backwards to the row above', 1, 'T0', -1, 'T0'],
  ] as const)('Tab never enters a folded column: %s', (_case, row, from, by, to) => {
    const model = new GridModel({
      columns: [
        column('KEY', { frozen: true }),
        column('T0', { editable: true, required: true }),
        ...Array.from({ length: 9 }, (_, index) => column(`T${index + 1}`, { editable: true })),
      ],
    })
    model.setData([{ KEY: 'A' }, { KEY: 'B' }, { KEY: 'C' }])
    model.fitToWidth(200, true)
    expect(ids(model.drawn)).toEqual(['KEY', 'T0'])
    model.setCurrent(row, from)
    expect(stepAfterCommit(model, 'Tab', by < 0)).toBe(true)
    expect(model.current).toEqual({ row: row + by, column: to })
    expect(ids(model.drawn)).toEqual(['KEY', 'T0'])
    expect(stepAfterCommit(model, 'Tab', false)).toBe(true)
    expect(ids(model.drawn)).toEqual(['KEY', 'T0'])
  })

  test('freezes only the item if the columns to its left would take half the width', () => {
    const model = createWide()
    model.fitToWidth(420, true)
    model.setCurrent(0, 'N5')
    const item = model.column('STOCK_NM')?.width ?? 0
    model.fitToWidth(2 * item + 50, true)
    expect(ids(model.drawn).slice(0, 2)).toEqual(['STOCK_NM', 'TO'])
    expect(model.drawn.filter(({ frozen }) => frozen === true)).toHaveLength(1)
  })

  test('keeps a width set by the user, and its layout does not record folding', () => {
    const model = createWide()
    model.setColumnWidth('N8', 260)
    model.fitToWidth(420, true)
    expect(model.drawn.find(({ id }) => id === 'N8')?.width).toBe(260)
    expect(model.layout().columns.every(({ hidden }) => !hidden)).toBe(true)
    expect(model.layout().columns[0]?.width).toBe(200)
  })
})
