import { commandIds, type CommandId } from '#commands/index.ts'
import { keyProfiles, type KeyProfile } from '#keymaps/index.ts'
import { keymapRules, type KeyRule } from '#kernel/keymap.ts'
import { readUserKeys, userKeymap, type UserKey } from './user-keys.ts'
import { saveUserSetting, userSetting } from '#ui/remote/user-settings.ts'

const PROFILE = 'keymap-profile'
const KEYMAP = 'keymap'
const TIMEOUT = 'chord-timeout'
const SINGLE = 'single-keys'
const READER = 'screen-reader'

const defaultTimeoutMs = 5000

export function keyProfile(): KeyProfile {
  const chosen = userSetting(PROFILE)
  const profile = keyProfiles.find(({ id }) => id === chosen) ?? keyProfiles[0]
  if (!profile) throw new Error('keymaps/index.ts declares no profile')
  return profile
}

export function userKeys(): readonly UserKey[] {
  return readUserKeys(userSetting(KEYMAP), commandIds)
}

export function profileRules(): KeyRule<CommandId>[] {
  return keymapRules(...keyProfile().maps)
}

export function currentRules(): KeyRule<CommandId>[] {
  const layer = keyProfile().maps.length
  const own = keymapRules(userKeymap(userKeys())).flatMap(({ of: loser, ...rule }) => {
    const command = toCommandId(rule.command)
    const of = toCommandId(loser)
    // Rules for a command that was removed from the product are ignored.
    if ((rule.command !== null && !command) || (loser !== undefined && !of)) return []
    return [{ ...rule, command: command ?? null, layer, ...(of === undefined ? {} : { of }) }]
  })
  return [...profileRules(), ...own]
}

function toCommandId(id: string | null | undefined): CommandId | undefined {
  return commandIds.find((commandId) => commandId === id)
}

/** Changes exactly when `currentRules` does. */
export function rulesVersion(): string {
  return JSON.stringify([keyProfile().id, userKeys()])
}

export function chordTimeoutMs(): number | null {
  const stored = userSetting(TIMEOUT)
  return stored === null || typeof stored === 'number' ? stored : defaultTimeoutMs
}

export function storedSingleKeys(): boolean | undefined {
  const stored = userSetting(SINGLE)
  return typeof stored === 'boolean' ? stored : undefined
}

export function storedReaderMode(): boolean {
  return userSetting(READER) === true
}

export const saveReaderMode = (isOn: boolean): Promise<void> => saveUserSetting(READER, isOn)
export const saveProfile = (id: string): Promise<void> => saveUserSetting(PROFILE, id)
export const saveUserKeys = (keys: readonly UserKey[]): Promise<void> =>
  saveUserSetting(KEYMAP, keys)
export const saveChordTimeout = (timeoutMs: number | null): Promise<void> =>
  saveUserSetting(TIMEOUT, timeoutMs)
export const saveSingleKeys = (isOn: boolean): Promise<void> => saveUserSetting(SINGLE, isOn)
