import { call } from '../app/api.ts'

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
  values = answer.data
  tell()
}

/** Holds from now on in this window, and is kept on the server. Throws CallError. */
export async function saveUserSetting(key: string, value: unknown): Promise<void> {
  values = { ...values, [key]: value }
  tell()
  await call('/api/setting/save', { KEY: key, VALUE: value }, { quiet: true })
}
