// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { allEntries } from '#areas/menu-map.ts'
import { commands } from '#commands/index.ts'
import { menuScreens } from '#commands/menu.ts'
import type { Command } from '#kernel/command.ts'
import type { Fields } from '#kernel/field.ts'
import { normalise } from '#kernel/normalise-screen.ts'
import { findTable } from '#kernel/table.ts'
import { areMutuallyExclusive, parseWhen, type When } from '#kernel/when.ts'
import { keyProfiles } from '#keymaps/index.ts'
import { screens } from '#tests/support/all-screens.ts'
import { hasGrid } from '#ui/page/model/grid-screen.ts'
import { PageView } from '#ui/page/model/page-view.ts'
import { recordTableName } from '#ui/page/rows/row-table.ts'
import { groupsRows } from '#ui/page/tools/drill.ts'
import { pageRegistration } from '#ui/page/tools/page-registration.ts'
import { grantMenus, openPage } from './page-support.ts'

const all: readonly (readonly [string, Command])[] = Object.entries(commands)
const rowTables = [...new Set(all.flatMap(([, { on = [] }]) => on))]
const always: When = { op: 'always' }

/** A grid of a screen, as a user with all permissions sees it. */
interface Pane {
  readonly name: string
  /** Known part of its context. The rest depends on its rows and on the focus. */
  readonly context: When
  readonly table: string | undefined
  /** Tables that its rows group. */
  readonly groups: ReadonlySet<string>
  readonly output: Fields
  /** Columns of the document, for a grid of lines. */
  readonly document: Fields
}

const actions = ['search', 'save', 'delete', 'import', 'export', 'print']
const pageKeys = ['screen', 'editable', 'addsRows', 'hasLines', 'ofStock', 'checks', 'drills']

function contextFact(key: string, value: string | boolean | undefined): When {
  if (typeof value === 'string') return { op: 'equals', key, value }
  return value === true ? { op: 'key', key } : { op: 'not', of: { op: 'key', key } }
}

function listPanes(route: string): Pane[] {
  const screen = screens[route]
  const normalised = screen && normalise(screen)
  if (!screen || !normalised || !hasGrid(normalised)) return []
  grantMenus(Object.fromEntries(allEntries.map((entry) => [entry.route, actions])))
  const page = openPage(screen)
  const header = page.part.source.output
  const { lines } = normalised.sources
  return (lines ? (['grid', 'lines'] as const) : (['grid'] as const)).map((zone) => {
    page.zone = zone
    const output = zone === 'lines' && lines ? lines.part.source.output : header
    const table = recordTableName(output)
    const context = pageRegistration(page, new PageView()).context()
    const known = [...pageKeys, ...actions.map((action) => `can.${action}`)]
    const rows = rowTables.map((name) => contextFact(`row.${name}`, name === table))
    const facts = [...known.map((key) => contextFact(key, context[key])), ...rows]
    return {
      name: `${route}/${zone}`,
      context: { op: 'and', all: [...facts, contextFact('detail', zone === 'lines')] },
      table,
      groups: new Set(
        rowTables.filter((name) => {
          const grouped = findTable(name)
          return zone === 'grid' && grouped && groupsRows(page, grouped)
        }),
      ),
      output,
      document: zone === 'lines' && !lines?.ofAll ? header : {},
    }
  })
}

const panes = Object.keys(screens).flatMap(listPanes)

function hasRowsOf(pane: Pane, { on, offeredOnGroups }: Command): boolean {
  if (on === undefined || on === pane.table) return true
  const { key, scope } = findTable(on) ?? { key: [], scope: {} }
  const current = findTable(pane.table ?? '')?.key
  if (current?.join() === key.join()) return false
  if (offeredOnGroups && pane.groups.has(on)) return true
  const isNamed = key.some((name) => !Object.values(scope).includes(name))
  return isNamed && key.every((name) => Object.hasOwn(pane.output, name))
}

