import { useSyncExternalStore } from 'react'
import type { CommandId } from '#commands/index.ts'
import { keyProfiles } from '#keymaps/index.ts'
import { keymapRules } from '#kernel/keymap.ts'
import { detectPlatform } from '../keyboard/chord.ts'
import { Dispatcher } from '../keyboard/dispatcher.ts'
import { ariaKeyShortcuts, keyLabel } from '../keyboard/key-label.ts'
import type { KeyInput } from '../keyboard/keystroke.ts'
import { currentContext } from './context.ts'
import { loadingKeys } from './loading-keys.ts'
import { runCommand } from './run-command.ts'
import { scannerKeys, startScanner } from './scanner.ts'

export const platform = detectPlatform()

const environment = matchMedia('(display-mode: standalone)').matches ? 'app' : 'tab'

const repeating: ReadonlySet<CommandId> = new Set<CommandId>([
  'app.next-tab',
  'app.previous-tab',
  'grid.undo',
  'grid.redo',
  'grid.next-exception',
])

/** The key press that means "back" once nobody on its way has used it: an open list closes first. */
let going: KeyInput | undefined

function goBack(event: KeyboardEvent): void {
  if (event === going && !event.defaultPrevented) runCommand('app.back')
  going = undefined
}

/** The one dispatcher of the window. */
export const dispatcher = new Dispatcher<CommandId>({
  rules: keymapRules(...(keyProfiles[0]?.maps ?? [])),
  evaluateContext: currentContext,
  run: (id, event) => {
    if (id !== 'app.back') return runCommand(id)
    going = event
    return false
  },
  scanner: scannerKeys,
  typeAhead: loadingKeys,
  runsWhileLoading: (id) => id.startsWith('app.'),
  repeats: (id) => repeating.has(id),
  harmless: (id) => id === 'app.palette' || id === 'app.help',
  platform,
  environment,
})

/** Listens to the keyboard; the answer stops it. */
export function startKeyboard(): () => void {
  const stop = dispatcher.attach(window)
  const stopScanner = startScanner()
  const listening = new AbortController()
  window.addEventListener('keydown', goBack, { signal: listening.signal })
  window.addEventListener('keydown', keepBrowserOut, { signal: listening.signal })
  return () => {
    stop()
    stopScanner()
    listening.abort()
  }
}

/** With a popup in front the page's keys rest, but the browser must not save or print the page. */
function keepBrowserOut(event: KeyboardEvent): void {
  const held = platform === 'apple' ? event.metaKey : event.ctrlKey
  if (held && /^Key[SPFEIK]$/.test(event.code)) event.preventDefault()
}

/** A sequence in progress, for the which-key panel. */
export function useKeySequence() {
  return useSyncExternalStore(dispatcher.subscribe, dispatcher.getState)
}

/** Key string of a command, whether or not it works at this moment. */
const keysOfCommand = new Map<CommandId, string>()
for (const rule of keymapRules(...(keyProfiles[0]?.maps ?? []))) {
  if (rule.command && !keysOfCommand.has(rule.command)) keysOfCommand.set(rule.command, rule.keys)
}

/** How the keys of a command are written: `^S`; empty when it has none. */
export function keyOf(id: CommandId): string {
  const keys = keysOfCommand.get(id)
  return keys ? keyLabel(keys, platform) : ''
}

/** The same for `aria-keyshortcuts`. */
export function ariaKeysOf(id: CommandId): string | undefined {
  const keys = keysOfCommand.get(id)
  return keys ? ariaKeyShortcuts(keys, platform) : undefined
}
