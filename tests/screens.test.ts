import { describe, expect, test } from 'vitest'
import { menuByRoute, menuEntries } from '#areas/menu-map.ts'
import { areas } from '#areas/order.ts'
import { ownerMappings, saveOwnerMapping } from '#areas/master/operations/upload.ts'
import { codeLists } from '#areas/system/rules/code-lists.ts'
import type { MenuGroup } from '#kernel/area.ts'
import type { Field, Fields } from '#kernel/field.ts'
import type { Operation } from '#kernel/operation.ts'
import {
  resolveColumns,
  resolveSearch,
  type Column,
  type DocScreen,
  type GridPart,
  type Screen,
} from '#kernel/screen.ts'
import { handlers, lookups } from '#server/registry.ts'
import { screens } from '#tests/support/all-screens.ts'

/**
 * Routes of the menu tree that have no screen yet. Adding a screen fails this test until the number
 * is lowered; it never rises, and at zero this line and its test go.
 */
const routesWithoutScreen = 126

type Modules = Record<string, Record<string, unknown>>

const screenModules: Modules = import.meta.glob('../src/areas/*/screens/*.ts', { eager: true })
const operationModules: Modules = import.meta.glob('../src/areas/*/operations/**/*.ts', {
  eager: true,
})

const kinds = [
  'list',
  'master',
  'doc',
  'single',
  'work',
  'scan',
  'upload',
  'print',
  'layout',
  'custom',
]

function isScreen(value: unknown): value is Screen {
  if (typeof value !== 'object' || value === null || !('route' in value)) return false
  return 'kind' in value && kinds.includes(String(value.kind))
}

function isOperation(value: unknown): value is Operation {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false
  return ['query', 'procedure', 'print'].includes(String(value.type)) && 'menus' in value
}

/** Every screen that is written, with the file it is written in. */
const written = Object.entries(screenModules).flatMap(([file, module]) =>
  file.endsWith('/index.ts')
    ? []
    : Object.values(module)
        .filter(isScreen)
        .map((screen) => ({ file: file.replace('../', ''), screen })),
)

/** Every operation that is written: alone, or as the pair of a master table. */
const operations: ReadonlySet<Operation> = new Set(
  Object.values(operationModules).flatMap((module) =>
    Object.values(module).flatMap((value) => {
      if (isOperation(value)) return [value]
      return typeof value === 'object' && value !== null
        ? Object.values(value).filter(isOperation)
        : []
    }),
  ),
)

/** What a screen calls. */
function operationsOf(screen: Screen): Operation[] {
  switch (screen.kind) {
    case 'list':
      return [screen.grid.source]
    case 'master':
      return [screen.grid.source, screen.save]
    case 'doc':
    case 'single':
      return [
        screen.grid.source,
        screen.lines.source,
        screen.save,
        ...(screen.sheet ? [screen.sheet.save] : []),
      ]
    case 'work':
      return [screen.grid.source, ...(screen.lines ? [screen.lines.source] : []), screen.act]
    case 'scan':
      return [screen.document, screen.lines.source, screen.accept, screen.finish]
    case 'upload':
      return [screen.save, ...(screen.ownerMapping ? [ownerMappings, saveOwnerMapping] : [])]
    case 'print':
      return [
        screen.grid.source,
        ...(screen.lines ? [screen.lines.source] : []),
        screen.printOut,
        ...(screen.after ? [screen.after] : []),
      ]
    case 'layout':
    case 'custom':
      return []
  }
}

/** One complaint for each name that the fields do not have. */
function missing(fields: Fields, names: readonly string[], what: string): string[] {
  return names.filter((name) => !Object.hasOwn(fields, name)).map((name) => `${name} is no ${what}`)
}

/** One complaint for each required input that nothing on the screen can fill. */
function unfilled(input: Fields, filled: ReadonlySet<string>): string[] {
  return Object.entries(input)
    .filter(([name, field]) => field.required && field.default === undefined && !filled.has(name))
    .map(([name]) => `${name} is required by the save and stands on no column`)
}

const namesOf = (columns: readonly Column[]) => new Set(columns.map((column) => column.name))
const editableNames = (columns: readonly Column[]) =>
  columns.filter((column) => column.editable !== false).map((column) => column.name)

/** Columns of a grid and what is wrong with the way it asks. */
function checkGrid(where: string, part: GridPart): { columns: readonly Column[]; wrong: string[] } {
  const { source, columns } = part
  const resolved = resolveColumns(where, source.output, columns)
  const twice = [...namesOf(resolved)].filter(
    (name) => resolved.filter((column) => column.name === name).length > 1,
  )
  return {
    columns: resolved,
    wrong: [
      ...twice.map((name) => `column ${name} is named twice`),
      ...missing(source.search, Object.keys(part.fixed ?? {}), 'search field to hold fixed'),
    ],
  }
}

