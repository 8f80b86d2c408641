import { createHash, randomBytes } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import { generateSecret, generateURI, verify } from 'otplib'
import sql, { type Sql } from 'sql-template-tag'
import { readNetworks } from '#areas/system/rules/networks.ts'
import { label } from '#kernel/label.ts'
import type { Database, Queryable, Transaction } from '#server/db/database.ts'
import { AppError } from '#server/base/app-error.ts'
import { openSecret, sealSecret } from '#server/base/site-key.ts'
import { factorOrigin, verifyThrottled } from './login-limits.ts'
import { listPasskeys, type PasskeyFacts } from './passkeys.ts'

/** Pending step of a session after the password: enter the second factor, or set one up. */
export type PendingFactorStep = 'FACTOR' | 'ENROL'

/**
 * RFC 6238 time step. A code is also valid one step earlier and later, to allow for clock drift.
 */
const stepSeconds = 30
const recoveryCodes = 10

export async function findRequiredFactor(
  db: Queryable,
  userId: string,
  address: string,
): Promise<PendingFactorStep | null> {
  if (await hasFactor(db, userId)) return 'FACTOR'
  return (await isFactorRequired(db, userId, address)) ? 'ENROL' : null
}

/** SQL condition: the user has an app or a passkey. */
export function userHasFactor(user: Sql | string): Sql {
  return sql`(exists (select from user_totp t where t.user_id = ${user} and t.confirmed_at is not null)
    or exists (select from passkey k where k.user_id = ${user}))`
}

export async function hasFactor(db: Queryable, userId: string): Promise<boolean> {
  return (await db.query(sql`select where ${userHasFactor(userId)}`)).length > 0
}

async function hasTotp(db: Queryable, userId: string): Promise<boolean> {
  const found = await db.query(sql`
    select from user_totp where user_id = ${userId} and confirmed_at is not null`)
  return found.length > 0
}

async function isFactorRequired(db: Queryable, userId: string, address?: string): Promise<boolean> {
  const [row] = await db.query<{ networks: string[] }>(sql`
    select ${factorNetworks(sql`${userId}`)} networks`)
  return isFactorRequiredAt(row?.networks ?? [], address)
}

/**
 * SQL array with one text per rule that requires a factor of the user: the networks in which it
 * requires none, or an empty text.
 */
export function factorNetworks(user: Sql): Sql {
  return sql`array(select coalesce(rule.networks, '') from factor_rule rule
    join user_role held using (role_cd) where held.user_id = ${user})`
}

/** Whether one of the rules requires a factor at the address, or at any address without one. */
export function isFactorRequiredAt(rules: readonly string[], address?: string): boolean {
  return rules.some((networks) => {
    return address === undefined || networks === '' || !isInNetworks(address, networks)
  })
}

function isInNetworks(address: string, networks: string): boolean {
  const list = new BlockList()
  for (const { net, bits, family } of readNetworks(networks)) list.addSubnet(net, bits, family)
  const bare = address.replace(/^::ffff:(?=\d+\.)/i, '')
  const version = isIP(bare)
  return version !== 0 && list.check(bare, version === 4 ? 'ipv4' : 'ipv6')
}

export interface FactorState {
  readonly hasTotp: boolean
  readonly isRequired: boolean
  readonly codesLeft: number
  readonly passkeys: readonly PasskeyFacts[]
}

export async function factorState(db: Queryable, userId: string): Promise<FactorState> {
  const [row] = await db.query<{ n: number }>(sql`
    select count(*) n from recovery_code where user_id = ${userId}`)
  return {
    hasTotp: await hasTotp(db, userId),
    isRequired: await isFactorRequired(db, userId),
    codesLeft: row?.n ?? 0,
    passkeys: await listPasskeys(db, userId),
  }
}

export async function startTotp(
  db: Queryable,
  { userId, tokenHash }: { readonly userId: string; readonly tokenHash: string },
): Promise<{ secret: string; uri: string }> {
  const secret = generateSecret({ length: 20 })
  await db.execute(sql`
    insert into user_totp (user_id, secret, setup_session)
    values (${userId}, ${sealSecret(secret)}, ${tokenHash})
    on conflict (user_id) do update set secret = excluded.secret, made_at = now(), last_step = 0,
        setup_session = excluded.setup_session
      where user_totp.confirmed_at is null`)
  if (await hasTotp(db, userId)) throw alreadySetUpError()
  return { secret, uri: generateURI({ issuer: 'Warehouse Terminal', label: userId, secret }) }
}

/** Returns whether this session started to set up the app and has not confirmed it yet. */
export async function isTotpPending(
  db: Queryable,
  { userId, tokenHash }: { readonly userId: string; readonly tokenHash: string },
): Promise<boolean> {
  const found = await db.query(sql`
    select from user_totp where user_id = ${userId} and confirmed_at is null
      and setup_session = ${tokenHash}`)
  return found.length > 0
}

