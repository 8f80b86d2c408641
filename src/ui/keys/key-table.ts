import type { KeyEnvironment, KeyRule } from '#kernel/keymap.ts'
import { implies, parseWhen } from '#kernel/when.ts'
import { isBareChord, parseChords, type Platform } from './chord.ts'

export interface BoundRule<CommandId extends string = string> extends KeyRule<CommandId> {
  readonly chords: readonly string[]
  readonly sequence: string
  readonly bare: boolean
  readonly needsCommandMode: boolean
}

export type Resolution<CommandId extends string> =
  | { readonly kind: 'command'; readonly rule: BoundRule<CommandId>; readonly command: CommandId }
  | { readonly kind: 'more'; readonly choices: readonly BoundRule<CommandId>[] }
  | { readonly kind: 'none' }

export interface KeyTable<CommandId extends string> {
  readonly rules: readonly BoundRule<CommandId>[]
  readonly byFirstChord: ReadonlyMap<string, readonly BoundRule<CommandId>[]>
}

export interface KeyTableOptions {
  readonly platform: Platform
  readonly environment: KeyEnvironment
}

/**
 * Parses every key string and drops rules for other environments.
 *
 * @throws Error naming the key string that cannot be parsed.
 */
export function keyTable<CommandId extends string>(
  rules: readonly KeyRule<CommandId>[],
  { platform, environment }: KeyTableOptions,
): KeyTable<CommandId> {
  const commandMode = parseWhen('commandMode')
  const bound = rules
    .filter((rule) => rule.environment === undefined || rule.environment === environment)
    .map((rule) => {
      const chords = parseChords(rule.keys, platform)
      const isBare = chords[0] !== undefined && isBareChord(chords[0])
      const needsCommandMode = isBare && implies(rule.when, commandMode)
      return { ...rule, chords, sequence: chords.join(' '), bare: isBare, needsCommandMode }
    })
  return { rules: bound, byFirstChord: Map.groupBy(bound, (rule) => rule.chords[0] ?? '') }
}

/**
 * Resolves the strokes pressed so far. The last rule whose condition holds wins. If it has more
 * strokes, returns every possible continuation.
 */
export function resolveKeys<CommandId extends string>(
  table: KeyTable<CommandId>,
  pressed: readonly string[],
  allows: (rule: BoundRule<CommandId>) => boolean,
): Resolution<CommandId> {
  const candidates = (table.byFirstChord.get(pressed[0] ?? '') ?? []).filter((rule) =>
    pressed.every((chord, index) => rule.chords[index] === chord),
  )
  const effective = applicableRules(candidates, allows)
  const winner = effective[0]
  if (!winner) return { kind: 'none' }
  if (winner.chords.length === pressed.length && winner.command !== null) {
    return { kind: 'command', rule: winner, command: winner.command }
  }
  const choices = effective.filter((rule) => rule.chords.length > pressed.length)
  return { kind: 'more', choices: choices.toReversed() }
}

/** Rules that hold, last first, one per sequence, excluding those a later `null` unbinds. */
function applicableRules<CommandId extends string>(
  rules: readonly BoundRule<CommandId>[],
  allows: (rule: BoundRule<CommandId>) => boolean,
): BoundRule<CommandId>[] {
  const taken = new Set<string>()
  return rules.toReversed().filter((rule) => {
    const { sequence, command, of } = rule
    const isGone = taken.has(sequence) || taken.has(`${sequence} of ${command}`)
    if (isGone || !allows(rule)) return false
    taken.add(command === null && of !== undefined ? `${sequence} of ${of}` : sequence)
    return command !== null
  })
}

export function activeRules<CommandId extends string>(
  table: KeyTable<CommandId>,
  allows: (rule: BoundRule<CommandId>) => boolean,
): BoundRule<CommandId>[] {
  const sequences = new Set<string>()
  const beginnings = new Set<string>()
  const active = applicableRules(table.rules, allows).filter((rule) => {
    const own = rule.chords.slice(1).map((_, index) => rule.chords.slice(0, index + 1).join(' '))
    if (beginnings.has(rule.sequence) || own.some((part) => sequences.has(part))) return false
    sequences.add(rule.sequence)
    for (const part of own) beginnings.add(part)
    return true
  })
  return active.toReversed()
}
