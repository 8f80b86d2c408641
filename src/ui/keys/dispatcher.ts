import type { ContextValues } from '#kernel/context-keys.ts'
import { Listeners } from '#ui/base/listeners.ts'
import type { KeyEnvironment, KeyRule } from '#kernel/keymap.ts'
import { evaluate } from '#kernel/when.ts'
import { detectPlatform, type Platform } from './chord.ts'
import { ComposedKeys, endsComposition, isCommandKey } from './composed-keys.ts'
import type { DispatchResult, DispatcherOptions, DispatcherState } from './dispatcher-contract.ts'
import { HeldKeys, type HeldKey } from './held-keys.ts'
import {
  activeRules,
  keyTable,
  resolveKeys,
  type BoundRule,
  type KeyTable,
  type Resolution,
} from './key-table.ts'
import {
  belongsToIme,
  isImeKey,
  isModifierPress,
  keystroke,
  textEntryKind,
  type KeyInput,
  type Keystroke,
  type TextEntry,
} from './keystroke.ts'
import { schedule as realSchedule, type Schedule } from './schedule.ts'
import { isSynthesized } from './synthetic-key.ts'

const idle = { pending: '', choices: [], missed: undefined }

/**
 * Turns key presses into commands. Each press passes through scanner, type-ahead, pending sequence
 * and rules in this order. The last matching rule wins.
 */
export class Dispatcher<CommandId extends string> {
  readonly #options: DispatcherOptions<CommandId>
  readonly #platform: Platform
  readonly #schedule: Schedule
  readonly #held: HeldKeys
  readonly #composed: ComposedKeys
  readonly #listeners = new Listeners()
  #table: KeyTable<CommandId>
  #environment: KeyEnvironment
  #chordTimeoutMs: number | null
  #pressed: readonly string[] = []
  #state: DispatcherState<CommandId> = idle
  #cancelTimeout: () => void = () => {}

