import type { ContextValues } from '#kernel/context-keys.ts'
import type { KeyEnvironment, KeyRule } from '#kernel/keymap.ts'
import type { Platform } from './chord.ts'
import type { KeyInput, TextEntry } from './keystroke.ts'
import type { Schedule } from './schedule.ts'
import type { BufferedKey, TypeAhead } from './type-ahead.ts'

export type DispatchResult<CommandId extends string> =
  | { readonly kind: 'command'; readonly command: CommandId; readonly keys: string }
  | { readonly kind: 'pending'; readonly keys: string }
  /** A single-letter command delayed to rule out a scan. Its outcome is logged later. */
  | { readonly kind: 'held'; readonly keys: string }
  | { readonly kind: 'missed'; readonly keys: string }
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
  readonly pending: string
  readonly choices: readonly PendingChoice<CommandId>[]
  readonly missed: string | undefined
}

export interface DispatcherOptions<CommandId extends string> {
  /** The product's rules followed by the user's. The last match wins, and `null` unbinds. */
  readonly rules: readonly KeyRule<CommandId>[]
  readonly evaluateContext: () => ContextValues
  /** Runs a command. Returns `false` to leave the key to the browser. */
  readonly run: (command: CommandId, event: KeyInput) => boolean | void
  readonly isComposing?: () => boolean
  /** Receives every key first, even during a composition. `taken` stops the dispatch. */
  readonly scanner?: (event: KeyInput) => 'taken' | 'pass'
  readonly typeAhead?: TypeAhead
  /** Presses a key that an input method consumed. Returns whether it was used. */
  readonly pressAgain?: (key: BufferedKey, target: EventTarget | null) => boolean
  /**
   * Targets that receive their keys immediately while a screen loads. Default: every text field.
   */
  readonly isOutsideBuffering?: (target: EventTarget | null) => boolean
  /** Commands that run ahead of buffered keys while a screen loads: palette, tabs, cancel. */
  readonly runsWhileLoading?: (command: CommandId) => boolean
  readonly canRepeat?: (command: CommandId) => boolean
  /** Single-letter commands that are safe to run without the delay that rules out a scan. */
  readonly isHarmless?: (command: CommandId) => boolean
  readonly onDispatched?: (dispatched: DispatchResult<CommandId>) => void
  readonly entryOf?: (target: EventTarget | null) => TextEntry
  readonly platform?: Platform
  readonly environment?: KeyEnvironment
  /**
   * Time to wait for the next stroke of a sequence; `null` waits without limit. Default 5000 ms.
   */
  readonly chordTimeoutMs?: number | null
  /** Delay of single-letter commands; 0 runs them immediately. Default 50 ms. */
  readonly holdMs?: number
  readonly schedule?: Schedule
}
