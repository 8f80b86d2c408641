import sql, { type Sql } from 'sql-template-tag'
import { timestampAt } from '#kernel/calendar.ts'
import { label, type Language } from '#kernel/label.ts'
import { hasGrant, type Grants } from '#server/auth/grants.ts'
import { hashPassword } from '#server/auth/password.ts'
import type { Session, SiteUser } from '#server/auth/session.ts'
import { isWithinReachOrDeleted } from '#server/auth/user-reach.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { AppError, forbidden } from '#server/base/app-error.ts'
import { eventSources } from '#server/events/event-sources.ts'
import { changeContent, publishEvent } from '#server/events/publish-event.ts'
import { enqueueThrottledJob } from '#server/jobs/job-queue.ts'
import { recordRightsEvents } from '#server/security/rights-events.ts'
import type { Origin } from '#server/security/security-event.ts'
import { idTaken } from './account-checks.ts'
import { mailKinds } from './account-jobs.ts'
import type { RegistrationOutcome } from './account-mails.ts'

export interface Application {
  readonly userId: string
  readonly userName: string
  readonly email: string
  readonly phone: string
  readonly company: string
  readonly remark: string
  readonly password: string
  readonly language: Language
  readonly place: string
}

const isFormerUser = (userId: string): Sql =>
  sql`exists (select from former_user former where former.user_id = ${userId})`

/**
 * Stores an application until an administrator decides. Only the email reveals whether the id was
 * free. The response is the same either way.
 */
export async function applyForAccount(db: Database, application: Application): Promise<void> {
  const { userId, email, language } = application
  const hash = await hashPassword(application.password, undefined, application.place)
  await db.transaction(async (tx) => {
    const inserted = await tx.execute(sql`
      insert into registration
        (user_id, user_nm, email, phone_no, corp_nm, remark, lang_cd, password_hash)
      select ${userId}, ${application.userName}, ${email}, ${application.phone || null},
        ${application.company || null}, ${application.remark || null}, ${language}, ${hash}
      where not exists (select from app_user where user_id = ${userId})
        and not ${isFormerUser(userId)}
      on conflict do nothing`)
    const outcome = inserted ? 'received' : 'taken'
    const { place: from } = application
    await mailOutcome(tx, { userId, email, language, outcome, reason: '', from })
    await notifyAdministrators(tx, 'auth/register', userId, ['registration'])
  })
}

/**
 * Mails the applicant. Strangers can apply with any address, so applications are limited by their
 * origin and do not use up the emails about decisions.
 */
async function mailOutcome(
  tx: Transaction,
  to: {
    userId: string
    email: string
    language: Language
    outcome: RegistrationOutcome
    reason: string
    /** Origin of the application; undefined for a decision. */
    from?: string
  },
): Promise<void> {
  const payload = {
    USER_ID: to.userId,
    EMAIL: to.email,
    LANG: to.language,
    OUTCOME: to.outcome,
    REASON: to.reason,
  }
  const { from } = to
  const mostMails = 20
  const limit = from === undefined ? { max: mostMails } : { max: 5, maxOfAll: mostMails, from }
  const throttle = { key: to.email.toLowerCase(), minutes: 60, ...limit }
  await enqueueThrottledJob(tx, { kind: mailKinds.registration, payload }, throttle)
}

/** Notifies users who see all owners. Others do not manage accounts. */
async function notifyAdministrators(
  tx: Transaction,
  operation: string,
  by: string,
  tables: readonly string[],
): Promise<void> {
  await publishEvent(tx, {
    source: eventSources.registration,
    content: changeContent({ operation, tables, by }),
  })
}

interface RegistrationRow extends Record<string, unknown> {
  registration_no: number
  user_id: string
  user_nm: string
  email: string
  phone_no: string | null
  corp_nm: string | null
  remark: string | null
  lang_cd: Language
  state_cd: string
  reject_reason: string | null
  decided_by: string | null
  decided_at: string | null
  created_at: string
}

/** SQL condition on registration `r`: not approved, or for an account within the viewer's reach. */
export const isVisibleRegistration = (viewer: string): Sql =>
  sql`(r.state_cd <> 'APPROVED' or ${isWithinReachOrDeleted(sql`r.user_id`, viewer)})`

