import { createHash, randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import type { Database, Queryable, Transaction } from '#server/db/database.ts'
import { AppError } from '#server/base/app-error.ts'
import { openSecret, sealSecret } from '#server/base/site-key.ts'

/** Purpose of a challenge. A response to one purpose is not valid for another. */
type Purpose = 'ADD' | 'STEP' | 'LOGIN'

/** The user and session that add a passkey. */
interface KeyHolder {
  readonly userId: string
  readonly tokenHash: string
}

export interface PasskeySite {
  readonly origin: string
  readonly rpId: string
}

export interface PasskeyFacts {
  readonly id: string
  readonly name: string
  readonly madeAt: string
  readonly usedAt: string | null
}

interface PasskeyRow extends Record<string, unknown> {
  credential_id: string
  user_id: string
  public_key: string
  transports: string[]
  counter: number
}

const validMinutes = 5
const maxKeys = 10

/** Throws AppError 422 if the address is an IP address, because passkeys require a domain name. */
export function getPasskeySite(publicUrl: string | undefined, seen: string): PasskeySite {
  const { origin, hostname } = new URL(publicUrl ?? seen)
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) === 0) return { origin, rpId: hostname }
  const text = label(
    '패스키는 IP 주소가 아닌 이름(예: wms.example.com)으로 접속해야 사용할 수 있습니다.',
    'Passkeys need the site to be opened by its name, not by an IP address.',
  )
  throw new AppError(422, 'PASSKEY_ADDRESS', text)
}

/** Encrypts purpose, user and expiry into the challenge, which makes storing it unnecessary. */
function newChallenge(purpose: Purpose, userId: string): Uint8Array<ArrayBuffer> {
  const until = Date.now() + validMinutes * 60_000
  const content = [purpose, userId, until, randomBytes(16).toString('hex')].join('|')
  return new Uint8Array(Buffer.from(sealSecret(content), 'base64'))
}

function isValidChallenge(challenge: string, purpose: Purpose, userId: string): boolean {
  try {
    const content = openSecret(Buffer.from(challenge, 'base64url').toString('base64')).split('|')
    return content[0] === purpose && content[1] === userId && Number(content[2]) > Date.now()
  } catch {
    return false
  }
}

async function consumeChallenge(tx: Queryable, clientData: string): Promise<boolean> {
  const read: unknown = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8'))
  const challenge = read instanceof Object && 'challenge' in read ? String(read.challenge) : ''
  const hash = createHash('sha256').update(challenge).digest('hex')
  const taken = await tx.execute(sql`
    insert into passkey_answered (challenge_hash) values (${hash}) on conflict do nothing`)
  return taken === 1
}

export async function listPasskeys(db: Queryable, userId: string): Promise<PasskeyFacts[]> {
  const rows = await db.query<{
    id: string
    name: string
    made_at: string
    used_at: string | null
  }>(
    sql`select credential_id id, passkey_nm name, made_at, used_at from passkey
      where user_id = ${userId} order by made_at, credential_id`,
  )
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    madeAt: row.made_at,
    usedAt: row.used_at,
  }))
}

const readPasskeys = (db: Queryable, userId: string, rpId: string) =>
  db.query<PasskeyRow>(sql`
    select * from passkey where user_id = ${userId} and rp_id = ${rpId}`)

