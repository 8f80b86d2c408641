import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Queryable } from '#server/db/database.ts'

/** A person as the provider identifies them. */
export interface SsoPerson {
  readonly issuer: string
  readonly subject: string
}

/**
 * Uses up a login attempt. Returns false if its callback was already answered, even by a provider
 * that accepts a code twice.
 */
export async function consumeAttempt(db: Queryable, state: string): Promise<boolean> {
  const hash = createHash('sha256').update(state).digest('hex')
  await db.execute(sql`delete from sso_answered where answered_at < now() - interval '1 hour'`)
  const taken = await db.execute(sql`
    insert into sso_answered (state_hash) values (${hash}) on conflict do nothing`)
  return taken === 1
}

const clockDriftSeconds = 60

/** Throws if a token is issued after now, in milliseconds, but for the drift of clocks. */
export function rejectFutureToken(issuedAt: number, now: number): void {
  if (issuedAt <= now / 1000 + clockDriftSeconds) return
  throw new Error('the token is issued in the future')
}

type Claims = Readonly<Record<string, unknown>>

/**
 * Claim that finds the user at the first login; undefined if the provider does not vouch for it.
 * Address and verification come from one source, the ID token or else the user info: one must not
 * vouch for the address of the other.
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

/** Whether any other character could become this text by changing its case. */
const isAscii = (text: string): boolean => /^[\x21-\x7E]+$/.test(text)

/**
 * Returns the active user that is bound to a person. At their first login, binds the only user with
 * this mail address or ID, unless they are bound to another person. Only ASCII is compared without
 * case, because other letters become those of another address.
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
