import { useSyncExternalStore } from 'react'
import type { CommandId } from '#commands/index.ts'
import type { KeyEnvironment } from '#kernel/keymap.ts'
import { detectPlatform } from '#ui/keys/chord.ts'
import { clearCount, onCount, runCounted, typedCount } from '#ui/keys/command-count.ts'
import { setCommandMode } from '#ui/keys/command-mode.ts'
import { recordCommandKeys } from '#ui/keys/command-log.ts'
import { Dispatcher } from '#ui/keys/dispatcher.ts'
import { guardFromIme } from '#ui/keys/ime-guard.ts'
import { ariaKeyShortcuts, keyLabel } from '#ui/keys/key-label.ts'
import { recordKey } from '#ui/keys/key-recorder.ts'
import {
  chordTimeoutMs,
  currentRules,
  keyProfile,
  rulesVersion,
  storedReaderMode,
  storedSingleKeys,
} from '#ui/keys/key-settings.ts'
import { shellState } from '#ui/base/shell-state.ts'
import { setReaderMode } from '#ui/base/reader-mode.ts'
import { keyTable } from '#ui/keys/key-table.ts'
import type { KeyInput } from '#ui/keys/keystroke.ts'
import { pressKeys } from '#ui/keys/press-keys.ts'
import { pressComposedKey } from '#ui/keys/replay-key.ts'
import { keysByCommand } from '#ui/keys/effective-rules.ts'
import { loadUserSettings, onUserSettings } from '#ui/remote/user-settings.ts'
import { onTableChange } from '#ui/remote/changed-elsewhere.ts'
import { currentContext, setSingleKeys } from './context.ts'
import { bufferKeysWhile, loadingKeys, receivesKeysNow } from '#ui/keys/loading-keys.ts'
import { scanTypeAhead } from '#ui/keys/scan-type-ahead.ts'
import { resolveCommand, runCommand } from './run-command.ts'
import { scannerKeys, startScanner } from '#ui/scanner/scanner.ts'
import { loadCode } from '#ui/base/chunk-reload.ts'
import { prefetchWhenIdle } from '#ui/base/prefetch.ts'

export const platform = detectPlatform()

async function resumeDevices(): Promise<void> {
  const devices = await loadCode(() => import('#ui/scanner/scanner-devices.ts'))
  devices.resumeDevices()
}

/** A standalone or full-screen window delivers every key to the page. */
const appWindow = matchMedia(
  ['standalone', 'window-controls-overlay', 'minimal-ui', 'fullscreen']
    .map((mode) => `(display-mode: ${mode})`)
    .join(', '),
)

/** Evaluated on each call, because installing turns a tab into a window without a reload. */
export function environment(): KeyEnvironment {
  return appWindow.matches ? 'app' : 'tab'
}

/**
 * The key press that navigates back unless another handler prevents it, for example to close an
 * open list.
 */
let pendingBack: KeyInput | undefined

function runBack(event: KeyboardEvent): void {
  if (event === pendingBack && !event.defaultPrevented) runCommand('app.back')
  pendingBack = undefined
}

/** A rebound "back" key acts as Escape on the focused element. */
function handleBack(event: KeyInput): boolean {
  if (event.key !== 'Escape') {
    pressKeys('Escape')
    return true
  }
  pendingBack = event
  return false
}

function runWithCount(id: CommandId): void {
  if (id.startsWith('count.')) runCommand(id)
  else runCounted(() => runCommand(id), resolveCommand(id).repeats === true)
}

function hasNoPendingInput(): boolean {
  return loadingKeys.count === 0 && !scanTypeAhead.isWaiting() && !shellState.paletteOpen
}

export const dispatcher = new Dispatcher<CommandId>({
  rules: currentRules(),
  evaluateContext: currentContext,
  run: (id, event) => (id === 'app.back' ? handleBack(event) : runWithCount(id)),
  scanner: (event) => (recordKey(event) ? 'taken' : scannerKeys(event)),
  typeAhead: loadingKeys,
  pressAgain: pressComposedKey,
  isOutsideBuffering: receivesKeysNow,
  runsWhileLoading: (id) =>
    isListening &&
    id.startsWith('app.') &&
    (hasNoPendingInput() || resolveCommand(id).leaves === true),
  canRepeat: (id) => resolveCommand(id).repeats === true,
  isHarmless: (id) => resolveCommand(id).harmless === true,
  onDispatched: (dispatched) => {
    if (dispatched.kind === 'command') recordCommandKeys(dispatched.command, dispatched.keys)
  },
  platform,
  environment: environment(),
})

