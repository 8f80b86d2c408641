import { subscribe } from 'valtio'
import { codeLists } from './code-lists.ts'
import {
  forgetUserSettings,
  loadUserSettings,
  saveUserSetting,
  userSetting,
} from './user-settings.ts'
import { currentLanguage, onLanguage, setLanguage, setLanguageMap } from '#ui/base/language.ts'
import { currentTheme, onTheme, setTheme } from '#ui/base/theme.ts'
import { call } from './api.ts'
import type { LanguageAnswer } from './wire.ts'
import { onRecent, recentNames, setRecent, type RecentKind } from './recent.ts'
import { setPinned, shellState } from '#ui/base/shell-state.ts'
import { tryUntilDone } from '#ui/base/try-until-done.ts'

const THEME = 'theme'
const LANGUAGE = 'language'
const PINNED = 'menu-pinned'
const recentKinds = ['screens', 'commands'] as const
/** Recent names are kept once the user pauses, not with every screen. */
const RECENT_PAUSE_MS = 1000

/** The language this window started in; another one at login was chosen on the login page. */
let startLanguage = currentLanguage()
let stops: (() => void)[] = []
const parts: ((userId: string) => () => void)[] = []

/** Registers a part that runs from login to logout of each user; `start` returns its stop. */
export function whileSignedIn(start: (userId: string) => () => void): void {
  parts.push(start)
}

/** Call once the remembered language is in force. */
export function notePaintedLanguage(): void {
  startLanguage = currentLanguage()
}

/** A preference that is not kept holds for this window only; nobody is disturbed about it. */
function keep(key: string, value: unknown, isTold = true): void {
  if (userSetting(key) !== value) saveUserSetting(key, value, isTold).catch(() => undefined)
}

/** The message texts of the language in force, and those of the site. Throws CallError. */
export async function loadLanguageMap(): Promise<void> {
  const language = currentLanguage()
  const path = '/api/languageMap'
  const answer = await call<LanguageAnswer>(path, {}, { quiet: true })
  // The user may have gone back meanwhile.
  if (language === currentLanguage()) setLanguageMap(answer.data, answer.own)
}

/**
 * Fetches what the server keeps for the user; false without an answer, when what this machine
 * remembers holds.
 */
export async function loadPreferences(): Promise<boolean> {
  return loadUserSettings().then(
    () => true,
    () => false,
  )
}

/** Asks again until there is an answer: own keys and macros are worth more than the first second. */
function keepLoading(userId: string): () => void {
  return tryUntilDone(async (ended) => {
    const isLoaded = await loadPreferences()
    if (isLoaded && !ended.aborted) takeUp(userId)
    return isLoaded
  })
}

/**
 * Takes up what the server keeps for the user, on whatever machine it was chosen, and keeps there
 * what is chosen from now on. The browser's own storage is only for the first paint. What has not
 * come yet (`isLoaded`) is asked for until it does.
 */
export function startPreferences(userId: string, isLoaded: boolean): void {
  stop()
  if (isLoaded) takeUp(userId)
  stops = [
    ...(isLoaded ? [] : [keepLoading(userId)]),
    onLanguage(() => {
      keep(LANGUAGE, currentLanguage())
      codeLists.clear()
      loadLanguageMap().catch(() => undefined)
    }),
    onTheme(() => keep(THEME, currentTheme())),
    subscribe(shellState, () => keep(PINNED, shellState.menuPinned)),
    keepRecents(userId),
    ...parts.map((start) => start(userId)),
  ]
}

/** The next user of this window has preferences of his own. */
export function endPreferences(): void {
  stop()
  forgetUserSettings()
}

function stop(): void {
  for (const each of stops) each()
  stops = []
}

function takeUp(userId: string): void {
  const [theme, language, pinned] = [THEME, LANGUAGE, PINNED].map(userSetting)
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
  if (currentLanguage() !== startLanguage) keep(LANGUAGE, currentLanguage())
  else if ((language === 'ko' || language === 'en') && language !== currentLanguage()) {
    setLanguage(language)
    loadLanguageMap().catch(() => undefined)
  }
}

function keepRecents(userId: string): () => void {
  const waiting = new Map<RecentKind, ReturnType<typeof setTimeout>>()
  const stop = onRecent((kind) => {
    clearTimeout(waiting.get(kind))
    const save = (): void => keep(`recent-${kind}`, recentNames(kind, userId), false)
    waiting.set(kind, setTimeout(save, RECENT_PAUSE_MS))
  })
  return () => {
    stop()
    for (const timer of waiting.values()) clearTimeout(timer)
  }
}
