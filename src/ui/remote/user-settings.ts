import { Listeners } from '#ui/base/listeners.ts'
import { call, CallError } from './api.ts'
import { noteOwnSave } from '#ui/base/network.ts'
import { label, type Label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'

let values: Readonly<Record<string, unknown>> = {}
/** The server has said what it keeps. Before that a list made here would take the place of it. */
let isLoaded = false
let loading: Promise<void> | undefined
/** Values that are saved and not answered yet. */
const sending = new Map<string, unknown>()
const listeners = new Listeners()

/** Hears every change of any setting; returns unsubscribe. */
export const onUserSettings = listeners.add

const notLoaded: Label = label(
  '서버의 내 설정을 아직 받지 못해 저장하지 않았습니다. 연결되면 다시 시도하세요.',
  'Not saved: your settings are not loaded from the server yet. Try again when connected.',
)

/** A setting of the user as the server keeps it, undefined before it is loaded or ever saved. */
export function userSetting(key: string): unknown {
  return Object.hasOwn(values, key) ? values[key] : undefined
}

/** The next user of this window has settings of his own. */
export function forgetUserSettings(): void {
  values = {}
  isLoaded = false
  sending.clear()
  listeners.call()
}

/** Fetches the settings of whoever is signed in. Throws CallError; the defaults hold meanwhile. */
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
  isLoaded = true
  listeners.call()
}

/**
 * Holds from now on in this window, and is kept on the server; the user's other windows are told,
 * but for habits, which are for the next login. Throws CallError, also while nobody knows what the
 * server keeps.
 */
export async function saveUserSetting(key: string, value: unknown, isTold = true): Promise<void> {
  if (!isLoaded) throw new CallError(0, t(notLoaded))
  values = { ...values, [key]: value }
  sending.set(key, value)
  listeners.call()
  const SAVE = crypto.randomUUID()
  noteOwnSave(SAVE)
  const told = isTold ? { SAVE } : {}
  try {
    // A habit that is not kept disturbs nobody.
    const options = isTold ? { quiet: true } : { aside: true }
    await call('/api/setting/save', { KEY: key, VALUE: value, ...told }, options)
  } finally {
    if (sending.get(key) === value) sending.delete(key)
  }
}
