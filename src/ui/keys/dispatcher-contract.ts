import type { ContextValues } from '#kernel/context-keys.ts'
import type { KeyEnvironment, KeyRule } from '#kernel/keymap.ts'
import type { Platform } from './chord.ts'
import type { KeyInput, TextEntry } from './keystroke.ts'
import type { Schedule } from './schedule.ts'
import type { TypeAhead } from './type-ahead.ts'

/** Outcome of one key press, for the command log. */
export type Dispatched<CommandId extends string> =
  | { readonly kind: 'command'; readonly command: CommandId; readonly keys: string }
  /** The strokes so far begin one or more sequences. */
  | { readonly kind: 'pending'; readonly keys: string }
  /** A single-letter command waiting to be told from a scan; its outcome is logged later. */
  | { readonly kind: 'held'; readonly keys: string }
  /** The strokes match no command, or Escape cancelled the sequence. The key is consumed. */
  | { readonly kind: 'missed'; readonly keys: string }
  /** Kept for the loading screen. */
  | { readonly kind: 'kept'; readonly keys: string }
  | { readonly kind: 'scan' }
  | {
      readonly kind: 'none'
      readonly reason: 'modifier' | 'composing' | 'repeat' | 'unbound' | 'declined'
    }

interface PendingChoice<CommandId extends string> {
  readonly keys: string
  readonly command: CommandId
}

/** State of the which-key panel. Replaced on every change, as `useSyncExternalStore` requires. */
export interface DispatcherState<CommandId extends string> {
  /** Strokes of the pending sequence, such as `g`; empty if none. */
  readonly pending: string
  readonly choices: readonly PendingChoice<CommandId>[]
  readonly missed: string | undefined
}

export interface DispatcherOptions<CommandId extends string> {
  /** The product's rules, then the user's: the last match wins, `null` unbinds. */
  readonly rules: readonly KeyRule<CommandId>[]
  /** Current context keys; evaluated at most once per key press. */
  readonly evaluateContext: () => ContextValues
  /** Runs a command. Returns `false` to leave the key to the browser. */
  readonly run: (command: CommandId, event: KeyInput) => boolean | void
  /** Whether an input method is composing. By default the dispatcher watches the window. */
  readonly isComposing?: () => boolean
  /** Sees every key first, even while composing; `taken` stops the dispatch. */
  readonly scanner?: (event: KeyInput) => 'taken' | 'pass'
  readonly typeAhead?: TypeAhead
  /**
   * Targets that receive their keys immediately while a screen loads. Default: every text field.
   */
  readonly isBeside?: (target: EventTarget | null) => boolean
  /** Commands that run ahead of kept keys while a screen loads: palette, tabs, cancel. */
  readonly runsWhileLoading?: (command: CommandId) => boolean
  /** Commands that repeat while the key is held, such as cursor moves. Default: none. */
  readonly repeats?: (command: CommandId) => boolean
  /** Single-letter commands that need no delay to rule out a scan. */
  readonly harmless?: (command: CommandId) => boolean
  /** Receives every outcome except `none` and `held`. */
  readonly onDispatched?: (dispatched: Dispatched<CommandId>) => void
  readonly entryOf?: (target: EventTarget | null) => TextEntry
  readonly platform?: Platform
  readonly environment?: KeyEnvironment
  /** Wait for the next stroke of a sequence; `null` waits without limit. Default 5000 ms. */
  readonly chordTimeoutMs?: number | null
  /** Delay of single-letter commands; 0 runs them immediately. Default 50 ms. */
  readonly holdMs?: number
  readonly schedule?: Schedule
}
