import type { ContextValues } from '#kernel/context-keys.ts'
import type { KeyEnvironment, KeyRule } from '#kernel/keymap.ts'
import type { Platform } from './chord.ts'
import type { KeyInput, TextEntry } from './keystroke.ts'
import type { Schedule } from './schedule.ts'
import type { TypeAhead } from './type-ahead.ts'

/** What became of one key press: the entries of the command log. */
export type Dispatched<CommandId extends string> =
  | { readonly kind: 'command'; readonly command: CommandId; readonly keys: string }
  /** The strokes so far begin one or more sequences. */
  | { readonly kind: 'pending'; readonly keys: string }
  /** A single-letter command waiting to be told from a scan; its outcome is logged later. */
  | { readonly kind: 'held'; readonly keys: string }
  /** The strokes are no command, or Escape gave the sequence up. Nothing else sees the key. */
  | { readonly kind: 'missed'; readonly keys: string }
  /** Kept for the screen that is loading. */
  | { readonly kind: 'kept'; readonly keys: string }
  | { readonly kind: 'scan' }
  | {
      readonly kind: 'none'
      readonly reason: 'modifier' | 'composing' | 'repeat' | 'unbound' | 'declined'
    }

interface PendingChoice<CommandId extends string> {
  /** What is still to press. */
  readonly keys: string
  readonly command: CommandId
}

/** For the which-key panel. A new object on every change, so it suits `useSyncExternalStore`. */
export interface DispatcherState<CommandId extends string> {
  /** Strokes of a sequence begun, as `g`; empty when none is. */
  readonly pending: string
  readonly choices: readonly PendingChoice<CommandId>[]
  /** The last strokes that turned out to be no command, until the next key. */
  readonly missed: string | undefined
}

export interface DispatcherOptions<CommandId extends string> {
  /** The product's rules, then the user's on top: the last match wins, `null` unbinds. */
  readonly rules: readonly KeyRule<CommandId>[]
  /** The context keys as they are now; asked once for each key press that could mean something. */
  readonly evaluateContext: () => ContextValues
  /** Runs a command. Answering `false` declines: the browser gets the key after all. */
  readonly run: (command: CommandId, event: KeyInput) => boolean | void
  /** Whether an input method is composing; without it the dispatcher watches the window itself. */
  readonly isComposing?: () => boolean
  /** First to see every key, even a composing one; `taken` ends the matter. */
  readonly scanner?: (event: KeyInput) => 'taken' | 'pass'
  readonly typeAhead?: TypeAhead
  /** Places that take their keys at once while a screen loads. Default: every text field. */
  readonly isBeside?: (target: EventTarget | null) => boolean
  /** Commands that work while a screen loads, ahead of the kept keys: palette, tabs, cancel. */
  readonly runsWhileLoading?: (command: CommandId) => boolean
  /** Commands that go on while the key is held down, as cursor moves. Default: none. */
  readonly repeats?: (command: CommandId) => boolean
  /** Single-letter commands that may run at once, though a scan might have typed the letter. */
  readonly harmless?: (command: CommandId) => boolean
  /** Hears every outcome but `none` and `held`: the command log. */
  readonly onDispatched?: (dispatched: Dispatched<CommandId>) => void
  readonly entryOf?: (target: EventTarget | null) => TextEntry
  readonly platform?: Platform
  readonly environment?: KeyEnvironment
  /** Wait for the rest of a sequence; `null` waits for ever. Default 5000 ms. */
  readonly chordTimeoutMs?: number | null
  /** How long single-letter commands are held; 0 runs them at once. Default 50 ms. */
  readonly holdMs?: number
  readonly schedule?: Schedule
}
