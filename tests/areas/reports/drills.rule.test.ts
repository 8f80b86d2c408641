import { expect, test } from 'vitest'
import type { Fields } from '#kernel/field.ts'
import type { Query } from '#kernel/operation.ts'
import type { Drill } from '#kernel/screen.ts'
import type { PaneScreen } from '#kernel/pane-screen.ts'
import { isSummary } from '#kernel/summary.ts'
import { reportsArea } from '#areas/reports/area.ts'
import { paneScreens } from '#tests/support/all-screens.ts'

/** Columns determined by another column: a cell has one type, a document one status. */
const columnsByName: Readonly<Record<string, string>> = {
  // The ledger as a target shows all work of a user, regardless of its type.
  USER_ID: 'USER_NM',
  CELL_CD: 'ZONE_CD CELL_TYPE_CD USED_YN TEMPERATURE_CD LOCK_YN EMPTY_SINCE_DT',
  // The target shows the complete lot, regardless of condition.
  LOT_NO: 'RECEIVED_DT CONDITION_CD BONDED_CD',
  // The target shows the complete document with its reversals, their dates and users.
  DOC_NO: `RECEIPT_DT RECEIPT_NO STATE_CD OWNER_CD SUPPLIER_CD OWNER_ORDER_NO SHIPMENT_DT SHIPMENT_NO
    SHIP_TO_CD CANCEL_DT CANCEL_CD STOCK_CD REASON USER_ID`,
}

const columnTexts = ({ route, drill }: PaneScreen): string =>
  `${route} drills to ${drill?.rows?.name ?? drill?.to ?? 'nothing'}`

const drillTarget = ({ drill }: PaneScreen): Query | undefined =>
  drill?.rows ?? paneScreens.find(({ route }) => route === drill?.to)?.sources.grid?.source

const drilled = paneScreens.filter(({ drill, sources }) => {
  return drill && sources.grid && isSummary(sources.grid.source)
})

test.each(drilled.map((screen) => [screen.route, screen] as const))(
  'a row of %s drills to its source rows, filtered by each of its groups',
  (_, screen) => {
    const { drill, sources } = screen
    const finer = drillTarget(screen)
    const source = sources.grid?.source
    if (!source || !isSummary(source) || !finer) throw new Error(`there is no ${drill?.to}`)
    const request = Object.entries(drill?.with ?? {}).flat()
    const columns = source.keys.map(({ column }) => column)
    const shown = new Set(
      [...columns, ...request].flatMap((name) => columnsByName[name]?.split(/\s+/) ?? []),
    )
    const lost = columns.filter((name) => {
      return !Object.hasOwn(finer.search, name) && !shown.has(name) && !request.includes(name)
    })
    expect(
      lost,
      `${columnTexts(screen)} without these groups of its row: add them to \`with\`, to the search of ` +
        `${finer.name}, or to \`saidBy\` if other groups imply them`,
    ).toEqual([])
  },
)

const rows = paneScreens.filter(({ drill, sources }) => {
  const { source } = sources.grid ?? {}
  return drill && source && !isSummary(source) && Object.hasOwn(source.output, 'LOT_NO')
})

test.each(rows.map((screen) => [screen.route, screen] as const))(
  'a row of %s drills by its lot through existing columns',
  (_, screen) => {
    const { drill, sources } = screen
    const finer = drillTarget(screen)
    const pairs = Object.entries(drill?.with ?? {})
    // Search values of the same name are passed on as well: a trace already covers one lot.
    const shared = Object.keys(sources.grid?.source.search ?? {}).filter((name) => {
      return Object.hasOwn(finer?.search ?? {}, name)
    })
    expect(
      [...pairs.map(([asked]) => asked), ...shared],
      `${columnTexts(screen)} without the lot: name LOT_NO in \`with\``,
    ).toContain('LOT_NO')
    for (const [asked, column] of pairs) {
      expectColumn(screen, `search ${finer?.name} by`, asked, finer?.search)
      expectColumn(screen, 'read', column, sources.grid?.source.output)
    }
  },
)

function expectColumn(screen: PaneScreen, doing: string, name: string, fields: Fields = {}) {
  expect(
    Object.keys(fields),
    `${columnTexts(screen)}, which cannot ${doing} ${name}: name one of these columns in its drill`,
  ).toContain(name)
}

const leading = paneScreens.filter(({ drill }) => drill !== undefined)

function findCrossed(
  request: Fields,
  given: Fields,
  pairs: readonly (readonly [string, string])[],
) {
  return pairs.flatMap(([name, column]) => {
    const [to, from] = [request[name], given[column]]
    if (!to || !from || (to.kind === from.kind && to.codes === from.codes)) return []
    return [`${name} of ${column}`]
  })
}

test.each(leading.map((screen) => [screen.route, screen] as const))(
  'the drill of %s takes search values from columns of the same kind and code list',
  (_, screen) => {
    const { drill, sources } = screen
    const source = sources.grid?.source
    const finer = drillTarget(screen)
    if (!source || !finer) throw new Error(`there is no ${drill?.to}`)
    const groups = isSummary(source) ? source.keys.map(({ column }) => column) : []
    const same = [...Object.keys(source.search), ...groups].map((name) => [name, name] as const)
    const given = isSummary(source) ? { ...source.source.output, ...source.output } : source.output
    const pairs = [...same, ...Object.entries(drill?.with ?? {})]
    const mixed = `${columnTexts(screen)} by a column of another kind or code list: map it in \`with\``
    expect(findCrossed(finer.search, { ...source.search, ...given }, pairs), mixed).toEqual([])
    for (const [name, column] of Object.entries(drill?.with ?? {})) {
      expectColumn(screen, `search ${finer.name} by`, name, finer.search)
      expectColumn(screen, 'read', column, given)
    }
    if (!drill?.rows || !drill.next) return
    const { to, with: filled } = drill.next
    const next = paneScreens.find(({ route }) => route === to)?.sources.grid?.source
    const further = Object.entries(filled)
    for (const [name, column] of further) {
      expectColumn(screen, `go on to ${to} by`, name, next?.search)
      expectColumn(screen, 'read', column, finer.output)
    }
    expect(findCrossed(next?.search ?? {}, finer.output, further), mixed).toEqual([])
  },
)

const reports = new Set(
  reportsArea.menus.flatMap(({ entries }) => entries.map(({ route }) => route)),
)

test.each(
  paneScreens
    .filter(({ route }) => reports.has(route))
    .map((paneScreen) => [paneScreen.route, paneScreen] as const),
)('drilling from %s leads step by step to ledger rows', (_, screen) => {
  const ledger = ['inventory/movements', 'inventory/own-movements']
  const way = [screen.route]
  let at: PaneScreen | undefined = screen
  while (at && at.sources.grid?.source.name !== 'inventory/movements') {
    const drill: Drill | undefined = at.drill
    const isEnd = ledger.includes(drill?.rows?.name ?? '')
    const to: string | undefined = drill?.rows ? drill.next?.to : drill?.to
    if (!isEnd && to === undefined) {
      throw new Error(
        `${way.join(' → ')} ends before the ledger: give ${at.route} a drill whose \`rows\` are ` +
          `${ledger.join(' or ')}, or whose \`to\` is a screen that leads there`,
      )
    }
    if (isEnd) return
    expect(way, `${columnTexts(at)}, which leads in a circle: choose another screen`).not.toContain(
      to,
    )
    way.push(String(to))
    at = paneScreens.find(({ route }) => route === to)
  }
  expect(
    at,
    `${way.join(' → ')}: the last screen does not exist, correct the drill before it`,
  ).toBeDefined()
})
