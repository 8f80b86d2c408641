import { call } from '../app/api.ts'
import { noteOwnSave } from '../app/network.ts'

let values: Readonly<Record<string, unknown>> = {}
let loading: Promise<void> | undefined
const listeners = new Set<() => void>()

function tell(): void {
  for (const listener of listeners) listener()
}

/** A setting of the user as the server keeps it, undefined before it is loaded or ever saved. */
export function userSetting(key: string): unknown {
  return Object.hasOwn(values, key) ? values[key] : undefined
}

/** Hears every change of any setting; the answer stops it. */
export function onUserSettings(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Fetches the settings of whoever is signed in. Without an answer the defaults hold. */
export function loadUserSettings(): Promise<void> {
  loading ??= fetchSettings().finally(() => {
    loading = undefined
  })
  return loading
}

async function fetchSettings(): Promise<void> {
  const answer = await call<{ data: Record<string, unknown> }>(
    '/api/setting/load',
    {},
    { quiet: true },
  )
  // What is on its way to the server is newer than what came from there.
  values = { ...answer.data, ...Object.fromEntries(sending) }
  tell()
}

/** Values that are saved and not answered yet. */
const sending = new Map<string, unknown>()

/** Holds from now on in this window, and is kept on the server. Throws CallError. */
export async function saveUserSetting(key: string, value: unknown): Promise<void> {
  values = { ...values, [key]: value }
  sending.set(key, value)
  tell()
  const SAVE = crypto.randomUUID()
  noteOwnSave(SAVE)
  // What was used lately is for the next login; every other setting holds in all windows at once.
  const told = key.startsWith('recent-') ? {} : { SAVE }
  try {
    await call('/api/setting/save', { KEY: key, VALUE: value, ...told }, { quiet: true })
  } finally {
    if (sending.get(key) === value) sending.delete(key)
  }
}
