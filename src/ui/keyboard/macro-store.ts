import { readMacros, type Macro } from './macro.ts'
import { saveUserSetting, userSetting } from './user-settings.ts'

const KEY = 'macros'

/** The user's macros, as the server keeps them. */
export function savedMacros(): readonly Macro[] {
  return readMacros(userSetting(KEY))
}

/** Throws CallError. */
export function saveMacros(macros: readonly Macro[]): Promise<void> {
  return saveUserSetting(KEY, macros)
}