export async function beginPasskey(
  db: Queryable,
  { userId, userName, tokenHash }: KeyHolder & { readonly userName: string },
  { rpId }: PasskeySite,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const known = await readPasskeys(db, userId, rpId)
  if (known.length >= maxKeys) throw tooManyKeysError()
  return generateRegistrationOptions({
    rpName: 'Warehouse Terminal',
    rpID: rpId,
    userName: userId,
    userDisplayName: userName,
    // Hash the user handle, because devices store it and it must not identify the user elsewhere.
    userID: new Uint8Array(createHash('sha256').update(`${rpId}|${userId}`).digest()),
    // Bound to the session, because the password may have been confirmed in this session only.
    challenge: newChallenge('ADD', `${userId} ${tokenHash}`),
    attestationType: 'none',
    excludeCredentials: known.map((key) => ({ id: key.credential_id, transports: key.transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/**
 * Stores a passkey created by a device. The caller must have locked the user, because keys are
 * counted. Throws AppError 422.
 */
export async function addPasskey(
  tx: Transaction,
  { userId, tokenHash }: KeyHolder,
  { name, response, site }: { name: string; response: RegistrationResponseJSON; site: PasskeySite },
): Promise<void> {
  const found = await verifyRegistrationResponse({
    response,
    expectedChallenge: (challenge) => isValidChallenge(challenge, 'ADD', `${userId} ${tokenHash}`),
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    requireUserVerification: true,
  }).catch(() => undefined)
  if (!found?.verified) throw wrongKeyError()
  if (!(await consumeChallenge(tx, response.response.clientDataJSON))) throw wrongKeyError()
  const { credential } = found.registrationInfo
  if ((await readPasskeys(tx, userId, site.rpId)).length >= maxKeys) throw tooManyKeysError()
  const added = await tx.execute(sql`
    insert into passkey (credential_id, user_id, passkey_nm, public_key, rp_id, transports, counter)
    values (${credential.id}, ${userId}, ${name},
      ${Buffer.from(credential.publicKey).toString('base64url')}, ${site.rpId},
      ${(credential.transports ?? []).map(String)}::text[], ${credential.counter}::bigint)
    on conflict do nothing`)
  if (added === 0) throw wrongKeyError()
}

export async function requestPasskey(
  db: Queryable,
  userId: string,
  { rpId }: PasskeySite,
): Promise<PublicKeyCredentialRequestOptionsJSON | null> {
  const known = userId === '' ? [] : await readPasskeys(db, userId, rpId)
  if (userId !== '' && known.length === 0) return null
  return generateAuthenticationOptions({
    rpID: rpId,
    challenge: newChallenge(userId === '' ? 'LOGIN' : 'STEP', userId),
    allowCredentials: known.map((key) => ({ id: key.credential_id, transports: key.transports })),
    userVerification: userId === '' ? 'required' : 'preferred',
  })
}

interface PasskeyUse {
  readonly response: AuthenticationResponseJSON
  readonly site: PasskeySite
  /** Restricts a login without a user ID to this user's keys. Empty accepts any user. */
  readonly onlyUserId?: string
}

/**
 * Verifies a passkey response and returns its user. With an empty `userId` the key identifies the
 * user and must verify them by PIN or biometrics. Throws AppError 422.
 */
export async function provePasskey(
  db: Database,
  userId: string,
  { response, site, onlyUserId: only = '' }: PasskeyUse,
): Promise<string> {
  const [key] = await db.query<PasskeyRow>(sql`
    select p.* from passkey p join app_user u using (user_id)
    where credential_id = ${response.id} and rp_id = ${site.rpId} and user_works(u)
      and ${userId || only} in ('', user_id)`)
  if (!key) throw wrongKeyError()
  const found = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (received) =>
      isValidChallenge(received, userId === '' ? 'LOGIN' : 'STEP', userId),
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    requireUserVerification: userId === '',
    credential: {
      id: key.credential_id,
      publicKey: new Uint8Array(Buffer.from(key.public_key, 'base64url')),
      counter: Number(key.counter),
    },
  }).catch(() => undefined)
  if (!found?.verified) throw wrongKeyError()
  const { newCounter } = found.authenticationInfo
  return db.transaction(async (tx) => {
    if (!(await consumeChallenge(tx, response.response.clientDataJSON))) throw wrongKeyError()
    // Detects a cloned device: of two concurrent responses with the same counter, one is rejected.
    const moved = await tx.execute(sql`
      update passkey set counter = ${newCounter}::bigint, used_at = now()
      where credential_id = ${key.credential_id} and counter = ${key.counter}::bigint`)
    if (moved === 0) throw wrongKeyError()
    return key.user_id
  })
}

export function purgeChallenges(db: Queryable): Promise<number> {
  return db.execute(sql`
    delete from passkey_answered where answered_at < now() - interval '1 hour'`)
}

export function wrongKeyError(): AppError {
  const text = label(
    '패스키를 확인하지 못했습니다. 다시 시도하거나 다른 방법으로 로그인하세요.',
    'The passkey could not be verified. Try again or log in another way.',
  )
  return new AppError(422, 'PASSKEY_WRONG', text)
}

function tooManyKeysError(): AppError {
  const text = label(
    `패스키는 ${formatCount(maxKeys)}개까지 등록할 수 있습니다. 사용하지 않는 패스키를 먼저 삭제하세요.`,
    `Up to ${formatCount(maxKeys, 'passkey')} can be registered. Delete an unused one first.`,
  )
  return new AppError(422, 'PASSKEYS_FULL', text)
}