export async function confirmTotp(tx: Transaction, userId: string): Promise<string[]> {
  await tx.execute(sql`
    update user_totp set confirmed_at = now(), setup_session = null where user_id = ${userId}`)
  return newRecoveryCodes(tx, userId)
}

/** Replaces the recovery codes. The returned codes are shown only once. */
export async function newRecoveryCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, newRecoveryCode)
  await tx.execute(sql`delete from recovery_code where user_id = ${userId}`)
  await tx.execute(sql`
    insert into recovery_code (user_id, code_hash)
    select ${userId}, unnest(${codes.map((code) => hashCode(code))}::text[])`)
  return codes
}

export async function removeFactors(tx: Queryable, userIds: readonly string[]): Promise<void> {
  const theirs = sql`user_id = any(${[...userIds]}::text[])`
  await tx.execute(sql`delete from user_totp where ${theirs}`)
  await tx.execute(sql`delete from passkey where ${theirs}`)
  await tx.execute(sql`delete from recovery_code where ${theirs}`)
  // Remove the binding to the login provider too, because the user may have a new account there.
  await tx.execute(sql`delete from sso_identity where ${theirs}`)
}

/**
 * Removes the authenticator app or one passkey. Also removes the recovery codes with the last
 * factor.
 */
export async function removeFactor(
  tx: Transaction,
  userId: string,
  passkeyId: string | null,
): Promise<void> {
  if (passkeyId === null) await tx.execute(sql`delete from user_totp where user_id = ${userId}`)
  else {
    await tx.execute(sql`
      delete from passkey where user_id = ${userId} and credential_id = ${passkeyId}`)
  }
  if (await hasFactor(tx, userId)) return
  if (await isFactorRequired(tx, userId)) throw factorRequiredError()
  await tx.execute(sql`delete from recovery_code where user_id = ${userId}`)
}

function factorRequiredError(): AppError {
  return new AppError(
    422,
    'FACTOR_REQUIRED',
    label(
      '역할에서 2단계 인증을 요구하여 해제할 수 없습니다.',
      'A role of yours requires two-step login; it cannot be turned off.',
    ),
  )
}

/**
 * Checks an app code (valid once) or a recovery code, which is consumed. Limited to five attempts
 * in ten minutes per user, over all addresses and sessions. With `isSetUp` false, an app code must
 * be from an app that is not confirmed yet.
 */
export function verifyFactor(
  db: Database,
  userId: string,
  typed: string,
  { isSetUp }: { readonly isSetUp: boolean },
): Promise<boolean> {
  const code = typed.replaceAll(/[\s-]/g, '').toLowerCase()
  return verifyThrottled(db, { userId, place: factorOrigin(userId) }, async () =>
    /^\d{6}$/.test(code)
      ? checkTotp(db, userId, code, isSetUp)
      : consumeRecoveryCode(db, userId, code),
  )
}

async function checkTotp(
  db: Database,
  userId: string,
  token: string,
  isSetUp: boolean,
): Promise<boolean> {
  const [row] = await db.query<{ secret: string }>(sql`
    select secret from user_totp
    where user_id = ${userId} and (confirmed_at is not null) = ${isSetUp}`)
  if (!row) return false
  const epoch = Math.floor(Date.now() / 1000)
  const found = await verify({
    secret: openSecret(row.secret),
    token,
    epoch,
    // Allow clock drift of less than one step (RFC 6238, 5.2). Sites with synchronized clocks can
    // disable it.
    epochTolerance: process.env['TOTP_EXACT'] === '1' ? 0 : stepSeconds,
  })
  if (!found.valid) return false
  const step = Math.floor(epoch / stepSeconds) + found.delta
  // Of two concurrent requests with the same code, only one is accepted.
  const taken = await db.execute(sql`
    update user_totp set last_step = ${step}::bigint
    where user_id = ${userId} and last_step < ${step}::bigint`)
  return taken === 1
}

async function consumeRecoveryCode(db: Database, userId: string, code: string): Promise<boolean> {
  const used = await db.execute(sql`
    delete from recovery_code where user_id = ${userId} and code_hash = ${hashCode(code)}`)
  return used === 1
}

/** 24 characters of an alphabet of 32 = 120 bits, enough for a plain hash (ASVS 6.5.2). */
function newRecoveryCode(): string {
  const signs = 'abcdefghjkmnpqrstuvwxyz023456789'
  const text = Array.from(randomBytes(24), (byte) => signs[byte % 32]).join('')
  return text.replaceAll(/(.{6})(?=.)/g, '$1-')
}

function hashCode(code: string): string {
  return createHash('sha256').update(code.replaceAll('-', '')).digest('hex')
}

export function alreadySetUpError(): AppError {
  return new AppError(
    409,
    'FACTOR_EXISTS',
    label(
      '2단계 인증을 이미 사용하고 있습니다. 변경하려면 먼저 해제하세요.',
      'Two-step login is already on. To change it, turn it off first.',
    ),
  )
}
