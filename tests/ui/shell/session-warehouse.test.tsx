// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectCalls } from '#ui/remote/api.ts'
import { currentSession, login, logout, setWarehouse, startSession } from '#ui/remote/session.ts'

interface SentRequest {
  readonly path: string
  readonly wcode: string | null
}

let sent: SentRequest[] = []
let permitted: readonly string[] = []

/** Server with a user whose default warehouse is the first of the permitted ones. */
function respondAs(path: string, wcode: string, body: Record<string, string>): Response {
  const wanted = path === '/api/login' ? (body['p'] ?? '').split('|')[1] : wcode
  const isPermitted = wanted !== undefined && permitted.includes(wanted)
  const own = isPermitted ? wanted : permitted[0]
  if (path !== '/api/login' && wcode !== '' && !isPermitted)
    return Response.json({ message: '' }, { status: 403 })
  if (path === '/api/menuMap')
    return Response.json({ menuHierarchyList: [], menuMap: {}, popupMap: {}, myMenuList: [] })
  if (path === '/api/languageMap') return Response.json({ data: {}, own: [] })
  if (path !== '/api/login' && path !== '/api/session') return Response.json({ data: [] })
  return Response.json({ data: { userId: 'kim', wcode: own, corpLocNm: 'x' } })
}

beforeEach(() => {
  sent = []
  permitted = ['W01', 'W02']
  localStorage.clear()
  sessionStorage.clear()
  vi.stubGlobal('fetch', (input: Request | string, init: RequestInit = {}) => {
    const path = new URL(typeof input === 'string' ? input : input.url, location.href).pathname
    const wcode = new Headers(init.headers).get('wcode')
    sent.push({ path, wcode })
    const body: unknown = JSON.parse(typeof init.body === 'string' ? init.body : '{}')
    return Promise.resolve(respondAs(path, wcode ?? '', body as Record<string, string>))
  })
  connectCalls({
    warehouse: () => currentSession().wcode,
    userId: () => '',
    reauthenticate: () => Promise.resolve(false),
    showError: () => undefined,
  })
})
afterEach(async () => {
  await logout()
  vi.unstubAllGlobals()
})

const getWarehousesSince = (at: number): Set<string | null> =>
  new Set(sent.slice(at).map(({ wcode }) => wcode))

test('calls after a login carry the warehouse of the login response', async () => {
  await login('kim', 'secret')
  await startSession()
  expect(currentSession().wcode).toBe('W01')
  await setWarehouse('W02')
  await logout()
  await login('kim', 'secret')
  const at = sent.length
  await startSession()
  expect(currentSession().wcode).toBe('W02')
  expect(getWarehousesSince(at)).toEqual(new Set(['W02']))
  expect(localStorage.getItem('wms.wcode')).toBe('W02')
})

test('a login to a warehouse without permission starts in the warehouse of the response', async () => {
  localStorage.setItem('wms.wcode', 'W09')
  await login('kim', 'secret')
  const at = sent.length
  await startSession()
  expect(currentSession().wcode).toBe('W01')
  expect(getWarehousesSince(at)).toEqual(new Set(['W01']))
})

test('a new window starts in the warehouse of the last one, from its first call', async () => {
  localStorage.setItem('wms.wcode', 'W02')
  await startSession()
  expect(getWarehousesSince(0)).toEqual(new Set(['W02']))
  expect(currentSession().wcode).toBe('W02')
})

test('a window keeps its warehouse across a reload while another window uses a different one', async () => {
  await startSession()
  // The other window shares only the storage of the site.
  localStorage.setItem('wms.wcode', 'W02')
  await startSession()
  expect(currentSession().wcode).toBe('W01')
})

test("a window in a warehouse no longer permitted falls back to the user's default warehouse", async () => {
  localStorage.setItem('wms.wcode', 'W02')
  permitted = ['W01']
  await startSession()
  expect(currentSession()).toMatchObject({ wcode: 'W01', phase: 'in' })
})
