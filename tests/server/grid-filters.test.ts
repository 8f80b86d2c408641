import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { code, date, dateTime, quantity, text, type WireRow } from '#kernel/field.ts'
import { defineQuery } from '#kernel/operation.ts'
import { filterOperators, type FilterRequest } from '#server/engine/filter-sql.ts'
import { footerKinds, computeFooters } from '#server/engine/footers.ts'
import { handleQuery } from '#server/engine/handler.ts'
import { countRows, runQuery } from '#server/engine/run-query.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import type { GridColumn } from '#ui/grid/columns/column.ts'
import { GridModel } from '#ui/grid/model/grid-model.ts'
import { testLabel, columnLabels } from '#tests/support/labels.ts'

let site: TestSite
let admin: TestUser
let rows: WireRow[]

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  rows = await runQuery(site.db, things, caller, { search: {} })
})
afterAll(() => site.close())

/**
 * Empty values, mixed case, wildcard characters, and numbers that doubles cannot add up exactly.
 */
const things = handleQuery(
  defineQuery({
    name: 'test/things',
    title: testLabel('Test'),
    menus: ['grid'],
    action: 'search',
    scope: 'company',
    bound: 'open',
    search: {},
    output: {
      CODE: code(testLabel('Code')),
      NAME: text(testLabel('Name')),
      QTY: quantity(columnLabels.QTY),
      DAY: date(testLabel('Day')),
      AT: dateTime(testLabel('Moment')),
    },
  }),
  'v.place',
  () => sql`
    select n as place,
      (array['SKU_1', 'SKU11', 'sku-2', 'A%B', '가방', null, '', 'B'])[1 + n % 8] as code,
      (array['비타민 C', '비타민 D', '100%', 'a_b', null])[1 + n % 5] as name,
      (array[0.1, 0.2, 3, null, 12345678901234.567, -7, 1000])[1 + n % 7]::numeric as qty,
      case when n % 4 > 0 then date '2027-01-30' + n % 3 end as day,
      case when n % 3 > 0 then timestamptz '2026-11-20 00:00+09' + n * interval '7 hours' end as at
    from generate_series(0, 279) n`,
)
const caller = {
  userId: 'admin',
  scope: { wcode: 'W01', owners: null },
  language: 'ko',
  today: '20261120',
} as const

const kinds = { CODE: 'text', NAME: 'text', QTY: 'number', DAY: 'date', AT: 'datetime' } as const
const values: Readonly<Record<keyof typeof kinds, FilterRequest['VALUES']>> = {
  CODE: ['SKU_1', 'sku', 's%1', ''],
  NAME: ['비타민', '%_b', '100%', null],
  QTY: [0.1, 3, '1000', null],
  DAY: ['20270131', '20270130', '20270201', null],
  AT: ['20261121000000', '20261120070000', '20261201120000', null],
}

/** Applies the same conditions in a grid model that holds the rows. */
function createFilteredGrid(
  filters: readonly FilterRequest[],
  footer?: (typeof footerKinds)[number],
): GridModel {
  const columns: GridColumn[] = Object.entries(kinds).map(([id, kind]) => {
    return { id, title: id, kind, width: 80, footer }
  })
  const model = new GridModel({ columns })
  model.setData(rows)
  model.filter(
    filters.map(({ COLUMN, OPERATOR, VALUES }) => {
      return { column: COLUMN, operator: OPERATOR, values: VALUES }
    }),
  )
  return model
}

const getRows = (model: GridModel) =>
  Array.from({ length: model.rowCount }, (_, index) => model.rowId(index))

