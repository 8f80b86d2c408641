import { useSyncExternalStore } from 'react'
import type { CommandId } from '#commands/index.ts'
import type { KeyEnvironment } from '#kernel/keymap.ts'
import { detectPlatform } from '#ui/keys/chord.ts'
import { clearCount, onCount, runCounted, typedCount } from '#ui/keys/command-count.ts'
import { setCommandMode } from '#ui/keys/command-mode.ts'
import { noteKeys } from '#ui/keys/command-log.ts'
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
import { keysByCommand } from '#ui/keys/standing-rules.ts'
import { loadUserSettings, onUserSettings } from '#ui/remote/user-settings.ts'
import { onTableChange } from '#ui/remote/changed-elsewhere.ts'
import { currentContext, setSingleKeys } from './context.ts'
import { keepKeysWhile, loadingKeys, takesKeysAtOnce } from '#ui/keys/loading-keys.ts'
import { scans } from '#ui/keys/scans-ahead.ts'
import { commandOf, runCommand } from './run-command.ts'
import { scannerKeys, startScanner } from '#ui/scanner/scanner.ts'
import { loadCode } from '#ui/base/chunk-reload.ts'
import { prefetchWhenIdle } from '#ui/base/prefetch.ts'

export const platform = detectPlatform()

/** Scanners that are no keyboards; what reads them comes behind the first page. */
async function resumeDevices(): Promise<void> {
  const devices = await loadCode(() => import('#ui/scanner/scanner-devices.ts'))
  devices.resumeDevices()
}

/** A window of its own, or the full screen, hands every key to the page. */
const ownWindow = matchMedia(
  ['standalone', 'window-controls-overlay', 'minimal-ui', 'fullscreen']
    .map((mode) => `(display-mode: ${mode})`)
    .join(', '),
)

/** Asked each time: a tab that is installed becomes a window without being loaded anew. */
export function environment(): KeyEnvironment {
  return ownWindow.matches ? 'app' : 'tab'
}

/** The key press that means "back" once nobody on its way has used it: an open list closes first. */
let going: KeyInput | undefined

function goBack(event: KeyboardEvent): void {
  if (event === going && !event.defaultPrevented) runCommand('app.back')
  going = undefined
}

/** Another key than Escape does what Escape does where it is pressed: close the list, the popup. */
function back(event: KeyInput): boolean {
  if (event.key !== 'Escape') {
    pressKeys('Escape')
    return true
  }
  going = event
  return false
}

/** A number typed before a command belongs to it, and to no later one. */
function runTyped(id: CommandId): void {
  if (id.startsWith('count.')) runCommand(id)
  else runCounted(() => runCommand(id), commandOf(id).repeats === true)
}

/** Whether no key, no scan and no choice of the command line is pending before this key. */
function isNothingAhead(): boolean {
  return loadingKeys.count === 0 && !scans.isWaiting() && !shellState.paletteOpen
}

/** The one dispatcher of the window. */
export const dispatcher = new Dispatcher<CommandId>({
  rules: currentRules(),
  evaluateContext: currentContext,
  run: (id, event) => (id === 'app.back' ? back(event) : runTyped(id)),
  scanner: (event) => (recordKey(event) ? 'taken' : scannerKeys(event)),
  typeAhead: loadingKeys,
  isBeside: takesKeysAtOnce,
  runsWhileLoading: (id) =>
    isListening && id.startsWith('app.') && (isNothingAhead() || commandOf(id).leaves === true),
  repeats: (id) => commandOf(id).repeats === true,
  harmless: (id) => commandOf(id).harmless === true,
  onDispatched: (dispatched) => {
    if (dispatched.kind === 'command') noteKeys(dispatched.command, dispatched.keys)
  },
  platform,
  environment: environment(),
})

/** Lays the user's profile, keys and times over the product's. */
function applySettings(): void {
  dispatcher.setChordTimeout(chordTimeoutMs())
  const single = storedSingleKeys()
  if (single !== undefined) setSingleKeys(single)
  setReaderMode(storedReaderMode())
  // Most settings are none of the keyboard's: a sequence begun must outlive their being kept.
  if (rulesVersion() === rulesApplied) return
  rulesApplied = rulesVersion()
  dispatcher.setRules(currentRules())
  if (keyProfile().id !== profileId) setCommandMode(keyProfile().commandMode === true)
  profileId = keyProfile().id
  keysOfCommand = readKeys()
}

let rulesApplied = rulesVersion()
let profileId = keyProfile().id

