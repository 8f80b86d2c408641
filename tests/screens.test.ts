import { describe, expect, test } from 'vitest'
import { menuByRoute, menuEntries } from '#areas/menu-map.ts'
import { areas } from '#areas/order.ts'
import { codeLists } from '#areas/code-lists.ts'
import type { MenuGroup } from '#kernel/area.ts'
import type { Field, Fields } from '#kernel/field.ts'
import type { Operation } from '#kernel/operation.ts'
import { normalise } from '#kernel/normalise-screen.ts'
import { listOperations } from '#kernel/screen-operations.ts'
import type { NextStep, Screen } from '#kernel/screen.ts'
import { isSummary } from '#kernel/summary.ts'
import { grantError, grantingRoutes } from '#server/auth/screen-routes.ts'
import { handlers, lookups } from '#server/site/registry.ts'
import { screens } from '#tests/support/all-screens.ts'

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
  return ['query', 'procedure', 'print'].includes(String(value.type)) && 'action' in value
}

const written = Object.entries(screenModules).flatMap(([file, module]) =>
  file.endsWith('/index.ts')
    ? []
    : Object.values(module)
        .filter(isScreen)
        .map((screen) => ({ file: file.replace('../', ''), screen })),
)

/** Summaries used as grid sources, including those declared in a screen file. */
const summaries = written.flatMap(({ file, screen }) => {
  const source = 'grid' in screen ? screen.grid.source : undefined
  return source && isSummary(source) ? [{ file, source }] : []
})

const operations: ReadonlySet<Operation> = new Set([
  ...Object.values(operationModules).flatMap((module) =>
    Object.values(module).flatMap((value) => {
      if (isOperation(value)) return [value]
      return typeof value === 'object' && value !== null
        ? Object.values(value).filter(isOperation)
        : []
    }),
  ),
  ...summaries.map(({ source }) => source),
])

function findOperations(value: unknown): Operation[] {
  if (isOperation(value)) return [value]
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(findOperations)
    : []
}

function getNext(screen: Screen): NextStep<Operation>[] {
  return 'next' in screen && screen.next ? Object.values(screen.next) : []
}

function listRoutes(groups: readonly MenuGroup[]): string[] {
  return groups.flatMap((group) => [
    ...group.entries.map((entry) => entry.route),
    ...listRoutes(group.groups ?? []),
  ])
}

