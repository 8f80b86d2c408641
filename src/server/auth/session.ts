import { createHash, randomBytes } from 'node:crypto'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Language } from '#kernel/label.ts'
import type { Queryable } from '#server/db/database.ts'
import { endSessionsWhere, type SessionEnd } from '#server/security/end-sessions.ts'
import { noOrigin, originRow, type Origin } from '#server/security/security-event.ts'
import { canHaveMenu, type Grants } from './grants.ts'
import { worksForPartner } from './partner-user.ts'
import { isWithinReach } from './user-reach.ts'
import { purgeChallenges } from './passkeys.ts'
import {
  isFactorRequiredAt,
  factorNetworks,
  userHasFactor,
  type PendingFactorStep,
} from './second-factor.ts'

/**
 * Idle time after which a session expires. It expires after `absoluteHours` (one and a half shifts)
 * in any case.
 */
const idleMinutes = 120
const absoluteHours = 12
const freshMinutes = 10
const waitingMinutes = 10

export interface Session extends SiteUser {
  readonly tokenHash: string
  readonly mustChangePassword: boolean
  /** Whether the user logged in within the last `freshMinutes`. */
  readonly isFresh: boolean
  readonly awaits: PendingFactorStep | null
  /** Administrator who views the site as this user (read-only); null in the user's own session. */
  readonly seenBy: string | null
  /**
   * Opened through the company's login provider, so a logout must also end the provider's session.
   */
  readonly bySso: boolean
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Opens a session and returns its cookie token. Only a hash of the token is stored. */
export async function openSession(
  db: Queryable,
  userId: string,
  lang: Language,
  origin: Origin,
  awaits: PendingFactorStep | null = null,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.execute(sql`
    insert into session (token_hash, user_id, lang_cd, awaits_cd, address, agent)
    select ${hashToken(token)}, ${userId}, ${lang}, ${awaits}::text, o.address, o.agent from ${originRow(origin)}`)
  return token
}

export interface SiteUser {
  readonly userId: string
  readonly userName: string
  readonly language: Language
  readonly grants: Grants
  readonly warehouses: readonly string[]
  /**
   * `null` means every owner (a flag of the user, without effect for users of branches and
   * partners). An empty list means none.
   */
  readonly owners: readonly string[] | null
  /**
   * Whether the user works for a branch or partner of an owner. Such users have no access to site
   * settings.
   */
  readonly forPartner: boolean
}

interface UserRow extends Record<string, unknown> {
  user_id: string
  user_nm: string
  lang_cd: Language
  all_yn: string
  /** One line per menu: its ID and the granted actions, separated by tabs. */
  menus: string
  warehouses: string[]
  owners: string[] | null
  for_partner: boolean
}

interface SessionRow extends UserRow {
  token_hash: string
  must_change_yn: string
  awaits_cd: PendingFactorStep | null
  address: string
  factor_networks: string[]
  seen_by: string | null
  by_sso: boolean
  is_stale: boolean
  is_fresh: boolean
}

/** Selects the warehouses `w` the user is permitted to work in. */
export function selectWarehouses(userId: Sql): Sql {
  return sql`select w.wcode from warehouse w where w.use_yn = 'Y' and (
    exists (select from user_warehouse uw where uw.user_id = ${userId} and uw.wcode = w.wcode)
    or exists (select from user_role ur join app_role r using (role_cd)
      where ur.user_id = ${userId} and r.all_yn = 'Y'))`
}

const userRightsSql = sql`
  coalesce((select max(r.all_yn) from user_role ur join app_role r using (role_cd)
    where ur.user_id = u.user_id and not ${worksForPartner(raw('u.user_id'))}), 'N') all_yn,
  -- As text, because every request reads this, and 300 grants as JSON take two milliseconds.
  coalesce((select string_agg(concat_ws(chr(9), rm.menu_id, nullif(array_to_string(rm.actions, chr(9)), '')), chr(10))
    from user_role ur join role_menu rm using (role_cd)
    where ur.user_id = u.user_id and ${canHaveMenu('u.user_id')}), '') menus,
  array(${selectWarehouses(raw('u.user_id'))} order by w.wcode) warehouses,
  -- Users of branches and partners are always bound to the owners of these.
  case when u.all_owners_yn = 'N' then
    array(select owner_cd from user_owner uo where uo.user_id = u.user_id)
    when ${worksForPartner(raw('u.user_id'))} then array(
      select distinct su.owner_cd from scm_partner_user su where su.user_id = u.user_id) end owners,
  ${worksForPartner(raw('u.user_id'))} for_partner`

function siteUser(row: UserRow): SiteUser {
  return {
    userId: row.user_id,
    userName: row.user_nm,
    language: row.lang_cd,
    grants: { all: row.all_yn === 'Y', menus: mergeGrants(row.menus) },
    warehouses: row.warehouses,
    owners: row.owners,
    forPartner: row.for_partner,
  }
}

export async function readUser(db: Queryable, userId: string): Promise<SiteUser | undefined> {
  const [row] = await db.query<UserRow>(sql`
    select u.user_id, u.user_nm, u.lang_cd, ${userRightsSql} from app_user u
    where u.user_id = ${userId} and user_works(u)`)
  return row && siteUser(row)
}

const sessionRows = (wanted: Sql): Sql => sql`
    select s.token_hash, u.user_id, u.user_nm, s.lang_cd,
      case when s.awaits_cd = 'ENROL' and ${userHasFactor(sql`s.user_id`)} then 'FACTOR'
        else s.awaits_cd end awaits_cd, coalesce(s.address, '') address,
      case when s.awaits_cd is null and not ${userHasFactor(sql`s.user_id`)}
        then ${factorNetworks(sql`s.user_id`)} else '{}' end factor_networks,
      a.must_change_yn, case when u.user_id <> a.user_id then a.user_id end seen_by,
      s.sso_token is not null by_sso, s.seen_at < now() - interval '1 minute' is_stale,
      s.created_at > now() - make_interval(mins => ${freshMinutes}::int) is_fresh, ${userRightsSql}
    from session s join app_user a using (user_id)
    join app_user u on u.user_id = coalesce((
      select x.user_id from see_as x join app_user w on w.user_id = x.user_id and user_works(w)
      where x.actor_id = a.user_id and x.until_at > now() and s.awaits_cd is null
        and ${isWithinReach(sql`x.user_id`, raw('x.actor_id'))}), a.user_id)
    where ${wanted} and user_works(a)
      and s.seen_at > now() - make_interval(mins => ${idleMinutes}::int)
      and s.created_at > now() - make_interval(hours => ${absoluteHours}::int)
      and (s.awaits_cd is null
        or s.created_at > now() - make_interval(mins => ${waitingMinutes}::int))`

const toSession = (row: SessionRow): Session => ({
  ...siteUser(row),
  tokenHash: row.token_hash,
  mustChangePassword: row.must_change_yn === 'Y',
  isFresh: row.is_fresh,
  // A role can require a factor since the session was opened.
  awaits: isFactorRequiredAt(row.factor_networks, row.address) ? 'ENROL' : row.awaits_cd,
  seenBy: row.seen_by,
  bySso: row.by_sso,
})

/** Returns the session with current permissions: a role change applies to the next call. */
export async function findSession(db: Queryable, token: string): Promise<Session | undefined> {
  const tokenHash = hashToken(token)
  const [row] = await db.query<SessionRow>(sessionRows(sql`s.token_hash = ${tokenHash}`))
  if (!row) return undefined
  if (row.is_stale) {
    await db.execute(sql`update session set seen_at = now() where token_hash = ${tokenHash}`)
  }
  return toSession(row)
}

/** Returns the valid sessions by token hash, without extending them. */
export async function findSessions(
  db: Queryable,
  tokenHashes: readonly string[],
): Promise<ReadonlyMap<string, Session>> {
  const rows = await db.query<SessionRow>(
    sessionRows(sql`s.token_hash = any(${[...tokenHashes]}::text[])`),
  )
  return new Map(rows.map((row) => [row.token_hash, toSession(row)]))
}

export async function purgeSessions(db: Queryable): Promise<number> {
  const expired = sql`seen_at < now() - make_interval(mins => ${idleMinutes}::int)
    or created_at < now() - make_interval(hours => ${absoluteHours}::int)`
  const sessions = await endSessionsWhere(db, expired, {
    by: null,
    origin: noOrigin,
    why: 'EXPIRED',
  })
  const links = await db.execute(sql`delete from password_token where expires_at < now()`)
  return sessions + links + (await purgeChallenges(db))
}

function mergeGrants(lines: string): Map<string, Set<string>> {
  const menus = new Map<string, Set<string>>()
  for (const line of lines === '' ? [] : lines.split('\n')) {
    const [menu = '', ...actions] = line.split('\t')
    menus.set(menu, new Set([...(menus.get(menu) ?? []), ...actions]))
  }
  return menus
}

/**
 * Opens the session that replaces one whose pending step is done, and returns its token. It remains
 * one of the company's login, which a logout must end too.
 */
export async function replaceWaitingSession(
  tx: Queryable,
  { tokenHash, userId, language }: Pick<Session, 'tokenHash' | 'userId' | 'language'>,
  origin: Origin,
): Promise<string> {
  const [ended] = await tx.query<{ sso_token: string | null }>(sql`
    delete from session where token_hash = ${tokenHash} returning sso_token`)
  const token = await openSession(tx, userId, language, origin)
  await tx.execute(sql`
    update session set sso_token = ${ended?.sso_token ?? null}
    where token_hash = ${hashToken(token)}`)
  return token
}

export async function closeSession(db: Queryable, tokenHash: string): Promise<void> {
  await db.execute(sql`delete from session where token_hash = ${tokenHash}`)
}

export async function closeOtherSessions(
  db: Queryable,
  userId: string,
  keptSession: string,
  end: Omit<SessionEnd, 'by'>,
): Promise<void> {
  const others = sql`user_id = ${userId} and token_hash <> ${keptSession}`
  await endSessionsWhere(db, others, { ...end, by: userId })
}
