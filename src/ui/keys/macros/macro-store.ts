import { CallError } from '#ui/remote/api.ts'
import { retryUntilDone } from '#ui/base/retry-until-done.ts'
import { t } from '#ui/base/language.ts'
import { notify } from '#ui/windows/notify.tsx'
import { readMacros, type Macro } from './macro.ts'
import { saveUserSetting, userSetting } from '#ui/remote/user-settings.ts'
import { label } from '#kernel/label.ts'

const KEY = 'macros'

let currentUser = ''

/** Browser storage for macros the server has not saved yet. They survive a reload. */
function unsavedKey(): string {
  return `wms.macros-unkept.${currentUser}`
}

function readUnsaved(): readonly Macro[] {
  try {
    return readMacros(JSON.parse(localStorage.getItem(unsavedKey()) ?? '[]'))
  } catch {
    return []
  }
}

function setUnsaved(macros: readonly Macro[]): void {
  if (macros.length > 0) localStorage.setItem(unsavedKey(), JSON.stringify(macros))
  else localStorage.removeItem(unsavedKey())
}

export function savedMacros(): readonly Macro[] {
  const own = readUnsaved()
  const names = new Set(own.map(({ name }) => name))
  return [...readMacros(userSetting(KEY)).filter(({ name }) => !names.has(name)), ...own]
}

/**
 * Saves the macros on the server. Macros it does not accept are stored in this browser and retried.
 * Throws CallError.
 */
export async function saveMacros(macros: readonly Macro[]): Promise<void> {
  const waiting = new Set(readUnsaved().map(({ name }) => name))
  const known = new Set(readMacros(userSetting(KEY)).map((macro) => JSON.stringify(macro)))
  setUnsaved(macros.filter((macro) => waiting.has(macro.name) || !known.has(JSON.stringify(macro))))
  try {
    await sendMacros(macros)
  } catch (error) {
    if (isRetryable(error)) retryUnsaved(currentUser)
    throw error
  }
}

async function sendMacros(macros: readonly Macro[]): Promise<void> {
  await saveUserSetting(KEY, macros)
  setUnsaved([])
}

function isRetryable(error: unknown): boolean {
  return error instanceof CallError && (error.status === 0 || error.status >= 500)
}

let stopRetrying: () => void = () => undefined

/**
 * Retries a user's unsaved macros until the server accepts them. Returns a function that stops
 * retrying.
 */
export function retryUnsaved(userId: string): () => void {
  stopRetrying()
  currentUser = userId
  if (readUnsaved().length === 0) return () => undefined
  stopRetrying = retryUntilDone(async (ended) => {
    const names = readUnsaved().map(({ name }) => `'${name}'`)
    try {
      // Empty if the macros were deleted since, or saved by a later change.
      if (names.length > 0) await sendMacros(savedMacros())
    } catch (error) {
      return !isRetryable(error)
    }
    if (names.length > 0 && !ended.aborted) {
      const all = names.join(', ')
      notify('success', t(label(`매크로 ${all} 저장`, `Macro ${all} saved.`)))
    }
    return true
  })
  return () => stopRetrying()
}
