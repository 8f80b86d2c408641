import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isGranted, type Operation, type PageTrait } from '#kernel/operation.ts'
import type { Screen } from '#kernel/screen.ts'
import { answerObjection, objectToLine } from '#areas/billing/operations/invoices.ts'
import { canCall, readGrants } from '#server/auth/grants.ts'
import { grantingRoutes } from '#server/auth/screen-routes.ts'
import type { Database } from '#server/db/database.ts'
import { loadDemo } from '#server/demo/load-demo.ts'
import { handlers } from '#server/site/registry.ts'
import { screens } from '#tests/support/all-screens.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Database

beforeAll(async () => {
  db = await testDatabase({ referenceData: true })
  await loadDemo(db)
})
afterAll(() => db.close())

const all = Object.values(screens).filter((screen) => screen !== undefined)

/**
 * All objects nested in a screen, except inside operations and follow-up work, whose permission
 * belongs to the screen where it is done.
 */
function getParts(value: unknown): readonly object[] {
  if (typeof value !== 'object' || value === null) return []
  if ('scope' in value && 'action' in value) return [value]
  const parts = Object.entries(value).filter(([name]) => name !== 'next')
  return [value, ...parts.flatMap(([, part]) => getParts(part))]
}

const traits: Readonly<Record<PageTrait, (screen: Screen) => boolean>> = {
  stock: (screen) => getParts(screen).some((part) => 'shows' in part && part.shows === 'stock'),
  'partner-messages': (screen) =>
    getParts(screen).some((part) => 'shows' in part && part.shows === 'partner-messages'),
  scans: (screen) => 'accept' in screen || ('scan' in screen && screen.scan !== undefined),
  'column-letters': (screen) => 'ownerMapping' in screen && screen.ownerMapping,
  files: (screen) =>
    getParts(screen).some((part) =>
      ['input' as const, 'lines' as const].some((name) => {
        const fields: unknown = name in part && part[name as keyof typeof part]
        return Object.values(fields ?? {}).some((field) => Object(field).kind === 'file')
      }),
    ),
}

/** Expected routes: screens that call it or an operation it accompanies, and its listed routes. */
function getPlaces(operation: Operation): ReadonlySet<string> {
  const calling = all.filter((screen) => getParts(screen).includes(operation))
  const companions = (operation.with ?? []).flatMap((target) =>
    typeof target === 'string'
      ? all.filter(traits[target]).map(({ route }) => route)
      : [...getPlaces(target)],
  )
  return new Set([...calling.map(({ route }) => route), ...companions, ...(operation.menus ?? [])])
}

const operations = handlers.map(({ operation }) => operation)

test('every operation is granted on the routes defined by the rules', () => {
  const sorted = (routesFor: (operation: Operation) => Iterable<string>) =>
    operations.map((operation) => [operation.name, [...routesFor(operation)].toSorted()])
  expect(sorted(grantingRoutes)).toEqual(sorted(getPlaces))
})

const users = ['super', 'clerk', 'picker', 'customer']

test.each(users)('%s can call exactly what the screens of the role call', async (user) => {
  const grants = await readGrants(db, user)
  const rows = await db.query<{ menu_id: string; actions: string[] }>(sql`
    select menu_id, actions from role_menu join user_role using (role_cd) where user_id = ${user}`)
  const wrong = operations.flatMap((operation) => {
    const places = getPlaces(operation)
    const because = rows
      .filter(({ menu_id: route, actions }) => places.has(route) && isGranted(actions, operation))
      .map(({ menu_id: route }) => route)
    if (canCall(grants, operation) === because.length > 0) return []
    return because.length > 0
      ? [`${user} may not call ${operation.name}, which ${because.join(', ')} calls`]
      : [`${user} may call ${operation.name}, which no screen of the role calls`]
  })
  expect(wrong).toEqual([])
})

test.each([
  ['picker', 'outbound/pick', true],
  ['picker', 'inbound/receive', true],
  ['picker', 'inventory/why', true],
  ['picker', 'master/code-format', true],
  ['picker', 'inventory/count-scan', true],
  ['picker', 'inventory/finish-count', true],
  ['picker', 'inventory/count-jobs', true],
  ['picker', 'inventory/cancel-count', false],
  ['picker', 'inventory/approve-count', false],
  ['picker', 'inventory/move-pallet', true],
  ['picker', 'inventory/pallet-labels', true],
  ['picker', 'inbound/labels', true],
  ['picker', 'outbound/pack-scan', true],
  ['picker', 'outbound/cancel-pick', true],
  ['clerk', 'system/attach-files', true],
  ['picker', 'outbound/allocate', false],
  ['picker', 'outbound/allocate-by-hand', false],
  ['picker', 'outbound/ship', false],
  ['picker', 'inventory/move', false],
  // The customer's stock, without cells or users.
  ['customer', 'reports/own-inventory-by-lot', true],
  ['customer', 'inventory/own-movements', true],
  ['customer', 'inventory/by-lot', false],
  ['customer', 'inventory/movements', false],
  ['customer', 'inventory/why', false],
  ['customer', 'inbound/request-receipts', true],
  ['customer', 'inventory/reverse', false],
  ['customer', 'inbound/decide-requests', false],
  ['customer', 'inventory/stock-to-work', false],
  ['clerk', 'outbound/ship', true],
  ['clerk', 'inventory/reverse', true],
  ['clerk', 'inventory/adjust', true],
  ['clerk', 'inventory/approve-adjust', false],
  ['clerk', 'inventory/approve-count', false],
  ['clerk', 'inbound/decide-requests', true],
  ['clerk', 'inbound/request-receipts', false],
  ['clerk', 'billing/save-terms', false],
  ['super', 'inventory/approve-adjust', true],
  ['super', 'inventory/approve-count', true],
  ['super', 'inbound/request-receipts', false],
  ['picker', 'master/save-code-format', false],
  ['super', 'inventory/cancel-count', true],
  ['super', 'system/save-role-menus', false],
])('%s can call %s: %s', async (user, name, expected) => {
  const operation = operations.find((candidate) => candidate.name === name)
  if (!operation) throw new Error(`no operation ${name}`)
  expect(canCall(await readGrants(db, user), operation)).toBe(expected)
})

test('a customer can object to an invoice line, but not respond to the objection', async () => {
  const grants = await readGrants(db, 'customer')
  expect(canCall(grants, objectToLine)).toBe(true)
  expect(canCall(grants, answerObjection)).toBe(false)
})

test.each(users)('%s can see and end their own sessions', async (user) => {
  const grants = await readGrants(db, user)
  const own = operations.filter(({ name }) => /^freight\/(my-page|end-my-sessions)$/.test(name))
  expect(own.map((operation) => canCall(grants, operation))).toEqual([true, true])
})
