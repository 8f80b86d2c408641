import { Listeners } from '#ui/base/listeners.ts'
import { call, CallError } from './api.ts'
import { recordOwnSave } from '#ui/base/network.ts'
import { label, type Label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'

let values: Readonly<Record<string, unknown>> = {}
/** Whether the server's settings are loaded. A save before that could overwrite them. */
let isLoaded = false
let loading: Promise<void> | undefined
const unsent = new Map<string, unknown>()
const listeners = new Listeners()

export const onUserSettings = listeners.add

const notLoaded: Label = label(
  '서버의 내 설정을 아직 받지 못해 저장하지 않았습니다. 연결되면 다시 시도하세요.',
  'Not saved: your settings are not loaded from the server yet. Try again when connected.',
)

export function userSetting(key: string): unknown {
  return Object.hasOwn(values, key) ? values[key] : undefined
}

export function clearUserSettings(): void {
  values = {}
  isLoaded = false
  unsent.clear()
  listeners.call()
}

/** Loads the current user's settings. Defaults apply until then. Throws CallError. */
export function loadUserSettings(): Promise<void> {
  loading ??= fetchSettings().finally(() => {
    loading = undefined
  })
  return loading
}

async function fetchSettings(): Promise<void> {
  const response = await call<{ data: Record<string, unknown> }>(
    '/api/setting/load',
    {},
    { quiet: true },
  )
  // Values still being saved are newer than the loaded ones.
  values = { ...response.data, ...Object.fromEntries(unsent) }
  isLoaded = true
  listeners.call()
}

/**
 * Applies a setting in this window and saves it on the server. Other windows are notified unless
 * `isReported` is false, as for habits such as recent names. Throws CallError, also while the
 * settings are not loaded.
 */
export async function saveUserSetting(key: string, value: unknown, isTold = true): Promise<void> {
  if (!isLoaded) throw new CallError(0, t(notLoaded))
  values = { ...values, [key]: value }
  unsent.set(key, value)
  listeners.call()
  const SAVE = crypto.randomUUID()
  recordOwnSave(SAVE)
  const reported = isTold ? { SAVE } : {}
  try {
    // A failed save of a habit must not disturb the user.
    const options = isTold ? { quiet: true } : { isBackground: true }
    await call('/api/setting/save', { KEY: key, VALUE: value, ...reported }, options)
  } finally {
    if (unsent.get(key) === value) unsent.delete(key)
  }
}
