import type { KeyRule } from '#kernel/keymap.ts'
import { keymapRules } from '#kernel/keymap.ts'
import { chordParts, isBareChord, parseChords, type Platform } from './chord.ts'
import { findConflicts, type ConflictOptions, type KeyProblem } from './conflicts.ts'
import { userKeymap, type UserKey } from './user-keys.ts'

const anywhereCondition = 'pageInFront'

interface Rebinding {
  readonly userKeys: readonly UserKey[]
  readonly problems: readonly KeyProblem[]
  /** The key is never delivered, or the page is unusable without it. */
  readonly refused: boolean
}

interface BindingContext {
  readonly product: readonly KeyRule[]
  readonly userKeys: readonly UserKey[]
  readonly offered?: string | undefined
}

export function portableKeys(strokes: readonly string[], platform: Platform): string {
  const isApple = platform === 'apple'
  return strokes
    .map((chord) => {
      const { control, meta, alt, shift, key } = chordParts(chord)
      if (!(isApple ? meta : control)) return chord
      const others = [isApple && control && 'Control', alt && 'Alt', shift && 'Shift']
      return ['$mod', ...others.filter((part) => part !== false), key].join('+')
    })
    .join(' ')
}

export function canonicalKeys(keys: string, platform: Platform): string {
  return parseChords(keys, platform).join(' ')
}

/** Returns the condition for a new key: that of the command's other keys of the same kind. */
function conditionFor(
  command: string,
  isBare: boolean,
  { product, offered }: BindingContext,
): string {
  const own = product.filter((rule) => rule.command === command)
  const sameKind = own.find((rule) => parseChords(rule.keys, 'other').every(isBareChord) === isBare)
  const known = sameKind ?? (isBare ? own[0] : undefined)
  const condition =
    known?.whenText ??
    (offered === undefined ? anywhereCondition : `${anywhereCondition} && (${offered})`)
  const needsSwitch = isBare && !/\bsingleKeys\b/.test(condition)
  return needsSwitch ? `singleKeys && (${condition})` : condition
}

/**
 * Assigns `keys` to a command. Each conflicting rule is unbound by a `null` rule, which leaves the
 * saved keymap free of conflicts. `refused` is true for reserved and indispensable keys.
 */
export function bindKeys(
  command: string,
  keys: string,
  given: BindingContext,
  options: ConflictOptions,
): Rebinding {
  const { product, userKeys } = given
  const isBare = parseChords(keys, options.platform).every(isBareChord)
  const added = { keys, command, when: conditionFor(command, isBare, given) }
  const rules = [...product, ...keymapRules(userKeymap(userKeys))]
  const candidate = keymapRules(userKeymap([added]))[0]
  const problems = candidate ? findConflicts(candidate, rules, options) : []
  const nulls = problems.flatMap(({ kind, other, rule }): UserKey[] =>
    other && kind !== 'narrows' && rule.command !== null
      ? [{ keys: rule.keys, command: null, when: rule.whenText, of: rule.command }]
      : [],
  )
  return {
    userKeys: [...userKeys, ...nulls, added],
    problems,
    refused: problems.some(({ refuses }) => refuses === true),
  }
}

export function unbindKeys(
  command: string,
  given: BindingContext,
  platform: Platform,
  keys?: string,
): readonly UserKey[] {
  const wanted = keys === undefined ? undefined : canonicalKeys(keys, platform)
  const isSameBinding = (written: string): boolean =>
    wanted === undefined || canonicalKeys(written, platform) === wanted
  const nulls = given.product
    .filter((rule) => rule.command === command && isSameBinding(rule.keys))
    .map((rule): UserKey => ({ keys: rule.keys, command: null, when: rule.whenText, of: command }))
  const remaining = removeOwnRules(command, given.userKeys, platform, isSameBinding)
  const fresh = nulls.filter(
    (line) => !remaining.some((key) => JSON.stringify(key) === JSON.stringify(line)),
  )
  return [...remaining, ...fresh]
}

/**
 * Restores the profile's keys of a command and returns keys its custom bindings had taken from
 * other commands.
 */
export function resetKeys(
  command: string,
  { product, userKeys }: BindingContext,
  platform: Platform,
): readonly UserKey[] {
  const remaining = removeOwnRules(command, userKeys, platform, () => true)
  const wanted = product
    .filter((rule) => rule.command === command)
    .map(({ keys }) => canonicalKeys(keys, platform))
  const isTaken = ({ keys, of = command }: UserKey): boolean =>
    of === command && wanted.includes(canonicalKeys(keys, platform))
  return remaining.filter(
    (line) => line.command !== null || isUsedElsewhere(line, remaining, platform) || !isTaken(line),
  )
}

/** Removes a command's own rules and the `null` rules that existed only because of them. */
function removeOwnRules(
  command: string,
  userKeys: readonly UserKey[],
  platform: Platform,
  isSameBinding: (keys: string) => boolean,
): readonly UserKey[] {
  const isRemoved = (line: UserKey): boolean => line.command === command && isSameBinding(line.keys)
  const remaining = userKeys.filter((line) => !isRemoved(line))
  const removedKeys = userKeys.filter(isRemoved).map(({ keys }) => canonicalKeys(keys, platform))
  const isFreed = ({ keys, of }: UserKey): boolean =>
    of !== command &&
    removedKeys.some((removedKey) => overlaps(removedKey, canonicalKeys(keys, platform)))
  return remaining.filter(
    (line) => line.command !== null || isUsedElsewhere(line, remaining, platform) || !isFreed(line),
  )
}

/** Whether another user key still uses the strokes that a rule unbinds. */
function isUsedElsewhere(
  { keys }: UserKey,
  lines: readonly UserKey[],
  platform: Platform,
): boolean {
  const wantedKeys = canonicalKeys(keys, platform)
  return lines.some(
    (line) => line.command !== null && overlaps(canonicalKeys(line.keys, platform), wantedKeys),
  )
}

/** Equal, or one is a prefix of the other. */
function overlaps(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b} `) || b.startsWith(`${a} `)
}
