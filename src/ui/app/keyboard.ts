import { useSyncExternalStore } from 'react'
import type { CommandId } from '#commands/index.ts'
import { keyProfiles } from '#keymaps/index.ts'
import { keymapRules } from '#kernel/keymap.ts'
import { detectPlatform } from '../keyboard/chord.ts'
import { Dispatcher } from '../keyboard/dispatcher.ts'
import { ariaKeyShortcuts, keyLabel } from '../keyboard/key-label.ts'
import { currentContext } from './context.ts'
import { runCommand } from './run-command.ts'

export const platform = detectPlatform()

const environment = matchMedia('(display-mode: standalone)').matches ? 'app' : 'tab'

const repeating: ReadonlySet<CommandId> = new Set<CommandId>([
  'app.next-tab',
  'app.previous-tab',
  'grid.undo',
  'grid.redo',
  'grid.next-exception',
])

/** An open list or calendar closes itself before Escape means "back". */
function ownsEscape(id: CommandId): boolean {
  const here = document.activeElement
  return id === 'app.back' && here?.getAttribute('aria-expanded') === 'true'
}

/** The one dispatcher of the window. */
export const dispatcher = new Dispatcher<CommandId>({
  rules: keymapRules(...(keyProfiles[0]?.maps ?? [])),
  evaluateContext: currentContext,
  run: (id) => (ownsEscape(id) ? false : runCommand(id)),
  repeats: (id) => repeating.has(id),
  harmless: (id) => id === 'app.palette' || id === 'app.help',
  platform,
  environment,
})

/** Listens to the keyboard; the answer stops it. */
export function startKeyboard(): () => void {
  const stop = dispatcher.attach(window)
  window.addEventListener('keydown', keepBrowserOut)
  return () => {
    stop()
    window.removeEventListener('keydown', keepBrowserOut)
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
