import { subscribe } from 'valtio'
import { codeLists } from './code-lists.ts'
import {
  clearUserSettings,
  loadUserSettings,
  saveUserSetting,
  userSetting,
} from './user-settings.ts'
import { currentLanguage, onLanguage, setLanguage, setLanguageMap } from '#ui/base/language.ts'
import { currentTheme, onTheme, setTheme } from '#ui/base/theme.ts'
import { call } from './api.ts'
import type { LanguageResponse } from './wire.ts'
import { onRecent, recentNames, setRecent, type RecentKind } from './recent.ts'
import { setPinned, shellState } from '#ui/base/shell-state.ts'
import { retryUntilDone } from '#ui/base/retry-until-done.ts'

const THEME = 'theme'
const LANGUAGE = 'language'
const PINNED_SETTING = 'menu-pinned'
const recentKinds = ['screens', 'commands'] as const
const RECENT_PAUSE_MS = 1000

/** Language at startup. If it differs at login, the user chose it on the login page. */
let startLanguage = currentLanguage()
let stops: (() => void)[] = []
const parts: ((userId: string) => () => void)[] = []

/** Registers a part that runs from login to logout. `start` returns its stop function. */
export function startWithSession(start: (userId: string) => () => void): void {
  parts.push(start)
}

/** Must be called after the remembered language is applied. */
export function recordPaintedLanguage(): void {
  startLanguage = currentLanguage()
}

/** Saves a preference. On failure it applies to this window only, without a message. */
function savePreference(key: string, value: unknown, isReported = true): void {
  if (userSetting(key) !== value) saveUserSetting(key, value, isReported).catch(() => undefined)
}

/** Loads the standard and site-specific texts of the current language. Throws CallError. */
export async function loadLanguageMap(): Promise<void> {
  const language = currentLanguage()
  const path = '/api/languageMap'
  const response = await call<LanguageResponse>(path, {}, { quiet: true })
  // The language may have changed during the call.
  if (language === currentLanguage()) setLanguageMap(response.data, response.own)
}

/** Loads the user's settings. Returns false on failure. Locally stored preferences then apply. */
export async function loadPreferences(): Promise<boolean> {
  return loadUserSettings().then(
    () => true,
    () => false,
  )
}

/** Retries until the settings are loaded, because they include key bindings and macros. */
function retryLoading(userId: string): () => void {
  return retryUntilDone(async (ended) => {
    const isLoaded = await loadPreferences()
    if (isLoaded && !ended.aborted) applyPreferences(userId)
    return isLoaded
  })
}

/**
 * Applies the user's settings from the server and saves later changes there. Browser storage only
 * serves the first paint. Retries the load if `isLoaded` is false.
 */
export function startPreferences(userId: string, isLoaded: boolean): void {
  stop()
  if (isLoaded) applyPreferences(userId)
  stops = [
    ...(isLoaded ? [] : [retryLoading(userId)]),
    onLanguage(() => {
      savePreference(LANGUAGE, currentLanguage())
      void codeLists.reload()
      loadLanguageMap().catch(() => undefined)
    }),
    onTheme(() => savePreference(THEME, currentTheme())),
    subscribe(shellState, () => savePreference(PINNED_SETTING, shellState.menuPinned)),
    syncRecents(userId),
    ...parts.map((start) => start(userId)),
  ]
}

export function endPreferences(): void {
  stop()
  clearUserSettings()
  codeLists.clear()
}

function stop(): void {
  for (const each of stops) each()
  stops = []
}

function applyPreferences(userId: string): void {
  const [theme, language, pinned] = [THEME, LANGUAGE, PINNED_SETTING].map(userSetting)
  if (theme === 'dark' || theme === 'light') setTheme(theme)
  if (typeof pinned === 'boolean') setPinned(pinned)
  for (const kind of recentKinds) {
    const names = userSetting(`recent-${kind}`)
    if (Array.isArray(names)) {
      setRecent(
        kind,
        userId,
        names.filter((name) => typeof name === 'string'),
      )
    }
  }
  if (currentLanguage() !== startLanguage) savePreference(LANGUAGE, currentLanguage())
  else if ((language === 'ko' || language === 'en') && language !== currentLanguage()) {
    setLanguage(language)
    loadLanguageMap().catch(() => undefined)
  }
}

function syncRecents(userId: string): () => void {
  const waiting = new Map<RecentKind, ReturnType<typeof setTimeout>>()
  const stop = onRecent((kind) => {
    clearTimeout(waiting.get(kind))
    const save = (): void => savePreference(`recent-${kind}`, recentNames(kind, userId), false)
    waiting.set(kind, setTimeout(save, RECENT_PAUSE_MS))
  })
  return () => {
    stop()
    for (const timer of waiting.values()) clearTimeout(timer)
  }
}
