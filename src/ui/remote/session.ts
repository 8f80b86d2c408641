import { proxy, ref, useSnapshot } from 'valtio'
import { currentLanguage, setLanguageMap } from '#ui/base/language.ts'
import { call, CallError } from './api.ts'
import { clearMenu, setMenu } from './menu.ts'
import { compareBuild } from '#ui/base/network.ts'
import { setSiteTitle } from '#ui/tabs/page-title.ts'
import { notify } from '#ui/windows/notify.tsx'
import { endPreferences, loadPreferences, startPreferences } from './preferences.ts'
import type { CodeName, LanguageResponse, MenuResponse, Session } from './wire.ts'

/** `loading` until the startup calls complete, `failed` if the server did not respond. */
type SessionPhase = 'loading' | 'in' | 'out' | 'failed'

interface SessionState {
  phase: SessionPhase
  user: Session | undefined
  wcode: string
  warehouses: readonly CodeName[]
  failure: string
}

const state = proxy<SessionState>({
  phase: 'loading',
  user: undefined,
  wcode: '',
  warehouses: ref([]),
  failure: '',
})

export function useSession(): SessionState {
  return useSnapshot(state) as SessionState
}

export function isImpersonating(): boolean {
  return Boolean(state.user?.seenBy)
}

/** If this page impersonates a user, navigates away to hide their data and returns true. */
export function leaveIfImpersonating(): boolean {
  if (isImpersonating()) location.replace('/')
  return isImpersonating()
}

export function currentSession(): Readonly<SessionState> {
  return state
}

const WAREHOUSE = 'wms.wcode'

/** Warehouse of this window, which survives a reload; in a new window the last one used. */
function rememberedWarehouse(): string {
  return sessionStorage.getItem(WAREHOUSE) ?? localStorage.getItem(WAREHOUSE) ?? ''
}

function rememberWarehouse(wcode: string): void {
  sessionStorage.setItem(WAREHOUSE, wcode)
  localStorage.setItem(WAREHOUSE, wcode)
}

interface Data<T> {
  readonly data: T
}

/**
 * Loads session, menu, language and preferences in parallel. Sets phase `out` if no user is logged
 * in.
 */
export async function startSession(): Promise<void> {
  state.phase = 'loading'
  // Startup calls also send the warehouse. Without one the server uses the user's first.
  const remembered = rememberedWarehouse()
  state.wcode = remembered
  const quiet = { quiet: true }
  const [session, menu, language, preferences] = await Promise.allSettled([
    call<Data<Session>>('/api/session', {}, quiet),
    call<MenuResponse>('/api/menuMap', {}, { ...quiet }),
    call<LanguageResponse>('/api/languageMap', {}, quiet),
    loadPreferences(),
  ])
  if (session.status === 'rejected') {
    if (remembered === '' || !isDenied(session.reason)) return handleStartFailure(session.reason)
    // The user no longer has access to that warehouse.
    rememberWarehouse('')
    return startSession()
  }
  applySession(session.value.data)
  if (session.value.data.mustChangePassword) {
    state.phase = 'out'
    return undefined
  }
  if (menu.status === 'rejected') return handleStartFailure(menu.reason)
  setMenu(menu.value)
  if (language.status === 'fulfilled') setLanguageMap(language.value.data, language.value.own)
  startPreferences(
    session.value.data.userId,
    preferences.status === 'fulfilled' && preferences.value,
  )
  state.phase = 'in'
  void loadWarehouses()
  return undefined
}

const isDenied = (reason: unknown): boolean => reason instanceof CallError && reason.status === 403

function handleStartFailure(reason: unknown): void {
  if (reason instanceof CallError && reason.status === 401) {
    state.phase = 'out'
    return
  }
  state.failure = reason instanceof Error ? reason.message : String(reason)
  state.phase = 'failed'
}

export function startLoggedOut(): void {
  state.phase = 'out'
}

function applySession(user: Session): void {
  state.user = user
  state.wcode = user.wcode
  compareBuild(user.buildId)
  rememberWarehouse(user.wcode)
  setSiteTitle(user.corpLocNm)
}

async function loadWarehouses(): Promise<void> {
  const user = state.user?.userId ?? ''
  try {
    const response = await call<Data<CodeName[]>>(
      '/api/code/selectMyWcode',
      { SEARCH: { USER_ID: user } },
      { quiet: true },
    )
    state.warehouses = ref(response.data)
  } catch {
    // Failed code lookups are ignored (spec §8). The selector keeps the session's warehouse.
    state.warehouses = ref([])
  }
}

/**
 * Switches the warehouse, and its name in the title and bar. The caller closes the pages of the
 * previous warehouse.
 */
export async function setWarehouse(wcode: string): Promise<void> {
  state.wcode = wcode
  rememberWarehouse(wcode)
  try {
    const { data } = await call<Data<Session>>('/api/session', {}, { quiet: true })
    if (state.wcode === wcode) applySession(data)
  } catch {
    // Without a response the bar shows the code of the warehouse until the next start.
  }
}

/**
 * Logs in. `p` joins user id, warehouse and password with `|`. An empty warehouse means the user's
 * own. Throws CallError 401 if rejected, 429 if throttled.
 */
export async function login(userId: string, password: string): Promise<Session> {
  const wcode = state.user ? state.wcode : rememberedWarehouse()
  const body = { p: `${userId}|${wcode}|${password}`, c: password, lang: currentLanguage() }
  const response = await call<Data<Session> & { message?: string }>('/api/login', body, {
    quiet: true,
  })
  if (response.message) notify('warn', response.message)
  // Subsequent calls send the warehouse in the response, which can differ from the requested one.
  rememberWarehouse(response.data.wcode)
  return response.data
}

/** Changes the current user's password. Throws CallError with the violated rule. */
export async function changePassword(from: string, to: string): Promise<void> {
  await call('/api/changePassword', { OLD_PWD: from, NEW_PWD: to }, { quiet: true })
}

export async function logout(): Promise<void> {
  let away: string | null = null
  try {
    if (state.user?.sso) {
      away = (await call<Data<string | null>>('/api/sso/away', {}, { quiet: true })).data
    }
    await call('/api/logout', {}, { quiet: true })
  } catch (error) {
    // The session has already expired.
    if (!(error instanceof CallError) || error.status !== 401) throw error
  } finally {
    endPreferences()
    state.phase = 'out'
    state.user = undefined
    sessionStorage.removeItem(WAREHOUSE)
    clearMenu()
  }
  if (away !== null) location.assign(away)
}