function checkLines(where: string, part: GridPart | undefined, grid: GridPart, link: string[]) {
  if (!part) return { columns: [], wrong: link.length ? ['links lines it does not have'] : [] }
  const { columns, wrong } = checkGrid(`${where} lines`, part)
  const none = link.length ? [] : ['has lines and no link to find them by']
  const above = missing(grid.source.output, link, 'column of the rows above that links lines')
  const below = missing(part.source.search, link, 'search field of the lines')
  return { columns, wrong: [...wrong, ...none, ...above, ...below] }
}

function checkScan(screen: Screen & { kind: 'scan' }): string[] {
  const { document, documentKey, facts, lines, accept, finish, wanted, counted } = screen
  const codes = Object.keys(accept.input).filter((name) => name !== documentKey)
  return [
    ...missing(document.search, [documentKey], 'search field of the document'),
    ...missing(document.output, [documentKey, ...facts], 'fact of the document'),
    ...missing(lines.source.search, [documentKey], 'search field of the lines'),
    ...missing(lines.source.output, [wanted, counted], 'column of the lines to count'),
    ...missing(accept.input, [documentKey], 'input of a scan'),
    ...missing(finish.input, [documentKey], 'input of the finish'),
    ...(codes.length < 2 ? ['a scan needs a code and a quantity'] : []),
    ...checkGrid(screen.route, lines).wrong,
  ]
}

function checkUpload(route: string, sheet: NonNullable<DocScreen['sheet']>): string[] {
  const { save, columns, header } = sheet
  const resolved = resolveColumns(route, save.input, columns)
  const filled = new Set([...namesOf(resolved), ...Object.keys(header)])
  const both = Object.keys(header).filter((name) => namesOf(resolved).has(name))
  return [
    ...missing(save.input, Object.keys(header), 'input that can be asked before the file'),
    ...unfilled(save.input, filled),
    ...both.map((name) => `${name} is asked before the file and again in it`),
  ]
}

/** What is wrong with how a screen is put together; empty when it runs. */
function faultsOf(screen: Screen): string[] {
  if (screen.kind === 'custom' || screen.kind === 'layout') return []
  if (screen.kind === 'scan') return checkScan(screen)
  if (screen.kind === 'upload') return checkUpload(screen.route, screen)
  const { grid, route } = screen
  const search = resolveSearch(route, grid.source, screen.search)
  const defaults = Object.keys(screen.searchDefaults ?? {}).filter(
    (name) => !namesOf(search).has(name),
  )
  const above = checkGrid(route, grid)
  const common = [
    ...above.wrong,
    ...defaults.map((name) => `${name} has a default and is no search`),
  ]
  if (screen.kind === 'list') {
    const { x, y, series } = screen.chart ?? { x: undefined, y: [], series: undefined }
    const drawn = [x, ...y, series].filter((name) => name !== undefined)
    return [...common, ...missing(grid.source.output, drawn, 'column to draw')]
  }
  if (screen.kind === 'master') {
    const typed = editableNames(above.columns)
    return [
      ...common,
      ...missing(screen.save.input, typed, 'input of the save, though it can be typed into'),
      ...unfilled(screen.save.input, new Set(typed)),
    ]
  }
  const below = checkLines(route, screen.lines, grid, [...(screen.link ?? [])])
  if (screen.kind === 'doc' || screen.kind === 'single') {
    const { input, lines = {} } = screen.save
    const [typed, typedBelow] = [editableNames(above.columns), editableNames(below.columns)]
    const shown = screen.kind === 'single' ? screen.form : []
    const unseen = shown.filter((name) => !namesOf(above.columns).has(name))
    return [
      ...common,
      ...below.wrong,
      ...(screen.sheet ? checkUpload(route, screen.sheet) : []),
      ...unseen.map((name) => `${name} stands in the form and is no column`),
      ...missing(input, [...typed, ...screen.link], 'input of the save'),
      ...missing(lines, typedBelow, 'input of the lines, though it can be typed into'),
      ...unfilled(input, new Set(typed)),
      ...unfilled(lines, new Set(typedBelow)),
    ]
  }
  if (screen.kind === 'print') {
    const inputs = [
      ...Object.keys(screen.printOut.input),
      ...Object.keys(screen.after?.input ?? {}),
    ]
    return [...common, ...below.wrong, ...missing(grid.source.output, inputs, 'column to print by')]
  }
  const { find = [], ...filled } = screen.scan ?? {}
  const counted = Object.values(filled)
  return [
    ...common,
    ...below.wrong,
    ...missing(grid.source.output, Object.keys(screen.act.input), 'column of the rows acted on'),
    ...missing(
      screen.act.input,
      editableNames(above.columns),
      'input of the act, though typed into',
    ),
    ...missing(grid.source.output, [...find, ...counted], 'column that a scan is looked up in'),
  ]
}

/** Routes an area owns, wherever they stand. */
function routesOf(groups: readonly MenuGroup[]): string[] {
  return groups.flatMap((group) => [
    ...group.entries.map((entry) => entry.route),
    ...routesOf(group.groups ?? []),
  ])
}

