import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Queryable } from '#server/db/database.ts'

/** A person's identity at the login provider. */
export interface SsoPerson {
  readonly issuer: string
  readonly subject: string
}

/**
 * Marks a login attempt as used. Returns false if it already was, because some providers accept a
 * code twice.
 */
export async function consumeAttempt(db: Queryable, state: string): Promise<boolean> {
  const hash = createHash('sha256').update(state).digest('hex')
  await db.execute(sql`delete from sso_answered where answered_at < now() - interval '1 hour'`)
  const taken = await db.execute(sql`
    insert into sso_answered (state_hash) values (${hash}) on conflict do nothing`)
  return taken === 1
}

const clockDriftSeconds = 60

/**
 * Throws if the issue time of a token is later than `now` (in milliseconds), allowing for clock
 * drift.
 */
export function rejectFutureToken(issuedAt: number, now: number): void {
  if (issuedAt <= now / 1000 + clockDriftSeconds) return
  throw new Error('the token is issued in the future')
}

type Claims = Readonly<Record<string, unknown>>

/**
 * Returns the claim value that identifies the user at the first login, or undefined if it is
 * missing or an unverified email address. Email address and verification must come from the same
 * source: the ID token, or the user info if the token does not contain the claim.
 */
export function firstClaim(
  claim: string,
  idToken: Claims,
  userInfo: Claims | undefined,
): { readonly value: string; readonly isMail: boolean } | undefined {
  const claims = idToken[claim] === undefined ? (userInfo ?? {}) : idToken
  const value = claims[claim]
  if (typeof value !== 'string' || value === '') return undefined
  const isMail = claim === 'email'
  // Anyone can claim an email address that the provider has not verified.
  if (isMail && claims['email_verified'] !== true) return undefined
  return { value, isMail }
}

/**
 * Returns whether a text is plain ASCII. Changing the case of other letters can turn one address
 * into another.
 */
const isAscii = (text: string): boolean => /^[\x21-\x7E]+$/.test(text)

/**
 * Returns the active user bound to a person. At the person's first login, binds the only user with
 * this email address or ID, unless that user is bound to another person.
 */
export async function findUserByIdentity(
  db: Queryable,
  { issuer, subject }: SsoPerson,
  first: { readonly value: string; readonly isMail: boolean } | undefined,
): Promise<string | undefined> {
  const [bound] = await db.query<{ user_id: string; works: boolean }>(sql`
    select i.user_id, user_works(u) works from sso_identity i join app_user u using (user_id)
    where i.issuer = ${issuer} and i.subject = ${subject}`)
  if (bound) return bound.works ? bound.user_id : undefined
  if (!first || !isAscii(first.value)) return undefined
  const plain = first.value.toLowerCase()
  const users = await db.query<{ user_id: string; is_proven: boolean }>(sql`
    select user_id, ${!first.isMail} or mail_proven_yn = 'Y' is_proven from app_user u
    where user_works(u)
      and lower((case when ${first.isMail} then email else user_id end) collate "C") = ${plain}
    limit 2`)
  const [user] = users
  if (users.length !== 1 || !user?.is_proven) return undefined
  const inserted = await db.execute(sql`
    insert into sso_identity (issuer, subject, user_id)
    values (${issuer}, ${subject}, ${user.user_id}) on conflict do nothing`)
  return inserted === 1 ? user.user_id : undefined
}
