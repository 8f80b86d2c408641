import { currentLanguage } from '#ui/base/language.ts'
import { call } from './api.ts'

interface MessageResponse {
  readonly message: string
}

async function postForMessage(path: string, body: object): Promise<string> {
  const response = await call<MessageResponse>(
    path,
    { ...body, lang: currentLanguage() },
    { quiet: true },
  )
  return response.message
}

/**
 * Mails the user ids registered under an address. Returns the message for the user. Throws
 * CallError.
 */
export function mailUserIds(email: string): Promise<string> {
  return postForMessage('/api/auth/findMyId', { EMAIL: email })
}

/** Mails a password reset link. Returns the message for the user. Throws CallError. */
export function sendPasswordReset(userId: string): Promise<string> {
  return postForMessage('/api/auth/find/password', { USER_ID: userId })
}

/** Sets a new password with the single-use token from an email. Throws CallError. */
export function resetPassword(token: string, password: string): Promise<string> {
  return postForMessage('/api/auth/initPassword', { TOKEN: token, NEW_PWD: password })
}

/** Requests an account, which an administrator approves or rejects. Throws CallError. */
export function register(values: Readonly<Record<string, string>>): Promise<string> {
  return postForMessage('/api/auth/register', values)
}

export interface Policy {
  readonly TITLE: string
  readonly TEXT: string
}

/** Loads the privacy policy in the current language. Throws CallError. */
export async function loadPolicy(): Promise<Policy> {
  const body = { lang: currentLanguage() }
  const response = await call<{ data: Policy }>('/api/auth/privacyPolicy', body, { quiet: true })
  return response.data
}

export interface Brand {
  readonly logo: string
  readonly helpPhone: string
  /** Name of the company's single sign-on, null if there is none. */
  readonly ssoName: string | null
}

/** Loads the branding of the pages before the login. Throws CallError. */
export async function loadBrand(): Promise<Brand> {
  const response = await call<{
    data: string
    MEDIA_TYPE: string
    HELP_PHONE?: string
    SSO_NAME?: string | null
  }>('/api/file/logoImageDownload', {}, { quiet: true })
  return {
    logo: `data:${response.MEDIA_TYPE};base64,${response.data}`,
    helpPhone: response.HELP_PHONE ?? '',
    ssoName: response.SSO_NAME ?? null,
  }
}
