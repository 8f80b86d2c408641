import { currentLanguage } from '#ui/base/language.ts'
import { call } from './api.ts'

/** What a call answers that tells nothing but a sentence for the user. */
interface Said {
  readonly message: string
}

async function ask(path: string, body: object): Promise<string> {
  const answer = await call<Said>(path, { ...body, lang: currentLanguage() }, { quiet: true })
  return answer.message
}

/** Mails the ids registered under an address. Returns what to tell the user. Throws CallError. */
export function findIds(email: string): Promise<string> {
  return ask('/api/auth/findMyId', { EMAIL: email })
}

/** Mails a way to a new password. Returns what to tell the user. Throws CallError. */
export function findPassword(userId: string): Promise<string> {
  return ask('/api/auth/find/password', { USER_ID: userId })
}

/** Sets a new password by the token of a mail, once. Throws CallError. */
export function initPassword(token: string, password: string): Promise<string> {
  return ask('/api/auth/initPassword', { TOKEN: token, NEW_PWD: password })
}

/** Applies for an account; an administrator decides. Throws CallError. */
export function register(values: Readonly<Record<string, string>>): Promise<string> {
  return ask('/api/auth/register', values)
}

export interface Policy {
  readonly TITLE: string
  readonly TEXT: string
}

/** The privacy policy in the language in force. Throws CallError. */
export async function loadPolicy(): Promise<Policy> {
  const body = { lang: currentLanguage() }
  const answer = await call<{ data: Policy }>('/api/auth/privacyPolicy', body, { quiet: true })
  return answer.data
}

export interface Brand {
  /** Address of the logo, ready for an image. */
  readonly logo: string
  /** Telephone of whoever helps; empty where the site names none. */
  readonly helpPhone: string
  /** What the company's own login is called; null where the site has none. */
  readonly ssoName: string | null
}

/** The site's logo and telephone, for the pages before the login. Throws CallError. */
export async function loadBrand(): Promise<Brand> {
  const answer = await call<{
    data: string
    MEDIA_TYPE: string
    HELP_PHONE?: string
    SSO_NAME?: string | null
  }>('/api/file/logoImageDownload', {}, { quiet: true })
  return {
    logo: `data:${answer.MEDIA_TYPE};base64,${answer.data}`,
    helpPhone: answer.HELP_PHONE ?? '',
    ssoName: answer.SSO_NAME ?? null,
  }
}