export async function listRegistrations(
  db: Database,
  viewer: string,
  state: string,
): Promise<object[]> {
  const rows = await db.query<RegistrationRow>(sql`
    select * from registration r
    where ${state} in ('', state_cd) and ${isVisibleRegistration(viewer)}
    order by registration_no desc limit 1000`)
  const toTimestamp = (timestamp: string | null) =>
    timestamp ? timestampAt(Date.parse(timestamp)) : null
  return rows.map((row) => ({
    REGISTRATION_NO: row.registration_no,
    USER_ID: row.user_id,
    USER_NM: row.user_nm,
    EMAIL: row.email,
    PHONE_NO: row.phone_no,
    CORP_NM: row.corp_nm,
    REMARK: row.remark,
    STATE_CD: row.state_cd,
    REJECT_REASON: row.reject_reason,
    DECIDED_BY: row.decided_by,
    DECIDED_AT: toTimestamp(row.decided_at),
    CREATED_AT: toTimestamp(row.created_at),
  }))
}

export interface Approval {
  readonly registrationNo: number
  readonly roles: readonly string[]
  readonly warehouses: readonly string[]
  readonly owners: readonly string[]
  /**
   * Must be true if and only if `owners` is empty, because an account without owners sees all of
   * them.
   */
  readonly allOwners: boolean
}

function registrationError(code: string, ko: string, en: string): AppError {
  return new AppError(422, code, label(ko, en))
}

/**
 * Creates the account of an application with its roles, warehouses and owners. Users cannot grant
 * roles beyond their own permissions or warehouses and owners they lack.
 */
export async function approveInTransaction(
  tx: Transaction,
  session: SiteUser,
  origin: Origin | undefined,
  approval: Approval,
): Promise<void> {
  const { roles, warehouses, owners, allOwners } = approval
  if (roles.length === 0 || warehouses.length === 0) {
    throw registrationError(
      'APPROVAL_EMPTY',
      '역할과 창고를 입력하세요.',
      'Enter roles and warehouses.',
    )
  }
  if ((owners.length === 0) !== allOwners) {
    const ko = '화주를 입력하거나 전체 화주를 선택하세요. 둘 중 하나만 지정할 수 있습니다.'
    throw registrationError('APPROVAL_OWNERS', ko, 'Enter owners or select all owners, not both.')
  }
  const hasOwnWarehouses = warehouses.every((wcode) => session.warehouses.includes(wcode))
  const within = session.owners
  const hasOwnOwners =
    within === null || (!allOwners && owners.every((owner) => within.includes(owner)))
  if (!hasOwnWarehouses || !hasOwnOwners) throw forbidden()
  await rejectStrongerRoles(tx, session.grants, roles)
  await rejectUnknownOwners(tx, owners)
  const row = await decide(tx, session, approval.registrationNo, 'APPROVED', null)
  await rejectTakenMail(tx, row)
  const inserted = await tx.execute(sql`
    insert into app_user (user_id, user_nm, email, mail_proven_yn, password_hash, lang_cd,
      all_owners_yn, created_by, updated_by)
    select ${row.user_id}, ${row.user_nm}, ${row.email}, 'N', ${row.password_hash}, ${row.lang_cd},
      ${allOwners ? 'Y' : 'N'}, ${session.userId}, ${session.userId}
    where not ${isFormerUser(row.user_id)} on conflict do nothing`)
  if (inserted === 0) throw new AppError(422, 'ID_TAKEN', idTaken)
  const userId = row.user_id
  await tx.execute(sql`insert into user_role (user_id, role_cd)
    select distinct ${userId}, r from unnest(${[...roles]}::text[]) r`)
  await tx.execute(sql`insert into role_change (changed_by, role_cd, user_id, added)
    select distinct ${session.userId}, r, ${userId}, ${userId} from unnest(${[...roles]}::text[]) r`)
  await tx.execute(sql`insert into user_warehouse (user_id, wcode)
    select distinct ${userId}, w from unnest(${[...warehouses]}::text[]) w`)
  await tx.execute(sql`insert into user_owner (user_id, owner_cd)
    select distinct ${userId}, o from unnest(${[...owners]}::text[]) o`)
  if (origin) {
    recordRightsEvents(tx, {
      userId: session.userId,
      origin,
      operation: 'auth/approveRegistration',
    })
  }
  await finishDecision(tx, session, row, 'approved', '')
}