/** The workspace is there and its keys work. */
let isListening = false
let started = Promise.withResolvers<void>()
let stopLogin: () => void = () => undefined

/** Over once the workspace takes keys. */
export function keyboardStarted(): Promise<void> {
  return started.promise
}

/** Keeps what is typed while a login is answered for what comes of it: workspace, form or refusal. */
export async function keepKeysOfLogin<T>(login: Promise<T>): Promise<T> {
  // Within the workspace the keys are listened to already.
  if (!isListening) stopLogin = dispatcher.attach(window)
  try {
    return await keepKeysWhile(login)
  } finally {
    // What was kept is typed into the form first, where it is the form that goes on.
    setTimeout(stopLogin)
  }
}

/** Listens to the keyboard; returns unsubscribe. */
export function startKeyboard(): () => void {
  stopLogin()
  stopLogin = () => undefined
  isListening = true
  started.resolve()
  const stops = [
    dispatcher.attach(window),
    startScanner(),
    onUserSettings(applySettings),
    followSettings(),
    () => clearCount(),
    guardFromIme(dispatcher, () => currentContext()['commandMode'] === true),
  ]
  const listening = new AbortController()
  window.addEventListener('keydown', goBack, { signal: listening.signal })
  window.addEventListener('keydown', keepBrowserOut, { signal: listening.signal })
  ownWindow.addEventListener('change', windowChanged, { signal: listening.signal })
  prefetchWhenIdle(resumeDevices)
  // The settings came with the session; without them the product's own keys hold.
  applySettings()
  return () => {
    for (const stop of stops) stop()
    listening.abort()
    isListening = false
    started = Promise.withResolvers<void>()
  }
}

function windowChanged(): void {
  dispatcher.setRules(currentRules(), environment())
  keysOfCommand = readKeys()
}

/** Takes up what the user changes in another window. */
function followSettings(): () => void {
  return onTableChange('user_setting', (own) => {
    if (!own) loadUserSettings().catch(() => undefined)
  })
}

/**
 * With a popup in front the page's keys rest, but the browser must not save or print the page, nor
 * close it: what closes a tab closes the window in an application, with Shift still.
 */
function keepBrowserOut(event: KeyboardEvent): void {
  const held = platform === 'apple' ? event.metaKey : event.ctrlKey
  if (!held) return
  const isOurs = /^Key[SPFEIK]$/.test(event.code)
  const isOursHere = environment() === 'app' && /^(?:Key[WTN]|F4)$/.test(event.code)
  if (isOurs || (isOursHere && !event.shiftKey)) event.preventDefault()
}

/** Re-renders whoever shows keys when they change. */
export function useKeys(): void {
  useSyncExternalStore(onUserSettings, rulesVersion)
}

/** Whether the key profile has numbers to type beside rows. */
export function useOptionNumbers(): boolean {
  return useSyncExternalStore(onUserSettings, () => keyProfile().options !== undefined)
}

/** The number typed for the next command, empty for none. */
export function useCount(): string {
  return useSyncExternalStore(onCount, typedCount)
}

/** A sequence in progress, for the which-key panel. */
export function useKeySequence() {
  return useSyncExternalStore(dispatcher.subscribe, dispatcher.getState)
}

/** Key strings of each command, whether or not they work at this moment. */
let keysOfCommand = readKeys()

function readKeys(): ReadonlyMap<CommandId, readonly string[]> {
  return keysIn(environment())
}

function keysIn(where: KeyEnvironment): ReadonlyMap<CommandId, readonly string[]> {
  return keysByCommand(keyTable(currentRules(), { platform, environment: where }).rules)
}

/** Keys that a window of its own would give beside those of this one, command by command. */
export function keysOfOwnWindow(): ReadonlyMap<CommandId, readonly string[]> {
  const more = [...keysIn('app')].map(([id, keys]) => {
    const here = allKeysOf(id)
    return [id, keys.filter((each) => !here.includes(each))] as const
  })
  return new Map(more.filter(([, keys]) => keys.length > 0))
}

/** Every key string of a command as it is bound now. */
export function allKeysOf(id: CommandId): readonly string[] {
  return keysOfCommand.get(id) ?? []
}

/** How the keys of a command are written: `^S`; empty when it has none. */
export function keyOf(id: CommandId): string {
  const [keys] = allKeysOf(id)
  return keys ? keyLabel(keys, platform) : ''
}

/** The same for `aria-keyshortcuts`. */
export function ariaKeysOf(id: CommandId): string | undefined {
  const [keys] = allKeysOf(id)
  return keys ? ariaKeyShortcuts(keys, platform) : undefined
}
