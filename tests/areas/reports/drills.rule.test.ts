import { expect, test } from 'vitest'
import type { Fields } from '#kernel/field.ts'
import type { Query } from '#kernel/operation.ts'
import type { Drill } from '#kernel/screen.ts'
import type { PaneScreen } from '#kernel/pane-screen.ts'
import { isSummary } from '#kernel/summary.ts'
import { reportsArea } from '#areas/reports/area.ts'
import { paneScreens } from '#tests/support/all-screens.ts'

/** Columns that say nothing more once others do: a cell has one kind, a document one state. */
const saidBy: Readonly<Record<string, string>> = {
  // The ledger shows all work of a user, whatever kind.
  USER_ID: 'USER_NM',
  CELL_CD: 'ZONE_CD CELL_TYPE_CD USED_YN TEMPERATURE_CD LOCK_YN EMPTY_SINCE_DT',
  // All of a lot is shown, in whatever condition.
  LOT_NO: 'RECEIVED_DT CONDITION_CD BONDED_CD',
  // All of a document is shown, with what was taken back, when and by whom.
  DOC_NO: `RECEIPT_DT RECEIPT_NO STATE_CD OWNER_CD SUPPLIER_CD OWNER_ORDER_NO SHIPMENT_DT SHIPMENT_NO
    SHIP_TO_CD CANCEL_DT CANCEL_CD STOCK_CD REASON USER_ID`,
}

/** The question that Enter on a row of a screen asks. */
const finerOf = ({ drill }: PaneScreen): Query | undefined =>
  drill?.rows ?? paneScreens.find(({ route }) => route === drill?.to)?.sources.grid?.source

const drilled = paneScreens.filter(({ drill, sources }) => {
  return drill && sources.grid && isSummary(sources.grid.source)
})

test.each(drilled.map((screen) => [screen.route, screen] as const))(
  'a row of %s opens as what it is made of, narrowed by each of its groups',
  (_, screen) => {
    const { drill, sources } = screen
    const finer = finerOf(screen)
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
  (_, screen) => {
    const { drill, sources } = screen
    const finer = finerOf(screen)
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

const leading = paneScreens.filter(({ drill }) => drill !== undefined)

/** Codes of one list are searched for in no other: pairs that do, as `MOVEMENT_CD of WORK_CD`. */
function crossed(asked: Fields, given: Fields, pairs: readonly (readonly [string, string])[]) {
  return pairs.flatMap(([name, column]) => {
    const [to, from] = [asked[name], given[column]]
    if (!to || !from || (to.kind === from.kind && to.codes === from.codes)) return []
    return [`${name} of ${column}`]
  })
}

test.each(leading.map((screen) => [screen.route, screen] as const))(
  'what Enter on %s searches by is read off columns of the same kind and code list',
  (_, screen) => {
    const { drill, sources } = screen
    const source = sources.grid?.source
    const finer = finerOf(screen)
    if (!source || !finer) throw new Error(`there is no ${drill?.to}`)
    const groups = isSummary(source) ? source.keys.map(({ column }) => column) : []
    const same = [...Object.keys(source.search), ...groups].map((name) => [name, name] as const)
    const given = isSummary(source) ? { ...source.source.output, ...source.output } : source.output
    const pairs = [...same, ...Object.entries(drill?.with ?? {})]
    expect(crossed(finer.search, { ...source.search, ...given }, pairs)).toEqual([])
    for (const [name, column] of Object.entries(drill?.with ?? {})) {
      expect(Object.keys(finer.search)).toContain(name)
      expect(Object.keys(given)).toContain(column)
    }
    if (!drill?.rows || !drill.next) return
    const { to, with: filled } = drill.next
    const next = paneScreens.find(({ route }) => route === to)?.sources.grid?.source
    const further = Object.entries(filled)
    for (const [name, column] of further) {
      expect(Object.keys(next?.search ?? {})).toContain(name)
      expect(Object.keys(finer.output)).toContain(column)
    }
    expect(crossed(next?.search ?? {}, finer.output, further)).toEqual([])
  },
)

const reports = new Set(
  reportsArea.menus.flatMap(({ entries }) => entries.map(({ route }) => route)),
)

test.each(
  paneScreens.filter(({ route }) => reports.has(route)).map((one) => [one.route, one] as const),
)('from %s Enter leads, step by step, to rows of the ledger', (_, screen) => {
  const ledger = ['inventory/movements', 'inventory/own-movements']
  const way = [screen.route]
  let at: PaneScreen | undefined = screen
  while (at && at.sources.grid?.source.name !== 'inventory/movements') {
    const drill: Drill | undefined = at.drill
    const isEnd = ledger.includes(drill?.rows?.name ?? '')
    const to: string | undefined = drill?.rows ? drill.next?.to : drill?.to
    expect(isEnd || to !== undefined, way.join(' → ')).toBe(true)
    if (isEnd) return
    expect(way, 'leads in a circle').not.toContain(to)
    way.push(String(to))
    at = paneScreens.find(({ route }) => route === to)
  }
  expect(at?.sources.grid?.source.name, way.join(' → ')).toBe('inventory/movements')
})
