import { call } from './api.ts'

export interface FactorState {
  readonly hasTotp: boolean
  readonly isRequired: boolean
  readonly codesLeft: number
}

/** What an authenticator app is set up with. */
export interface FactorSecret {
  readonly secret: string
  /** A QR code, ready for an image. */
  readonly picture: string
}

async function ask<T>(path: string, body: object): Promise<T> {
  const answer = await call<{ data: T }>(`/api/factor/${path}`, body, { aside: true, quiet: true })
  return answer.data
}

/** The second factor of whoever is logged in. Throws CallError, as all of these. */
export const loadFactor = (): Promise<FactorState> => ask('state', {})

export const beginFactor = (PASSWORD: string): Promise<FactorSecret> => ask('begin', { PASSWORD })

/** Answers codes for a lost telephone, which are shown this once. */
export async function confirmFactor(CODE: string): Promise<readonly string[]> {
  return (await ask<{ codes: readonly string[] }>('confirm', { CODE })).codes
}

/** The session is open afterwards. */
export const proveFactor = (CODE: string): Promise<unknown> => ask('prove', { CODE })

export const dropFactor = (PASSWORD: string): Promise<unknown> => ask('drop', { PASSWORD })
