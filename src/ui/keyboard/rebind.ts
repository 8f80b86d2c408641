import type { KeyRule, Keymap } from '#kernel/keymap.ts'
import { keymapRules } from '#kernel/keymap.ts'
import { isBareChord, parseChords } from './chord.ts'
import { rulesInTheWay, type ConflictOptions, type KeyProblem } from './conflicts.ts'
import { keyTable } from './key-table.ts'

/** One line of a user's own keymap, as the server keeps it. `null` unbinds. */
export interface UserKey {
  readonly keys: string
  readonly command: string | null
  readonly when: string
}

/** Where a command without a key of its own is bound: anywhere but above the page. */
const anywhere = '!dialogOpen && !popupOpen && !paletteOpen'

/** What becomes of the user's keymap if a key is taken, and what is to be said before it is. */
interface Rebinding {
  readonly userKeys: readonly UserKey[]
  readonly problems: readonly KeyProblem[]
  /** The key would never arrive: the browser, the system or the input method keeps it. */
  readonly refused: boolean
}

/** The user's keys as a keymap to lay on top of the product's. */
export function userKeymap(userKeys: readonly UserKey[]): Keymap<string> {
  return userKeys.map(({ keys, command, when }) => ({ when, keys: { [keys]: command } }))
}

/** Reads what the server kept: lines that say nothing readable, or name no command, are left out. */
export function readUserKeys(stored: unknown, commandIds: readonly string[]): readonly UserKey[] {
  if (!Array.isArray(stored)) return []
  return stored.filter((line: unknown): line is UserKey => {
    if (typeof line !== 'object' || line === null) return false
    if (!('keys' in line) || !('command' in line) || !('when' in line)) return false
    const { keys, command, when } = line
    if (typeof keys !== 'string' || typeof when !== 'string') return false
    if (command !== null && !(typeof command === 'string' && commandIds.includes(command))) {
      return false
    }
    return isReadable({ keys, when, command })
  })
}

function isReadable(line: UserKey): boolean {
  try {
    keyTable(keymapRules(userKeymap([line])), { platform: 'other', environment: 'tab' })
    return true
  } catch {
    return false
  }
}

/**
 * Gives `keys` to a command. Whatever is in the way loses the key (a `null` line for each), so what
 * is saved never holds a conflict; a reserved key is refused.
 */
export function bindKeys(
  command: string,
  keys: string,
  given: {
    /** The rules of the profile. */
    readonly product: readonly KeyRule[]
    readonly userKeys: readonly UserKey[]
  },
  options: ConflictOptions,
): Rebinding {
  const { product, userKeys } = given
  const own = product.find((rule) => rule.command === command)
  const bare = parseChords(keys, options.platform).every(isBareChord)
  const condition = own?.whenText ?? anywhere
  const needsSwitch = bare && !/\bsingleKeys\b/.test(condition)
  const added = { keys, command, when: needsSwitch ? `singleKeys && (${condition})` : condition }
  const rules = [...product, ...keymapRules(userKeymap(userKeys))]
  const candidate = keymapRules(userKeymap([added]))[0]
  const problems = candidate ? rulesInTheWay(candidate, rules, options) : []
  const nulls = problems.flatMap(({ other, rule }): UserKey[] =>
    other ? [{ keys: rule.keys, command: null, when: rule.whenText }] : [],
  )
  return {
    userKeys: [...userKeys, ...nulls, added],
    problems,
    refused: problems.some(({ kind }) => kind === 'reserved'),
  }
}

/** Takes every key from a command. */
export function unbindKeys(
  command: string,
  product: readonly KeyRule[],
  userKeys: readonly UserKey[],
): readonly UserKey[] {
  const nulls = product
    .filter((rule) => rule.command === command)
    .map(({ keys, whenText }): UserKey => ({ keys, command: null, when: whenText }))
  const others = userKeys.filter((line) => line.command !== command)
  const fresh = nulls.filter(
    (line) => !others.some((each) => each.keys === line.keys && each.when === line.when),
  )
  return [...others, ...fresh]
}

/** Gives a command the profile's keys again, and gives back what its own keys had taken. */
export function resetKeys(
  command: string,
  product: readonly KeyRule[],
  userKeys: readonly UserKey[],
): readonly UserKey[] {
  const left = userKeys.filter((line) => line.command !== command)
  const gone = userKeys.filter((line) => line.command === command).map(({ keys }) => keys)
  const wanted = product.filter((rule) => rule.command === command).map(({ keys }) => keys)
  const isHeld = (keys: string): boolean =>
    left.some((line) => line.command !== null && line.keys === keys)
  return left.filter(
    (line) =>
      line.command !== null ||
      isHeld(line.keys) ||
      !(gone.includes(line.keys) || wanted.includes(line.keys)),
  )
}