function applySettings(): void {
  dispatcher.setChordTimeout(chordTimeoutMs())
  const isSingle = storedSingleKeys()
  if (isSingle !== undefined) setSingleKeys(isSingle)
  setReaderMode(storedReaderMode())
  // Ignore unrelated settings changes, because setting the rules would cancel a pending key
  // sequence.
  if (rulesVersion() === appliedRulesVersion) return
  appliedRulesVersion = rulesVersion()
  dispatcher.setRules(currentRules())
  if (keyProfile().id !== profileId) setCommandMode(keyProfile().commandMode === true)
  profileId = keyProfile().id
  keysOfCommand = currentKeys()
}

let appliedRulesVersion = rulesVersion()
let profileId = keyProfile().id

let isListening = false
let keyboardStart = Promise.withResolvers<void>()
let stopLogin: () => void = () => undefined

export function whenKeyboardStarted(): Promise<void> {
  return keyboardStart.promise
}

/**
 * Buffers keys typed while a login is pending and delivers them to its outcome: workspace, form or
 * error.
 */
export async function bufferKeysDuringLogin<T>(login: Promise<T>): Promise<T> {
  if (!isListening) stopLogin = dispatcher.attach(window)
  try {
    return await bufferKeysWhile(login)
  } finally {
    // Detach later, because buffered keys are replayed into the form if the login was rejected.
    setTimeout(stopLogin)
  }
}

export function startKeyboard(): () => void {
  stopLogin()
  stopLogin = () => undefined
  isListening = true
  keyboardStart.resolve()
  const stops = [
    dispatcher.attach(window),
    startScanner(),
    onUserSettings(applySettings),
    watchSettings(),
    () => clearCount(),
    guardFromIme(dispatcher, () => currentContext()['commandMode'] === true),
  ]
  const listening = new AbortController()
  window.addEventListener('keydown', runBack, { signal: listening.signal })
  window.addEventListener('keydown', preventBrowserShortcuts, { signal: listening.signal })
  appWindow.addEventListener('change', onWindowChange, { signal: listening.signal })
  prefetchWhenIdle(resumeDevices)
  // Settings were loaded with the session; without them the defaults apply.
  applySettings()
  return () => {
    for (const stop of stops) stop()
    listening.abort()
    isListening = false
    keyboardStart = Promise.withResolvers<void>()
  }
}

function onWindowChange(): void {
  dispatcher.setRules(currentRules(), environment())
  keysOfCommand = currentKeys()
}

function watchSettings(): () => void {
  return onTableChange('user_setting', (isOwn) => {
    if (!isOwn) loadUserSettings().catch(() => undefined)
  })
}

/**
 * The page's keys are inactive behind a popup, but the browser must still not save, print or close
 * the page. Shift+W still closes an app window.
 */
function preventBrowserShortcuts(event: KeyboardEvent): void {
  const isHeld = platform === 'apple' ? event.metaKey : event.ctrlKey
  if (!isHeld) return
  const isOurs = /^Key[SPFEIK]$/.test(event.code)
  const isOursInApp = environment() === 'app' && /^(?:Key[WTN]|F4)$/.test(event.code)
  if (isOurs || (isOursInApp && !event.shiftKey)) event.preventDefault()
}

export function useKeys(): void {
  useSyncExternalStore(onUserSettings, rulesVersion)
}

export function useOptionNumbers(): boolean {
  return useSyncExternalStore(onUserSettings, () => keyProfile().options !== undefined)
}

export function useCount(): string {
  return useSyncExternalStore(onCount, typedCount)
}

export function useKeySequence() {
  return useSyncExternalStore(dispatcher.subscribe, dispatcher.getState)
}

/** Keys of each command, including those not available at present. */
let keysOfCommand = currentKeys()

function currentKeys(): ReadonlyMap<CommandId, readonly string[]> {
  return keysInEnvironment(environment())
}

function keysInEnvironment(where: KeyEnvironment): ReadonlyMap<CommandId, readonly string[]> {
  return keysByCommand(keyTable(currentRules(), { platform, environment: where }).rules)
}

export function appWindowKeys(): ReadonlyMap<CommandId, readonly string[]> {
  const more = [...keysInEnvironment('app')].map(([id, keys]) => {
    const here = commandKeys(id)
    return [id, keys.filter((key) => !here.includes(key))] as const
  })
  return new Map(more.filter(([, keys]) => keys.length > 0))
}

export function commandKeys(id: CommandId): readonly string[] {
  return keysOfCommand.get(id) ?? []
}

export function commandKeyLabel(id: CommandId): string {
  const [keys] = commandKeys(id)
  return keys ? keyLabel(keys, platform) : ''
}

export function commandAriaKeys(id: CommandId): string | undefined {
  const [keys] = commandKeys(id)
  return keys ? ariaKeyShortcuts(keys, platform) : undefined
}