function findPanes(command: Command, where: When = always): Pane[] {
  const conditions = [where, parseWhen(command.when ?? 'always')]
  return panes.filter(
    (pane) =>
      hasRowsOf(pane, command) &&
      !areMutuallyExclusive({ op: 'and', all: [pane.context, ...conditions] }, always),
  )
}

const isOfPage = ({ on, when = '' }: Command): boolean =>
  on !== undefined || when.includes('screen ==')

test('a command of rows or screens can be offered on a screen', () => {
  const ofPages = all.filter(([, command]) => isOfPage(command) && command.run)
  expect(ofPages.length).toBeGreaterThan(100)
  const never = ofPages.filter(([, command]) => findPanes(command).length === 0)
  expect(never.map(([id]) => id)).toEqual([])
})

test('a key of a screen runs a command that is offered there', () => {
  const bound = keyProfiles.flatMap(({ maps }) =>
    maps
      .flat()
      .flatMap(({ when, keys }) =>
        Object.entries(keys).flatMap(([key, id]) => (id ? [{ when, key, id }] : [])),
      ),
  )
  const never = bound.filter(({ when, id }) => {
    const command: Command = commands[id]
    const isScreenKey = /screen ==|row\./.test(when) || isOfPage(command)
    return isScreenKey && command.run && findPanes(command, parseWhen(when)).length === 0
  })
  expect(never.map(({ when, key, id }) => `${key} ${id}: ${when}`)).toEqual([])
})

/**
 * Columns that commands use if the row has them: alternatives of another column, or values that the
 * user can enter.
 */
const optional: readonly RegExp[] = [
  /^outbound\.(attach-files|add-ship-to): .* OWNER_CD$/,
  /^billing\.answer-objection: .* OBJECTION$/,
  /^scm\.open-document: .* (DOC_NO|SHIPMENT_NO|KIND_CD)$/,
  /^inventory\.open-document: .* (RECEIPT_NO|SHIPMENT_NO|MOVEMENT_CD)$/,
  /^(inventory|tasks)\..*: .* \w*QTY$/,
  // Past stock, waiting stock and proposals are never recorded as missing.
  /^inventory\.\w+: .* HOLD_KIND_CD$/,
  // A label identifies its stock only by the balance.
  /^inventory\..*: GenerateBarcodeHistory\/grid lacks /,
]

/** Names of the columns that a command reads from a row. */
async function getColumnsRead({ run }: Command, pane: Pane): Promise<ReadonlySet<string>> {
  const read = new Set<string>()
  const row = new Proxy(
    {},
    {
      get: (_, name) => {
        if (typeof name === 'string' && /^[A-Z][A-Z0-9_]+$/.test(name)) read.add(name)
        return typeof name === 'string' && Object.hasOwn(pane.output, name) ? '1' : undefined
      },
    },
  )
  const stub: unknown = new Proxy(() => undefined, {
    get: (_, name) => (name === 'then' || name === Symbol.iterator ? undefined : stub),
    apply: () => stub,
  })
  const page = { rows: () => [row], parts: async () => [row], search: async () => true }
  const shell = { awaitCode: <T>(code: T): T => code }
  const anyShell = new Proxy(shell, { get: (known, name) => Reflect.get(known, name) ?? stub })
  const context = { page, row, shell: anyShell, runProcedure: async () => true }
  await Promise.resolve(run?.(context as never)).catch(() => undefined)
  return read
}

const fromRow = all.filter(([, { on, when }]) => on !== 'site_menu' && when !== menuScreens)

test('a command reads only columns that the screens offering it load', async () => {
  const missing = await Promise.all(
    fromRow
      .filter(([, command]) => isOfPage(command) && command.run)
      .flatMap(([id, command]) =>
        findPanes(command).map(async (pane) =>
          [...(await getColumnsRead(command, pane))]
            .filter((name) => !Object.hasOwn(pane.output, name))
            .filter((name) => !Object.hasOwn(pane.document, name))
            .map((name) => `${id}: ${pane.name} lacks ${name}`)
            .filter((text) => !optional.some((pattern) => pattern.test(text))),
        ),
      ),
  )
  expect(missing.flat()).toEqual([])
})
