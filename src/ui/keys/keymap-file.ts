import { keymapRules, type KeyRule } from '#kernel/keymap.ts'
import { findConflicts, type ConflictOptions } from './conflicts.ts'
import { readUserKeys, userKeymap, type UserKey } from './user-keys.ts'

const FORMAT = 'warehouse-terminal-keymap'

interface KeymapFile {
  readonly profile: string
  readonly keys: readonly UserKey[]
  /** Number of entries that are invalid or use a key that cannot be assigned here. */
  readonly leftOut: number
}

export function formatKeymap(profile: string, keys: readonly UserKey[]): string {
  return `${JSON.stringify({ format: FORMAT, version: 1, profile, keys }, null, 2)}\n`
}

export function readKeymapFile(
  text: string,
  commandIds: readonly string[],
  options: ConflictOptions,
): KeymapFile | undefined {
  const read = parseJson(text)
  if (typeof read !== 'object' || read === null) return undefined
  if (!('format' in read) || read.format !== FORMAT) return undefined
  if (!('keys' in read) || !Array.isArray(read.keys)) return undefined
  const keys = readUserKeys(read.keys, commandIds).filter((line) => isAllowedBinding(line, options))
  const profile = 'profile' in read && typeof read.profile === 'string' ? read.profile : ''
  return { profile, keys, leftOut: read.keys.length - keys.length }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isAllowedBinding(line: UserKey, options: ConflictOptions): boolean {
  if (line.command === null) return true
  const [rule]: KeyRule[] = keymapRules(userKeymap([line]))
  return rule !== undefined && findConflicts(rule, [], options).every(({ refuses }) => !refuses)
}
