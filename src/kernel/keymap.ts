import { parseWhen, type When } from './when.ts'

/**
 * Where the product runs. A browser tab reserves some keys (Ctrl+W, Ctrl+T, Ctrl+N …); an installed
 * app window passes all keys to the page.
 */
export type KeyEnvironment = 'tab' | 'app'

/**
 * Key strings to command ids under one condition. `null` unbinds the key bound by an earlier group.
 */
interface KeyGroup<CommandId extends string> {
  readonly when: string
  readonly environment?: KeyEnvironment
  /** The command whose keys the `null` entries unbind. Absent means any command. */
  readonly of?: CommandId
  readonly keys: Readonly<Record<string, CommandId | null>>
}

export type Keymap<CommandId extends string> = readonly KeyGroup<CommandId>[]

export interface KeyRule<CommandId extends string = string> {
  /** As written, with single spaces between the strokes of a sequence: `$mod+k`, `g l`. */
  readonly keys: string
  readonly command: CommandId | null
  readonly when: When
  readonly whenText: string
  readonly environment?: KeyEnvironment
  readonly of?: CommandId
  readonly layer: number
}

/**
 * Declares a keymap as plain data, read from top to bottom; the last match wins. Pass the type of
 * the command ids to make a misspelled id fail to compile: `keymap<CommandId>([…])`.
 */
export function keymap<const CommandId extends string>(
  groups: Keymap<CommandId>,
): Keymap<CommandId> {
  return groups
}

/**
 * Flattens keymaps into rules, later maps over earlier ones (the product's first, the user's last).
 *
 * @throws WhenError if a condition does not parse; Error if a key string is empty.
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