describe('screens', () => {
  test.each(written.map(({ file, screen }) => [screen.route, screen, file] as const))(
    '%s resolves its columns, search fields and inputs',
    (_, screen) => {
      expect(() => normalise(screen)).not.toThrow()
    },
  )

  test('a screen is in the file named after its route, in the area that owns it', () => {
    const wrong = written.flatMap(({ file, screen: { route } }) => {
      const [, , area = '', , name = ''] = file.split('/')
      const owner = areas.find(({ menus, popups = [], hidden = [] }) =>
        listRoutes([...menus, ...popups, ...hidden]).includes(route),
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

  test('every route has one screen, registered in the product', () => {
    const wrong = written.flatMap(({ file, screen }) => {
      if (screens[screen.route] === screen) return []
      return [
        `${file}: add it to screens/index.ts of its area and the area to src/areas/screens.ts`,
      ]
    })
    expect(wrong).toEqual([])
    expect(Object.keys(screens)).toHaveLength(written.length)
  })

  test('users who can open a screen can call its operations', () => {
    const wrong = written.flatMap(({ screen }) => {
      const called = new Set(listOperations(normalise(screen)))
      // Follow-up operations require permission for another screen.
      const elsewhere = new Set(getNext(screen).map(({ does: procedureOf }) => procedureOf))
      const forgotten = findOperations(screen)
        .filter((operation) => !called.has(operation) && !elsewhere.has(operation))
        .map(
          ({ name }) =>
            `${screen.route} names ${name}: add that part of a ${screen.kind} screen to listOperations in src/kernel/screen-operations.ts, or its users are refused`,
        )
      const refused = [...called]
        .filter((operation) => !grantingRoutes(operation).includes(screen.route))
        .map(({ name }) => `${screen.route}: its users may not call ${name}`)
      return [...forgotten, ...refused]
    })
    expect(wrong).toEqual([])
  })

  test('every follow-up operation is called by the screen it leads to', () => {
    const steps = written.flatMap(({ screen: { route }, screen }) =>
      getNext(screen).map((step) => ({ ...step, route })),
    )
    expect(steps.length).toBeGreaterThan(0)
    const wrong = steps.flatMap(({ does: procedureOf, on, route }) => {
      const there = screens[on]
      // A screen that undoes its own step does so by a command.
      const isOwn = on === route && grantingRoutes(procedureOf).includes(on)
      const isDone = there && (isOwn || listOperations(normalise(there)).includes(procedureOf))
      return isDone ? [] : [`${on} does not call ${procedureOf.name}`]
    })
    expect(wrong).toEqual([])
  })

  test('every route of the menu tree has a screen', () => {
    const waiting = menuEntries.filter(({ route }) => !screens[route])
    const advice = 'write its screen, and list that in screens/index.ts of its area'
    expect(
      waiting.map(({ route }) => route),
      advice,
    ).toEqual([])
  })
})

describe('operations', () => {
  const operationTitle = ({ type, name }: Operation) => `${type} ${name}`

  test('every operation has exactly one handler', () => {
    const wrong = [...operations].flatMap((operation) => {
      const count = handlers.filter((handler) => handler.operation === operation).length
      if (count === 1) return []
      return count === 0
        ? [
            `${operationTitle(operation)}: write its handler and list it in server/index.ts of its area`,
          ]
        : [`${operationTitle(operation)}: has ${count} handlers, keep one`]
    })
    expect(wrong).toEqual([])
  })

  test('every handler has a declared operation', () => {
    const wrong = handlers
      .filter(({ operation }) => !operations.has(operation))
      .map(({ operation }) => `${operationTitle(operation)}: declare it in operations/ of its area`)
    expect(wrong).toEqual([])
  })

  test('operation names are unique and start with the name of their area', () => {
    const names = [...operations].map(operationTitle)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
    const declared = Object.entries(operationModules).flatMap(([file, module]) => {
      const own = Object.values(module).filter(isOperation)
      return own.map(({ name }) => [file.replace('../', ''), name] as const)
    })
    const alone = summaries.filter(
      ({ source }) => !declared.some(([, name]) => name === source.name),
    )
    const wrong = [...declared, ...alone.map(({ file, source }) => [file, source.name] as const)]
      .filter(([file, name]) => !name.startsWith(`${file.split('/')[2] ?? ''}/`))
      .map(([file, name]) => `${file}: ${name} does not start with the name of its area`)
    expect(wrong).toEqual([])
  })

  test('the menus of an operation are existing routes', () => {
    const wrong = [...operations].flatMap((operation) =>
      (operation.menus ?? [])
        .filter((menu) => !menuByRoute(menu))
        .map((menu) => `${operationTitle(operation)}: ${menu} is no route`),
    )
    expect(wrong).toEqual([])
  })

  test('every operation is called by a screen, accompanies another or lists its routes', () => {
    const wrong = [...operations].flatMap((operation) => {
      const error = grantError(operation)
      return error ? [`${operationTitle(operation)} ${error}`] : []
    })
    expect(wrong).toEqual([])
  })

  test('every select field has a code list and every lookup a value help', () => {
    const known = new Set(lookups.map((lookup) => lookup.name))
    const getFields = (operation: Operation): Fields[] => {
      if (operation.type === 'query') return [operation.search, operation.output]
      if (operation.type === 'print') return [operation.input]
      return [operation.input, operation.lines ?? {}]
    }
    const getFault = ({ kind, codes, lookup }: Field): string | undefined => {
      if (kind === 'select' && !codeLists[codes ?? '']) {
        return `code list ${codes} is in no rules/code-lists.ts of an area`
      }
      if (kind === 'lookup' && !known.has(lookup ?? '')) return `lookup ${lookup} has no handler`
      return undefined
    }
    const wrong = [...operations].flatMap((operation) =>
      getFields(operation).flatMap((fields) =>
        Object.entries(fields).flatMap(([name, field]) => {
          const error = getFault(field)
          return error ? [`${operationTitle(operation)}: ${name}: ${error}`] : []
        }),
      ),
    )
    expect(wrong).toEqual([])
  })

  test('a lookup has only one value help', () => {
    const names = lookups.map((lookup) => lookup.name)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })
})

/** Names of columns that cannot be added up across rows. */
const ofOneRow = /입수|누계|순번|순서|차수|번호$|^행$|^#$|최소주문|주문단위|낱개수량/

test('columns specific to a row have no total', () => {
  const summed = Object.values(operationModules)
    .flatMap((module) => Object.values(module).filter(isOperation))
    .flatMap((operation) => {
      const fields: readonly Fields[] = [
        'input' in operation ? operation.input : {},
        'output' in operation && operation.output ? operation.output : {},
      ]
      return fields
        .flatMap((field) => Object.values(field))
        .filter(({ footer, label }) => footer !== undefined && ofOneRow.test(label.ko))
        .map(({ label, footer }) => `${operation.action}: ${label.ko} ${String(footer)}`)
    })
  expect([...new Set(summed)]).toEqual([])
})
