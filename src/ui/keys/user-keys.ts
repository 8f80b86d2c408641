import { keymapRules, type Keymap } from '#kernel/keymap.ts'
import { keyTable } from './key-table.ts'

/** A rule of the user's keymap as stored on the server. `null` unbinds. */
export interface UserKey {
  readonly keys: string
  readonly command: string | null
  readonly when: string
  /**
   * For `null`: the command that loses the keys. Absent in old rules, where it means any command.
   */
  readonly of?: string
}

export function userKeymap(userKeys: readonly UserKey[]): Keymap<string> {
  return userKeys.map(({ keys, command, when, of }) => ({
    when,
    keys: { [keys]: command },
    ...(of === undefined ? {} : { of }),
  }))
}

export function readUserKeys(stored: unknown, commandIds: readonly string[]): readonly UserKey[] {
  if (!Array.isArray(stored)) return []
  return stored.filter((line: unknown): line is UserKey => {
    if (typeof line !== 'object' || line === null) return false
    if (!('keys' in line) || !('command' in line) || !('when' in line)) return false
    const { keys, command, when } = line
    const of = 'of' in line ? line.of : undefined
    if (typeof keys !== 'string' || typeof when !== 'string') return false
    if (of !== undefined && typeof of !== 'string') return false
    if (command !== null && !(typeof command === 'string' && commandIds.includes(command))) {
      return false
    }
    return isValidBinding({ keys, when, command })
  })
}

function isValidBinding(line: UserKey): boolean {
  try {
    keyTable(keymapRules(userKeymap([line])), { platform: 'other', environment: 'tab' })
    return true
  } catch {
    return false
  }
}