describe('filter conditions on the server', () => {
  const columns = Object.keys(kinds) as (keyof typeof kinds)[]
  test.each(filterOperators)(
    '%s matches the same rows as in a grid that has them loaded',
    async (OPERATOR) => {
      for (const COLUMN of columns) {
        const [first = null, second = null, third = null, blank = null] = values[COLUMN]
        const isText = COLUMN === 'CODE' || COLUMN === 'NAME'
        // The database collation orders text differently, so ranges of text only use equal bounds.
        const ranges = isText ? [[first, first]] : [[second, third]]
        const singles =
          OPERATOR.length < 3 && isText && OPERATOR !== '=' ? [] : [first, second, third]
        const lists = OPERATOR.endsWith('In') ? [[first, third], [second, blank], []] : ranges
        const tried = OPERATOR.includes('In') || OPERATOR.includes('Between') ? lists : []
        if (tried.length === 0) tried.push(...singles.map((filter) => [filter]))
        if (OPERATOR === '=') tried.push([blank])
        for (const VALUES of tried) {
          const filters = [{ COLUMN, OPERATOR, VALUES }]
          const found = await runQuery(site.db, things, caller, { search: {}, filters })
          const model = createFilteredGrid(filters)
          const kept = getRows(model).map((at) => rows[at])
          expect(found, `${COLUMN} ${OPERATOR} ${VALUES.join()}`).toEqual(kept)
          expect(await countRows(site.db, things, caller, { search: {}, filters })).toBe(
            kept.length,
          )
        }
      }
    },
  )

  test.each([
    ['DAY', '20270230'],
    ['AT', '20261120250000'],
    ['QTY', 'x'],
  ])('a value invalid for %s is rejected: %s', async (COLUMN, value) => {
    const filters: FilterRequest[] = [{ COLUMN, OPERATOR: '=', VALUES: [value] }]
    const request = runQuery(site.db, things, caller, { search: {}, filters })
    await expect(request).rejects.toMatchObject({ status: 422, code: 'SEARCH_INVALID' })
  })

  test('several conditions, even on one column, must all match', async () => {
    const filters: FilterRequest[] = [
      { COLUMN: 'QTY', OPERATOR: '>', VALUES: [0.1] },
      { COLUMN: 'QTY', OPERATOR: '<', VALUES: ['1000'] },
      { COLUMN: 'CODE', OPERATOR: 'Not In', VALUES: ['B', ''] },
    ]
    const found = await runQuery(site.db, things, caller, { search: {}, filters })
    expect(found.length).toBeGreaterThan(0)
    expect(found).toEqual(getRows(createFilteredGrid(filters)).map((at) => rows[at]))
  })
})

describe('column footers', () => {
  test.each(footerKinds)(
    '%s equals the value the grid calculates, to the last digit',
    async (KIND) => {
      for (const filters of [
        [],
        [{ COLUMN: 'CODE', OPERATOR: 'Like', VALUES: ['sku'] }],
      ] as const) {
        const footers = Object.keys(kinds)
          .filter((COLUMN) => !['SUM', 'AVG'].includes(KIND) || COLUMN === 'QTY')
          .map((COLUMN) => ({ COLUMN, KIND }))
        const request = { search: {}, filters, footers }
        const found = await computeFooters(site.db, things, caller, request)
        const model = createFilteredGrid(filters, KIND)
        const known = footers.map(({ COLUMN }) => model.footerValue(COLUMN))
        // Grids show averages as doubles.
        const formatFooter = (value: unknown) => String(KIND === 'AVG' ? Number(value) : value)
        expect(found.map(formatFooter)).toEqual(known.map(formatFooter))
      }
    },
  )

  test('footers of no rows are empty, with a count of zero', async () => {
    const filters: FilterRequest[] = [{ COLUMN: 'CODE', OPERATOR: '=', VALUES: ['NOBODY'] }]
    const footers = footerKinds.map((KIND) => ({ COLUMN: 'QTY', KIND }))
    const found = await computeFooters(site.db, things, caller, { search: {}, filters, footers })
    expect(found).toEqual([null, 0, null, null, null])
  })
})

test('large-grid queries work over HTTP, and unknown columns and invalid values are rejected', async () => {
  const queryBench = (extra: object) =>
    admin.call('/api/wms/system/grid-bench', { SEARCH: { ROWS: 1000 }, ...extra })
  const FILTERS = [{ COLUMN: 'ID', OPERATOR: 'Not Between', VALUES: [11, 1000] }]
  expect((await queryBench({ FILTERS, COUNT: 'Y' })).body.data).toEqual({ ROWS: 10 })
  const FOOTERS = [{ COLUMN: 'ID', KIND: 'SUM' }]
  expect((await queryBench({ FILTERS, FOOTERS })).body.data).toEqual({ FOOTERS: ['55'] })
  for (const bad of [
    { FILTERS: [{ COLUMN: 'ID; drop table stock', OPERATOR: '=', VALUES: [1] }] },
    { FILTERS: [{ COLUMN: 'ID', OPERATOR: '=', VALUES: ['x'] }] },
    { FOOTERS: [{ COLUMN: 'NOBODY', KIND: 'SUM' }] },
  ]) {
    expect((await queryBench(bad)).status).toBe(422)
  }
  expect(
    (await queryBench({ FILTERS: [{ COLUMN: 'ID', OPERATOR: '<>', VALUES: [1] }] })).status,
  ).toBe(400)
})