describe('screens', () => {
  test.each(written.map(({ file, screen }) => [screen.route, screen, file] as const))(
    '%s finds its columns, its search and its inputs',
    (_, screen) => {
      expect(faultsOf(screen)).toEqual([])
    },
  )

  test('a screen stands in the file of its route, in the area that owns the route', () => {
    const wrong = written.flatMap(({ file, screen: { route } }) => {
      const [, , area = '', , name = ''] = file.split('/')
      const owner = areas.find(({ menus, popups = [], hidden = [] }) =>
        routesOf([...menus, ...popups, ...hidden]).includes(route),
      )
      return [
        ...(name === `${route}.ts` ? [] : [`${file}: rename it ${route}.ts`]),
        ...(owner ? [] : [`${file}: ${route} is in no menu: add it to src/areas/${area}/area.ts`]),
        ...(owner && owner.name !== area
          ? [`${file}: ${route} belongs to src/areas/${owner.name}`]
          : []),
      ]
    })
    expect(wrong).toEqual([])
  })

  test('a route has one screen, and the product knows it', () => {
    const wrong = written.flatMap(({ file, screen }) => {
      if (screens[screen.route] === screen) return []
      return [`${file}: add it to screens/index.ts of its area and the area to src/ui/screens.ts`]
    })
    expect(wrong).toEqual([])
    expect(Object.keys(screens)).toHaveLength(written.length)
  })

  test('who may open a screen may call what it calls', () => {
    const wrong = written.flatMap(({ screen }) =>
      operationsOf(screen)
        .filter(({ menus }) => menus !== '*' && !menus.includes(screen.route))
        .map(
          ({ name }) => `${screen.route}: add it to the menus of ${name}, or its users are refused`,
        ),
    )
    expect(wrong).toEqual([])
  })

  test(`${routesWithoutScreen} routes of the menu tree wait for their screen`, () => {
    const waiting = menuEntries.map((entry) => entry.route).filter((route) => !screens[route])
    const advice =
      waiting.length < routesWithoutScreen
        ? `screens were added: write ${waiting.length} into routesWithoutScreen of tests/screens.test.ts`
        : 'a screen was lost, or a route was added without one: the number never rises'
    expect(waiting.length, `${advice}\nwaiting: ${waiting.join(' ')}`).toBe(routesWithoutScreen)
  })
})

describe('operations', () => {
  const title = ({ type, name }: Operation) => `${type} ${name}`

  test('every operation is carried out by exactly one handler', () => {
    const wrong = [...operations].flatMap((operation) => {
      const count = handlers.filter((handler) => handler.operation === operation).length
      if (count === 1) return []
      return count === 0
        ? [`${title(operation)}: write its handler and list it in server/index.ts of its area`]
        : [`${title(operation)}: has ${count} handlers, keep one`]
    })
    expect(wrong).toEqual([])
  })

  test('every handler carries out an operation that both sides know', () => {
    const wrong = handlers
      .filter(({ operation }) => !operations.has(operation))
      .map(({ operation }) => `${title(operation)}: declare it in operations/ of its area`)
    expect(wrong).toEqual([])
  })

  test('an operation is named after the folder it is declared in, and once', () => {
    const names = [...operations].map(title)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
    const wrong = Object.entries(operationModules).flatMap(([file, module]) => {
      const area = file.split('/')[3] ?? ''
      return Object.values(module)
        .filter(isOperation)
        .filter(({ name }) => !name.startsWith(`${area}/`))
        .map(({ name }) => `${file}: ${name} does not start with ${area}/`)
    })
    expect(wrong).toEqual([])
  })

  test('the menus of an operation are routes of the product', () => {
    const wrong = [...operations].flatMap((operation) =>
      operation.menus === '*'
        ? []
        : operation.menus
            .filter((menu) => !menuByRoute(menu))
            .map((menu) => `${title(operation)}: ${menu} is no route`),
    )
    expect(wrong).toEqual([])
  })

  test('every choice has its code list and every lookup its value help', () => {
    const known = new Set(lookups.map((lookup) => lookup.name))
    const fieldsOf = (operation: Operation): Fields[] => {
      if (operation.type === 'query') return [operation.search, operation.output]
      if (operation.type === 'print') return [operation.input]
      return [operation.input, operation.lines ?? {}]
    }
    const faultOf = ({ kind, codes, lookup }: Field): string | undefined => {
      if (kind === 'select' && !codeLists[codes ?? '']) {
        return `code list ${codes} is not in system/rules/code-lists.ts`
      }
      if (kind === 'lookup' && !known.has(lookup ?? '')) return `lookup ${lookup} has no handler`
      return undefined
    }
    const wrong = [...operations].flatMap((operation) =>
      fieldsOf(operation).flatMap((fields) =>
        Object.entries(fields).flatMap(([name, field]) => {
          const fault = faultOf(field)
          return fault ? [`${title(operation)}: ${name}: ${fault}`] : []
        }),
      ),
    )
    expect(wrong).toEqual([])
  })

  test('a lookup is answered by one value help', () => {
    const names = lookups.map((lookup) => lookup.name)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })
})