  constructor(options: DispatcherOptions<CommandId>) {
    this.#options = options
    this.#platform = options.platform ?? detectPlatform()
    this.#schedule = options.schedule ?? realSchedule
    this.#chordTimeoutMs = options.chordTimeoutMs === undefined ? 5000 : options.chordTimeoutMs
    this.#environment = options.environment ?? 'tab'
    this.#table = this.#read(options.rules)
    this.#composed = new ComposedKeys(this.#schedule)
    this.#held = new HeldKeys({
      release: (keys) => this.#releaseHeld(keys),
      schedule: this.#schedule,
      holdMs: options.holdMs ?? 50,
    })
  }

  attach(view: Window): () => void {
    const listening = new AbortController()
    const options = { capture: true, signal: listening.signal }
    view.addEventListener('keydown', (event) => void this.handle(event), options)
    this.#composed.watch(view, options)
    const leave = (event: FocusEvent): void => {
      if (event.eventPhase !== Event.AT_TARGET) return
      this.cancel()
    }
    view.addEventListener('blur', leave, options)
    return () => {
      listening.abort()
      this.cancel()
    }
  }

  setRules(rules: readonly KeyRule<CommandId>[], environment = this.#environment): void {
    this.#environment = environment
    this.#table = this.#read(rules)
    this.cancel()
  }

  setChordTimeout(chordTimeoutMs: number | null): void {
    this.#chordTimeoutMs = chordTimeoutMs
  }

  cancel(): void {
    this.#held.drop()
    this.#composed.cancelPending()
    this.#setPending([], [])
  }

  readonly subscribe = this.#listeners.add

  readonly getState = (): DispatcherState<CommandId> => this.#state

  active(): BoundRule<CommandId>[] {
    return activeRules(this.#table, this.#isAllowed('none'))
  }

  handle(event: KeyInput): DispatchResult<CommandId> {
    const dispatched = this.#decide(event)
    this.#log(dispatched)
    return dispatched
  }

  #read(rules: readonly KeyRule<CommandId>[]): KeyTable<CommandId> {
    return keyTable(rules, { platform: this.#platform, environment: this.#environment })
  }

  #decide(event: KeyInput): DispatchResult<CommandId> {
    const stroke = keystroke(event)
    if (this.#options.scanner?.(event) === 'taken') {
      this.cancel()
      if (stroke && isImeKey(event)) this.#composed.recordActed(event, stroke)
      return { kind: 'scan' }
    }
    if (isModifierPress(event)) return { kind: 'none', reason: 'modifier' }
    if (!stroke) return { kind: 'none', reason: 'unbound' }
    const entry = (this.#options.entryOf ?? textEntryKind)(event.target)
    if (entry !== 'none' && isImeKey(event)) this.#options.typeAhead?.replayWithoutPauses()
    if (this.#isIgnored(event, entry, stroke)) return this.#whileComposing(event, stroke, entry)
    const echo = this.#composed.findEcho(event, stroke)
    if (echo !== 'none') {
      if (echo === 'used') event.preventDefault()
      event.stopPropagation()
      return { kind: 'none', reason: 'composing' }
    }
    if (entry !== 'none' && isImeKey(event)) this.#composed.recordActed(event, stroke)
    return this.#handleKey(event, stroke, entry)
  }

  #handleKey(event: KeyInput, stroke: Keystroke, entry: TextEntry): DispatchResult<CommandId> {
    const { typeAhead, isOutsideBuffering = () => entry === 'text' } = this.#options
    // Keys synthesized by the page, such as replayed ones, are meant for the current focus.
    if (typeAhead?.holding && !isSynthesized(event) && !isOutsideBuffering(event.target)) {
      return this.#whileLoading(event, stroke, entry)
    }
    if (event.isTrusted && stroke.bare && this.#held.isContinuation(event)) {
      return this.#hold(event, stroke)
    }
    this.#held.flush()
    return this.#press(event, stroke, entry, true)
  }

  /**
   * Pending sequences and single letters in a grid are matched by `code`, even with an input method
   * active.
   */
  #isIgnored(event: KeyInput, entry: TextEntry, stroke: Keystroke): boolean {
    // A composition whose element was removed never ends; the next ordinary key proves it.
    const isWatched = this.#composed.isComposing && isImeKey(event)
    const isComposing = this.#options.isComposing?.() ?? isWatched
    if (!belongsToIme(event, entry, isComposing)) return false
    if (event.isComposing || isComposing || !isImeKey(event) || !stroke.bare) return true
    return this.#pressed.length === 0 && entry !== 'sink'
  }

  #whileComposing(event: KeyInput, stroke: Keystroke, entry: TextEntry): DispatchResult<CommandId> {
    if (this.#composed.hasActed(event, stroke)) {
      consume(event)
      return { kind: 'none', reason: 'composing' }
    }
    const isOver = !event.isComposing && !this.#composed.isComposing
    if (stroke.chord === 'Escape') {
      if (isOver && this.#composed.hasJustEnded(event)) consume(event)
      this.#composed.recordActed(event, stroke)
    } else if (
      isCommandKey(stroke) &&
      this.#resolve([], stroke, this.#isAllowed(entry)).resolution.kind !== 'none'
    ) {
      consume(event)
      this.#composed.delayUntilComposed(event, stroke, () =>
        this.#log(this.#handleKey(event, stroke, entry)),
      )
    } else if (endsComposition(stroke)) {
      if (isOver) consume(event)
      // The browser would leave the field with the syllable still open.
      else if (event.code === 'Tab') event.preventDefault()
      this.#composed.keepUntilEnd(event, stroke, () => this.#pressAgain(event, stroke, entry))
    }
    return { kind: 'none', reason: 'composing' }
  }

  /** Presses the key that the input method consumed. Returns whether it was used. */
  #pressAgain(event: KeyInput, stroke: Keystroke, entry: TextEntry): boolean {
    const { typeAhead, isOutsideBuffering = () => entry === 'text', pressAgain } = this.#options
    const { code, ctrlKey, altKey, shiftKey, metaKey, timeStamp, target } = event
    const key = code.replace('Numpad', '')
    const press = { stroke, init: { key, code, ctrlKey, altKey, shiftKey, metaKey } }
    if (!typeAhead?.holding || isOutsideBuffering(target))
      return pressAgain?.(press, target) ?? false
    typeAhead.takeKey(press, timeStamp)
    return true
  }

  #whileLoading(event: KeyInput, stroke: Keystroke, entry: TextEntry): DispatchResult<CommandId> {
    const { typeAhead, runsWhileLoading } = this.#options
    if (stroke.chord === 'Escape') {
      typeAhead?.cancel()
      return { kind: 'none', reason: 'unbound' }
    }
    const found = this.#resolve([], stroke, this.#isAllowed(entry)).resolution
    if (found.kind === 'command' && runsWhileLoading?.(found.command)) {
      return this.#run(found.command, found.rule.sequence, event)
    }
    consume(event)
    typeAhead?.take(event, stroke)
    return { kind: 'kept', keys: stroke.chord }
  }

  #hold(event: KeyInput, stroke: Keystroke): DispatchResult<CommandId> {
    consume(event)
    this.#held.add({ stroke, event })
    return { kind: 'held', keys: stroke.chord }
  }

  /** Released keys have already passed the scanner. They run in the order they were pressed. */
  #releaseHeld(keys: readonly HeldKey[]): void {
    for (const { event, stroke } of keys) {
      const entry = (this.#options.entryOf ?? textEntryKind)(event.target)
      this.#log(this.#press(event, stroke, entry, false))
    }
  }

  #press(
    event: KeyInput,
    stroke: Keystroke,
    entry: TextEntry,
    mayHold: boolean,
  ): DispatchResult<CommandId> {
    const hasBegun = this.#pressed.length > 0
    if (hasBegun && event.repeat) {
      consume(event)
      return { kind: 'none', reason: 'repeat' }
    }
    if (hasBegun && stroke.chord === 'Escape') return this.#cancelSequence(event)
    const allows = this.#isAllowed(hasBegun ? 'none' : entry)
    const { resolution, pressed } = this.#resolve(this.#pressed, stroke, allows)
    if (resolution.kind === 'none') {
      if (hasBegun) return this.#reportMiss(event, pressed)
      this.#setPending([], [])
      return { kind: 'none', reason: 'unbound' }
    }
    if (mayHold && this.#shouldDelay(event, stroke, resolution)) return this.#hold(event, stroke)
    if (resolution.kind === 'command') {
      return this.#run(resolution.command, resolution.rule.sequence, event)
    }
    consume(event)
    this.#setPending(pressed, resolution.choices)
    return { kind: 'pending', keys: pressed.join(' ') }
  }

  #shouldDelay(event: KeyInput, stroke: Keystroke, resolution: Resolution<CommandId>): boolean {
    // Replayed keys are as fast as a scanner, but do not come from one.
    const canBeScanner = event.isTrusted && !event.repeat
    if (!stroke.bare || !canBeScanner || this.#options.holdMs === 0) return false
    return resolution.kind !== 'command' || !this.#options.isHarmless?.(resolution.command)
  }

  #resolve(
    begun: readonly string[],
    stroke: Keystroke,
    allows: (rule: BoundRule<CommandId>) => boolean,
  ): { resolution: Resolution<CommandId>; pressed: readonly string[] } {
    for (const chord of [stroke.chord, ...stroke.alternates]) {
      const pressed = [...begun, chord]
      const resolution = resolveKeys(this.#table, pressed, allows)
      if (resolution.kind !== 'none') return { resolution, pressed }
    }
    return { resolution: { kind: 'none' }, pressed: [...begun, stroke.chord] }
  }

  #isAllowed(entry: TextEntry): (rule: BoundRule<CommandId>) => boolean {
    let context: ContextValues | undefined
    return (rule) => {
      if (rule.bare && entry === 'text') return false
      if (rule.bare && entry === 'sink' && !rule.needsCommandMode) return false
      context ??= this.#options.evaluateContext()
      return evaluate(rule.when, context)
    }
  }

  #run(command: CommandId, keys: string, event: KeyInput): DispatchResult<CommandId> {
    this.#setPending([], [])
    if (event.repeat && !this.#options.canRepeat?.(command)) {
      consume(event)
      return { kind: 'none', reason: 'repeat' }
    }
    let isDeclined = false
    try {
      isDeclined = this.#options.run(command, event) === false
    } finally {
      // Consume the key even if the command failed; otherwise the browser would save the page.
      if (!isDeclined) consume(event)
    }
    return isDeclined ? { kind: 'none', reason: 'declined' } : { kind: 'command', command, keys }
  }

  #cancelSequence(event: KeyInput): DispatchResult<CommandId> {
    consume(event)
    const keys = this.#pressed.join(' ')
    this.#setPending([], [])
    return { kind: 'missed', keys }
  }

  #reportMiss(event: KeyInput, pressed: readonly string[]): DispatchResult<CommandId> {
    consume(event)
    const keys = pressed.join(' ')
    this.#setPending([], [], keys)
    return { kind: 'missed', keys }
  }

  #setPending(
    pressed: readonly string[],
    choices: readonly BoundRule<CommandId>[],
    missed?: string,
  ): void {
    this.#cancelTimeout()
    this.#pressed = pressed
    if (pressed.length > 0 && this.#chordTimeoutMs !== null) {
      this.#cancelTimeout = this.#schedule(() => this.#setPending([], []), this.#chordTimeoutMs)
    }
    if (pressed.length === 0 && this.#state.pending === '' && this.#state.missed === missed) return
    this.#state = {
      pending: pressed.join(' '),
      choices: choices.flatMap(({ chords, command }) =>
        command === null ? [] : [{ keys: chords.slice(pressed.length).join(' '), command }],
      ),
      missed,
    }
    this.#listeners.call()
  }

  #log(dispatched: DispatchResult<CommandId>): void {
    if (dispatched.kind === 'none' || dispatched.kind === 'held') return
    this.#options.onDispatched?.(dispatched)
  }
}

function consume(event: KeyInput): void {
  event.preventDefault()
  event.stopPropagation()
}
