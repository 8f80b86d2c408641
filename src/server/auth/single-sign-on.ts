import * as oidc from 'openid-client'
import type { Queryable } from '#server/db/database.ts'
import { openSecret, sealSecret } from '#server/base/site-key.ts'
import {
  firstClaim,
  rejectFutureToken,
  consumeAttempt,
  findUserByIdentity,
  type SsoPerson,
} from './sso-identity.ts'

export interface SsoSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /**
   * Claim that identifies the user at the first login, which binds the user to issuer and subject.
   * `email` (must be verified) is matched with the user's email address, any other claim with the
   * user ID.
   */
  readonly claim: string
  readonly name: string
  readonly publicUrl: string
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads `OIDC_ISSUER`, `OIDC_CLIENT_ID`, `OIDC_CLIENT_SECRET`, `OIDC_CLAIM`, `OIDC_NAME` and
 * `PUBLIC_URL`. Throws if only some of them are set.
 */
export function readSso(env: Environment): { readonly sso?: SsoSettings } {
  const issuer = env['OIDC_ISSUER']
  if (!issuer) return {}
  const clientId = env['OIDC_CLIENT_ID']
  const publicUrl = env['PUBLIC_URL']?.replace(/\/+$/, '')
  if (!clientId || !publicUrl) {
    throw new Error(
      'OIDC_ISSUER를 지정하면 OIDC_CLIENT_ID와 PUBLIC_URL도 지정해야 합니다. / OIDC_ISSUER needs OIDC_CLIENT_ID and PUBLIC_URL.',
    )
  }
  const sso = {
    issuer,
    clientId,
    clientSecret: env['OIDC_CLIENT_SECRET'] ?? '',
    claim: env['OIDC_CLAIM'] || 'email',
    name: env['OIDC_NAME'] ?? '',
    publicUrl,
  }
  return { sso }
}

/** State that the browser stores during the redirect, encrypted to prevent forgery. */
interface LoginAttempt {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly to: string
  readonly until: number
}

const attemptMinutes = 10
const timeoutSeconds = 10

interface CallbackResult {
  readonly userId: string | undefined
  readonly person: SsoPerson
  readonly ssoToken: string
  readonly to: string
}

/**
 * Login through a company's provider: code flow with PKCE, state and nonce. Always checks token
 * signatures, even over a trusted connection.
 */
export class SingleSignOn {
  readonly settings: SsoSettings
  #found: Promise<oidc.Configuration> | undefined

  constructor(settings: SsoSettings) {
    this.settings = settings
  }

  /** Provider metadata, loaded on first use. A failed discovery is retried on the next call. */
  #provider(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret } = this.settings
    const at = new URL(issuer)
    // Allow plain HTTP only for a provider on this machine.
    const isHere = /^(localhost|127\.0\.0\.1)$/.test(at.hostname)
    const signed = oidc.enableNonRepudiationChecks
    const execute = isHere ? [signed, oidc.allowInsecureRequests] : [signed]
    const how = clientSecret ? oidc.ClientSecretPost(clientSecret) : oidc.None()
    this.#found ??= oidc
      .discovery(at, clientId, undefined, how, { execute, timeout: timeoutSeconds })
      .catch((error: unknown) => {
        this.#found = undefined
        throw error
      })
    return this.#found
  }

  get #backUrl(): string {
    return `${this.settings.publicUrl}/api/sso/back`
  }

  async begin(to: string): Promise<{ url: string; attempt: string }> {
    const provider = await this.#provider()
    const attempt: LoginAttempt = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
      to,
      until: Date.now() + attemptMinutes * 60_000,
    }
    const url = oidc.buildAuthorizationUrl(provider, {
      redirect_uri: this.#backUrl,
      scope: 'openid email profile',
      code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
      state: attempt.state,
      nonce: attempt.nonce,
    })
    return { url: url.href, attempt: sealSecret(JSON.stringify(attempt)) }
  }

  /** Exchanges the query string of the callback for the user. Throws if a check fails. */
  async finish(db: Queryable, query: string, sealedAttempt: string): Promise<CallbackResult> {
    const attempt: LoginAttempt = JSON.parse(openSecret(sealedAttempt))
    if (attempt.until < Date.now()) throw new Error('the login took too long')
    if (!(await consumeAttempt(db, attempt.state))) throw new Error('the login was answered before')
    const provider = await this.#provider()
    const tokens = await oidc.authorizationCodeGrant(
      provider,
      new URL(`${this.#backUrl}?${query}`),
      {
        pkceCodeVerifier: attempt.verifier,
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        idTokenExpected: true,
      },
    )
    const claims = tokens.claims()
    if (!claims) throw new Error('the provider named nobody')
    rejectFutureToken(claims.iat, Date.now())
    const { claim } = this.settings
    const more =
      claims[claim] === undefined
        ? await oidc.fetchUserInfo(provider, tokens.access_token, claims.sub)
        : undefined
    const person = { issuer: claims.iss, subject: claims.sub }
    const userId = await findUserByIdentity(db, person, firstClaim(claim, claims, more))
    return { userId, person, ssoToken: sealSecret(tokens.id_token ?? ''), to: attempt.to }
  }

  async endUrl(ssoToken: string): Promise<string | undefined> {
    const provider = await this.#provider()
    if (!provider.serverMetadata().end_session_endpoint) return undefined
    return oidc.buildEndSessionUrl(provider, {
      id_token_hint: openSecret(ssoToken),
      post_logout_redirect_uri: `${this.settings.publicUrl}/login`,
    }).href
  }
}
