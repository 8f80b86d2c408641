import type { KeyRule } from '#kernel/keymap.ts'
import { keymapRules } from '#kernel/keymap.ts'
import { chordParts, isBareChord, parseChords, type Platform } from './chord.ts'
import { rulesInTheWay, type ConflictOptions, type KeyProblem } from './conflicts.ts'
import { userKeymap, type UserKey } from './user-keys.ts'

/** Where a command without a key of its own is bound: anywhere but above the page. */
const anywhere = 'pageInFront'

/** What becomes of the user's keymap if a key is taken, and what is to be said before it is. */
interface Rebinding {
  readonly userKeys: readonly UserKey[]
  readonly problems: readonly KeyProblem[]
  /** The key would never arrive, or nobody could work without it. */
  readonly refused: boolean
}

interface Given {
  /** The rules of the profile. */
  readonly product: readonly KeyRule[]
  readonly userKeys: readonly UserKey[]
  /** When the command is offered: where it has no key yet, its key works there alone. */
  readonly offered?: string | undefined
}

/** Strokes as they were pressed here, written so that they mean the same on any machine. */
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

/** The same strokes in the one spelling that can be compared. */
function sequenceOf(keys: string, platform: Platform): string {
  return parseChords(keys, platform).join(' ')
}

/** The condition a new key of a command gets: that of its other keys of the same sort. */
function conditionFor(command: string, isBare: boolean, { product, offered }: Given): string {
  const own = product.filter((rule) => rule.command === command)
  const alike = own.find((rule) => parseChords(rule.keys, 'other').every(isBareChord) === isBare)
  const known = alike ?? (isBare ? own[0] : undefined)
  const condition =
    known?.whenText ?? (offered === undefined ? anywhere : `${anywhere} && (${offered})`)
  const needsSwitch = isBare && !/\bsingleKeys\b/.test(condition)
  return needsSwitch ? `singleKeys && (${condition})` : condition
}

/**
 * Gives `keys` to a command. Whatever is in the way loses the key (a `null` line for each), so what
 * is saved never holds a conflict; a key that is reserved, or that nobody can do without, is refused.
 */
export function bindKeys(
  command: string,
  keys: string,
  given: Given,
  options: ConflictOptions,
): Rebinding {
  const { product, userKeys } = given
  const bare = parseChords(keys, options.platform).every(isBareChord)
  const added = { keys, command, when: conditionFor(command, bare, given) }
  const rules = [...product, ...keymapRules(userKeymap(userKeys))]
  const candidate = keymapRules(userKeymap([added]))[0]
  const problems = candidate ? rulesInTheWay(candidate, rules, options) : []
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

/** Takes keys from a command, all of them unless some are named; no other command loses any. */
export function unbindKeys(
  command: string,
  given: Given,
  platform: Platform,
  keys?: string,
): readonly UserKey[] {
  const meant = keys === undefined ? undefined : sequenceOf(keys, platform)
  const isMeant = (written: string): boolean =>
    meant === undefined || sequenceOf(written, platform) === meant
  const nulls = given.product
    .filter((rule) => rule.command === command && isMeant(rule.keys))
    .map((rule): UserKey => ({ keys: rule.keys, command: null, when: rule.whenText, of: command }))
  const left = withoutOwn(command, given.userKeys, platform, isMeant)
  const fresh = nulls.filter(
    (line) => !left.some((each) => JSON.stringify(each) === JSON.stringify(line)),
  )
  return [...left, ...fresh]
}

/** Gives a command the profile's keys again, and gives back what its own keys had taken. */
export function resetKeys(
  command: string,
  { product, userKeys }: Given,
  platform: Platform,
): readonly UserKey[] {
  const left = withoutOwn(command, userKeys, platform, () => true)
  const wanted = product
    .filter((rule) => rule.command === command)
    .map(({ keys }) => sequenceOf(keys, platform))
  const isTaken = ({ keys, of = command }: UserKey): boolean =>
    of === command && wanted.includes(sequenceOf(keys, platform))
  return left.filter(
    (line) => line.command !== null || isHeld(line, left, platform) || !isTaken(line),
  )
}

/** The lines that are left when a command lets go of own keys: what they had taken comes back. */
function withoutOwn(
  command: string,
  userKeys: readonly UserKey[],
  platform: Platform,
  isMeant: (keys: string) => boolean,
): readonly UserKey[] {
  const goes = (line: UserKey): boolean => line.command === command && isMeant(line.keys)
  const left = userKeys.filter((line) => !goes(line))
  const gone = userKeys.filter(goes).map(({ keys }) => sequenceOf(keys, platform))
  const isFreed = ({ keys, of }: UserKey): boolean =>
    of !== command && gone.some((each) => overlaps(each, sequenceOf(keys, platform)))
  return left.filter(
    (line) => line.command !== null || isHeld(line, left, platform) || !isFreed(line),
  )
}

/** Whether some own key of the user still stands on the strokes that a line takes away. */
function isHeld({ keys }: UserKey, lines: readonly UserKey[], platform: Platform): boolean {
  const taken = sequenceOf(keys, platform)
  return lines.some(
    (line) => line.command !== null && overlaps(sequenceOf(line.keys, platform), taken),
  )
}

/** Equal, or one begins the other. */
function overlaps(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other} `) || other.startsWith(`${one} `)
}
