import { parseWhen, type When } from './when.ts'

/**
 * Where the product runs: a browser tab keeps some keys for itself (Ctrl+W, Ctrl+T, Ctrl+N …), an
 * installed app window hands all of them to the page.
 */
export type KeyEnvironment = 'tab' | 'app'

/** Key strings to command ids under one condition. `null` unbinds what an earlier group bound. */
interface KeyGroup<CommandId extends string> {
  readonly when: string
  readonly environment?: KeyEnvironment
  /** Whose keys the `null`s of the group take away; absent: whatever command has them. */
  readonly of?: CommandId
  readonly keys: Readonly<Record<string, CommandId | null>>
}

export type Keymap<CommandId extends string> = readonly KeyGroup<CommandId>[]

/** One binding, ready for the dispatcher. */
export interface KeyRule<CommandId extends string = string> {
  /** As written, with single spaces between the strokes of a sequence: `$mod+k`, `g l`. */
  readonly keys: string
  readonly command: CommandId | null
  readonly when: When
  readonly whenText: string
  /** Absent means both. */
  readonly environment?: KeyEnvironment
  /** The one command that a `null` rule takes the keys from; absent means any. */
  readonly of?: CommandId
  /** Place of its keymap in the pile: keys of a higher one are shown in preference. */
  readonly layer: number
}

/**
 * Declares a keymap: pure data, read from top to bottom, the last match wins. Give the type of the
 * command ids so that a misspelt one does not compile: `keymap<CommandId>([…])`.
 */
export function keymap<const CommandId extends string>(
  groups: Keymap<CommandId>,
): Keymap<CommandId> {
  return groups
}

/**
 * Flattens keymaps into rules, later maps on top of earlier ones (product first, user's last).
 *
 * @throws WhenError when a condition does not parse; Error when a key string is empty.
 */
export function keymapRules<CommandId extends string>(
  ...maps: readonly Keymap<CommandId>[]
): KeyRule<CommandId>[] {
  const groups = maps.flatMap((map, layer) => map.map((group) => ({ ...group, layer })))
  return groups.flatMap((group) => {
    const when = parseWhen(group.when)
    const environment = group.environment ? { environment: group.environment } : {}
    const of = group.of === undefined ? {} : { of: group.of }
    const { layer } = group
    return Object.entries(group.keys).map(([written, command]) => {
      const keys = written.trim().replaceAll(/\s+/g, ' ')
      if (keys === '') throw new Error(`Keymap group "${group.when}" has an empty key string`)
      return { keys, command, when, whenText: group.when, layer, ...environment, ...of }
    })
  })
}