export function approveRegistration(
  db: Database,
  session: Session,
  origin: Origin,
  approval: Approval,
): Promise<void> {
  return db.transaction((tx) => approveInTransaction(tx, session, origin, approval))
}

async function rejectTakenMail(
  tx: Transaction,
  { email, user_id: userId }: DecidedRow,
): Promise<void> {
  const taken = await tx.query(sql`
    select from app_user where lower(email) = lower(${email}) and user_id <> ${userId}`)
  if (taken.length === 0) return
  throw registrationError(
    'MAIL_TAKEN',
    '다른 사용자가 사용하는 이메일입니다.',
    'Another user has this email address.',
  )
}

async function rejectUnknownOwners(tx: Transaction, owners: readonly string[]): Promise<void> {
  const [unknown] = await tx.query<{ code: string }>(sql`
    select code from unnest(${[...owners]}::text[]) code
    where not exists (select from owner where owner_cd = code) limit 1`)
  if (!unknown) return
  const [ko, en] = [`등록되지 않은 화주입니다: ${unknown.code}`, `Owner not found: ${unknown.code}`]
  throw registrationError('OWNER_UNKNOWN', ko, en)
}

export async function rejectInTransaction(
  tx: Transaction,
  session: SiteUser,
  registrationNo: number,
  reason: string,
): Promise<void> {
  const row = await decide(tx, session, registrationNo, 'REJECTED', reason)
  await finishDecision(tx, session, row, 'rejected', reason)
}

export function rejectRegistration(
  db: Database,
  session: Session,
  registrationNo: number,
  reason: string,
): Promise<void> {
  return db.transaction((tx) => rejectInTransaction(tx, session, registrationNo, reason))
}

interface DecidedRow extends RegistrationRow {
  password_hash: string
}

async function decide(
  tx: Transaction,
  session: SiteUser,
  registrationNo: number,
  state: 'APPROVED' | 'REJECTED',
  reason: string | null,
): Promise<DecidedRow> {
  const [row] = await tx.query<DecidedRow>(sql`
    select * from registration
    where registration_no = ${registrationNo}::bigint and state_cd = 'REQUESTED' for update`)
  if (!row) {
    const text = label(
      '이미 승인·반려되었거나 없는 신청입니다.',
      'Already approved or rejected, or not found.',
    )
    throw new AppError(409, 'REGISTRATION_DECIDED', text)
  }
  await tx.execute(sql`
    update registration set state_cd = ${state}, reject_reason = ${reason}, password_hash = null,
      decided_by = ${session.userId}, decided_at = now()
    where registration_no = ${registrationNo}::bigint`)
  return row
}

async function finishDecision(
  tx: Transaction,
  session: SiteUser,
  row: DecidedRow,
  outcome: 'approved' | 'rejected',
  reason: string,
): Promise<void> {
  const { user_id: userId, email, lang_cd: language } = row
  const operation = `auth/${outcome}-registration`
  await tx.execute(sql`
    insert into audit_log (user_id, operation, row_count)
    values (${session.userId}, ${`${operation} ${userId}`}, 1)`)
  await mailOutcome(tx, { userId, email, language, outcome, reason })
  await notifyAdministrators(tx, operation, session.userId, ['app_user', 'registration'])
}

async function rejectStrongerRoles(
  tx: Transaction,
  grants: Grants,
  roles: readonly string[],
): Promise<void> {
  const found = await tx.query<{ role_cd: string; all_yn: string }>(sql`
    select role_cd, all_yn from app_role where role_cd = any(${[...roles]}::text[])`)
  if (found.length !== new Set(roles).size) {
    throw registrationError('ROLE_UNKNOWN', '없는 역할입니다.', 'Role not found.')
  }
  if (grants.all) return
  if (found.some((role) => role.all_yn === 'Y')) throw forbidden()
  const menus = await tx.query<{ menu_id: string; actions: string[] }>(sql`
    select menu_id, actions from role_menu where role_cd = any(${[...roles]}::text[])`)
  for (const { menu_id: menu, actions } of menus) {
    if (!actions.every((action) => hasGrant(grants, menu, action))) throw forbidden()
  }
}
