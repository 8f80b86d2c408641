import {
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialRequestOptionsJSON as AskedPasskey,
} from '@simplewebauthn/browser'
import { label } from '#kernel/label.ts'
import { currentLanguage, t } from '#ui/base/language.ts'
import { call } from './api.ts'
import type { Session } from './wire.ts'

export interface FactorState {
  readonly hasTotp: boolean
  readonly isRequired: boolean
  readonly codesLeft: number
  readonly passkeys: readonly Passkey[]
}

export interface Passkey {
  readonly id: string
  readonly name: string
}

export interface FactorSecret {
  readonly secret: string
  readonly picture: string
}

async function postFactor<T>(path: string, body: object): Promise<T> {
  const response = await call<{ data: T }>(`/api/factor/${path}`, body, {
    isBackground: true,
    quiet: true,
  })
  return response.data
}

/** Second factor of the current user. Throws CallError, as do all functions here. */
export const loadFactor = (): Promise<FactorState> => postFactor('state', {})

export const beginFactor = (PASSWORD: string): Promise<FactorSecret> =>
  postFactor('begin', { PASSWORD })

/** Returns recovery codes, which are shown only once. */
export async function confirmFactor(CODE: string): Promise<readonly string[]> {
  return (await postFactor<{ codes: readonly string[] }>('confirm', { CODE })).codes
}

export const proveFactor = (CODE: string): Promise<unknown> => postFactor('prove', { CODE })

export const dropFactor = (PASSWORD: string): Promise<unknown> => postFactor('drop', { PASSWORD })

/** Registers a passkey. Returns recovery codes if the user had none. */
export async function addPasskey(PASSWORD: string, NAME: string): Promise<readonly string[]> {
  const optionsJSON = await postFactor<Parameters<typeof startRegistration>[0]['optionsJSON']>(
    'passkey/begin',
    { PASSWORD },
  )
  const RESPONSE = await explainPasskeyErrors(startRegistration({ optionsJSON }))
  return (await postFactor<{ codes: readonly string[] }>('passkey/add', { NAME, RESPONSE })).codes
}

export const dropPasskey = (PASSWORD: string, ID: string): Promise<unknown> =>
  postFactor('passkey/drop', { PASSWORD, ID })

export interface PasskeyStep {
  readonly asked: AskedPasskey
  readonly hasTotp: boolean
}

/** Null if the user has no passkey on this site. */
export const requestPasskey = (): Promise<PasskeyStep | null> => postFactor('passkey/ask', {})

export async function provePasskey(optionsJSON: AskedPasskey): Promise<void> {
  await postFactor('passkey/prove', {
    RESPONSE: await explainPasskeyErrors(startAuthentication({ optionsJSON })),
  })
}

/** Logs in with a passkey only, of the given user or of any user. */
export async function loginByPasskey(USER_ID = ''): Promise<Session> {
  const quiet = { quiet: true }
  const request = await call<{ data: AskedPasskey }>('/api/login/passkey/ask', {}, quiet)
  const RESPONSE = await explainPasskeyErrors(startAuthentication({ optionsJSON: request.data }))
  const WCODE = localStorage.getItem('wms.wcode') ?? ''
  const body = { RESPONSE, USER_ID, WCODE, lang: currentLanguage() }
  return (await call<{ data: Session }>('/api/login/passkey', body, quiet)).data
}

/** Replaces browser errors of a passkey request with our own messages. */
async function explainPasskeyErrors<T>(doing: Promise<T>): Promise<T> {
  try {
    return await doing
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError'
    throw new Error(t(isKnown ? passkeyAlreadyRegistered : passkeyNotCompleted), { cause: error })
  }
}

const passkeyAlreadyRegistered = label(
  '이 기기의 패스키는 이미 등록되어 있습니다.',
  'A passkey of this device is already registered.',
)
const passkeyNotCompleted = label(
  '패스키 확인을 마치지 못했습니다. 다시 시도하세요.',
  'The passkey was not confirmed. Try again.',
)
