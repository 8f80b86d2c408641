import { expect, test } from 'vitest'
import { isSummary } from '#kernel/summary.ts'
import { paneScreens } from '#tests/support/all-screens.ts'

/** Columns that say nothing more once others do: a cell has one kind, a document one state. */
const saidBy: Readonly<Record<string, string>> = {
  // The ledger shows all work of a user, whatever kind.
  USER_ID: 'USER_NM WORK_CD',
  CELL_CD: 'ZONE_CD CELL_TYPE_CD USED_YN',
  // All of a document is shown, with what was taken back, when and by whom.
  DOC_NO: `RECEIPT_DT RECEIPT_NO STATE_CD OWNER_CD SUPPLIER_CD OWNER_ORDER_NO SHIPMENT_DT SHIPMENT_NO
    SHIP_TO_CD CANCEL_DT CANCEL_CD STOCK_CD REASON USER_ID`,
}

const drilled = paneScreens.filter(({ drill, sources }) => {
  return drill && sources.grid && isSummary(sources.grid.source)
})

test.each(drilled.map((screen) => [screen.route, screen] as const))(
  'a row of %s opens as what it is made of, narrowed by each of its groups',
  (_, { drill, sources }) => {
    const finer = paneScreens.find(({ route }) => route === drill?.to)?.sources.grid?.source
    const source = sources.grid?.source
    if (!source || !isSummary(source) || !finer) throw new Error(`there is no ${drill?.to}`)
    const asked = Object.entries(drill?.with ?? {}).flat()
    const columns = source.keys.map(({ column }) => column)
    const said = new Set([...columns, ...asked].flatMap((name) => saidBy[name]?.split(/\s+/) ?? []))
    const lost = columns.filter((name) => {
      return !Object.hasOwn(finer.search, name) && !said.has(name) && !asked.includes(name)
    })
    expect(lost).toEqual([])
  },
)

const rows = paneScreens.filter(({ drill, sources }) => {
  return drill && sources.grid && !isSummary(sources.grid.source)
})

test.each(rows.map((screen) => [screen.route, screen] as const))(
  'a row of %s opens what it names, by columns that it has',
  (_, { drill, sources }) => {
    const finer = paneScreens.find(({ route }) => route === drill?.to)?.sources.grid?.source
    const pairs = Object.entries(drill?.with ?? {})
    // What was searched for goes along: a trace is of one lot already.
    const shared = Object.keys(sources.grid?.source.search ?? {}).filter((name) => {
      return Object.hasOwn(finer?.search ?? {}, name)
    })
    expect([...pairs.map(([asked]) => asked), ...shared]).toContain('LOT_NO')
    for (const [asked, column] of pairs) {
      expect(Object.keys(finer?.search ?? {})).toContain(asked)
      expect(Object.keys(sources.grid?.source.output ?? {})).toContain(column)
    }
  },
)
