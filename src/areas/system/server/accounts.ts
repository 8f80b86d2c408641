import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import type { WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import { recordHistory } from '#server/engine/fact-history.ts'
import {
  handleEdits,
  handleProcedure,
  handleQuery,
  type Handler,
  type SaveCall,
  type SaveResult,
  type SaveRow,
} from '#server/engine/handler.ts'
import { saveTable } from '#server/engine/table-save.ts'
import { enqueueMails, mailLimitReached } from '#server/jobs/document-mail.ts'
import { isWithinReach } from '#server/auth/user-reach.ts'
import { endSessionsWhere } from '#server/security/end-sessions.ts'
import { noOrigin } from '#server/security/security-event.ts'
import { accounts, endSessions, saveAccounts, sendStartMail } from '../operations/users.ts'
import { user } from '../tables/user.ts'
import { accountImport } from './account-import.ts'
import { splitCodes, rejectAccounts } from './account-checks.ts'
import { mailKinds } from './account-jobs.ts'
import { changeUserRoles, type RoleOfUser } from './user-roles.ts'

const accountRows = sql`
  select u.*, case when u.use_yn <> 'Y' then 'OFF' when user_works(u) then 'ACTIVE'
      when u.from_dt > (now() at time zone 'Asia/Seoul')::date then 'WAITING' else 'ENDED' end state_cd,
    l.logged_in_at, 'N' mail_yn,
    (select string_agg(role_cd, ', ' order by role_cd) from user_role r
      where r.user_id = u.user_id) roles,
    (select string_agg(wcode, ', ' order by wcode) from user_warehouse w
      where w.user_id = u.user_id) warehouses,
    (select string_agg(owner_cd, ', ' order by owner_cd) from user_owner o
      where o.user_id = u.user_id) owners
  from app_user u left join user_login l using (user_id)`

const columns = [
  'USER_ID',
  'USER_NM',
  'EMAIL',
  'LANG_CD',
  'USE_YN',
  'FROM_DT',
  'TO_DT',
  'ALL_OWNERS_YN',
]
const readUserId = ({ values }: SaveRow): string => String(values['USER_ID'])

/** Lowercases ids. Users have access to all owners only if that is set explicitly. */
function lowercaseIds(row: SaveRow): SaveRow {
  const ALL_OWNERS_YN = row.values['ALL_OWNERS_YN'] === 'Y' ? 'Y' : 'N'
  const values: WireRow = { ...row.values, USER_ID: readUserId(row).toLowerCase(), ALL_OWNERS_YN }
  return { ...row, values }
}

async function saveBindings(
  { tx }: SaveCall,
  table: 'user_warehouse' | 'user_owner',
  rows: readonly SaveRow[],
): Promise<void> {
  const isWarehouse = table === 'user_warehouse'
  const wanted = rows.flatMap((row) =>
    splitCodes(row, isWarehouse ? 'WAREHOUSES' : 'OWNERS').map((code) => ({
      user: readUserId(row),
      code,
    })),
  )
  const users = rows.map(readUserId)
  const given = sql`jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as g("user" text, code text)`
  if (isWarehouse) {
    await tx.execute(sql`
      delete from user_warehouse b where user_id = any(${users}::text[])
        and not exists (select from ${given} where g."user" = b.user_id and g.code = b.wcode)`)
    await tx.execute(sql`
      insert into user_warehouse (user_id, wcode) select "user", code from ${given}
      on conflict do nothing`)
  } else {
    await tx.execute(sql`
      delete from user_owner b where user_id = any(${users}::text[])
        and not exists (select from ${given} where g."user" = b.user_id and g.code = b.owner_cd)`)
    await tx.execute(sql`
      insert into user_owner (user_id, owner_cd) select "user", code from ${given}
      on conflict do nothing`)
  }
}

async function roleChanges({ tx }: SaveCall, rows: readonly SaveRow[]): Promise<RoleOfUser[]> {
  const currentRoles = await tx.query<{ user_id: string; role_cd: string }>(sql`
    select user_id, role_cd from user_role where user_id = any(${rows.map(readUserId)}::text[])`)
  const rolesByUser = Map.groupBy(currentRoles, (row) => row.user_id)
  return rows.flatMap((row) => {
    const [no, userId] = [row.no, readUserId(row)]
    const before = new Set(rolesByUser.get(userId)?.map((role) => role.role_cd))
    const after = new Set(row.flag === 'D' ? [] : splitCodes(row, 'ROLES'))
    const change = (has: boolean) => (roleCd: string) => ({ no, userId, roleCd, has })
    return [
      ...[...after.difference(before)].map(change(true)),
      ...[...before.difference(after)].map(change(false)),
    ]
  })
}

/**
 * Enqueues a start email for each user with an address. Throws AppError 422 for addresses that were
 * mailed too often: their recipients must not be flooded.
 */
async function queueStartMails(
  call: SaveCall,
  rows: readonly SaveRow[],
  refusal: Pick<RowError, 'column' | 'text'> = { column: 'USER_ID', text: mailLimitReached },
): Promise<number> {
  const found = await call.tx.query<{ user_id: string; address: string }>(sql`
    select user_id, lower(email) address from app_user u
    where user_id = any(${rows.map(readUserId)}::text[]) and email is not null and use_yn = 'Y'`)
  const mails = found.map(({ user_id: USER_ID, address }) => {
    return { target: address, payload: { USER_ID } }
  })
  const exceeded = await enqueueMails(call.tx, mails, { kind: mailKinds.start })
  const users = new Set(
    found.filter(({ address }) => exceeded.has(address)).map(({ user_id: id }) => id),
  )
  const errors = rows.filter((row) => users.has(readUserId(row)))
  if (errors.length > 0) throw invalidRows(errors.map(({ no: row }) => ({ row, ...refusal })))
  return mails.length
}

export const newMailedTooOften = label(
  `${mailLimitReached.ko} 지금 등록하려면 시작메일을 N으로 바꾸고, 저장한 뒤 임시 비밀번호를 발급하세요.`,
  `${mailLimitReached.en} To create the user now, set Welcome email to N and issue a temporary password after saving.`,
)

async function saveAll(given: SaveCall): Promise<SaveResult> {
  const rows = given.rows.map(lowercaseIds)
  const call = { ...given, rows }
  await rejectAccounts(call, { creates: true })
  await recordHistory(call)
  const [remaining, deleted] = [rows.filter(isNotDeleted), rows.filter((row) => !isNotDeleted(row))]
  // Remove the roles of deleted users first, to record who removed them.
  const leaving = await roleChanges(call, deleted)
  if (leaving.length > 0) await changeUserRoles(call, leaving, 'USER_ID')
  await removeBindings(call, deleted.map(readUserId))
  const now = leaving.length > 0 ? await withVersions(call, deleted) : deleted
  await saveTable({ ...call, rows: [...remaining, ...now] }, user, columns)
  await saveBindings(call, 'user_warehouse', remaining)
  await saveBindings(call, 'user_owner', remaining)
  const changes = await roleChanges(call, remaining)
  if (changes.length > 0) await changeUserRoles(call, changes, 'ROLES')
  const fresh = remaining.filter(({ flag, values }) => flag === 'I' && values['MAIL_YN'] !== 'N')
  // A new user can also be saved without the email.
  const mails = await queueStartMails(call, fresh, { column: 'MAIL_YN', text: newMailedTooOften })
  const isWithoutEmail = remaining.some(({ flag, values }) => flag === 'I' && !values['EMAIL'])
  return {
    rows: rows.map(({ no }) => ({ ROW: no })),
    message: label(
      `사용자 ${formatCount(rows.length)}건을 저장했습니다.${mails ? ` 시작메일 ${formatCount(mails)}건을 보냅니다.` : ''}${isWithoutEmail ? noEmailText.ko : ''}`,
      `${formatCount(rows.length, 'user')} saved.${mails ? ` Sending ${formatCount(mails, 'welcome email')}.` : ''}${isWithoutEmail ? noEmailText.en : ''}`,
    ),
  }
}

const noEmailText = label(
  ' 이메일이 없는 사용자에게는 임시 비밀번호를 발급하세요.',
  ' Issue temporary passwords to users without an email address.',
)

const isNotDeleted = ({ flag }: SaveRow): boolean => flag !== 'D'

async function removeBindings({ tx }: SaveCall, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const deletedIds = sql`${[...ids]}::text[]`
  await tx.execute(sql`delete from user_warehouse where user_id = any(${deletedIds})`)
  await tx.execute(sql`delete from user_owner where user_id = any(${deletedIds})`)
  await tx.execute(sql`delete from password_token where user_id = any(${deletedIds})`)
}

/**
 * Gives the new version to rows of users whose roles were just removed, if the caller had the
 * previous version.
 */
async function withVersions({ tx }: SaveCall, rows: readonly SaveRow[]): Promise<SaveRow[]> {
  const found = await tx.query<{ user_id: string; version: number }>(sql`
    select user_id, version from app_user where user_id = any(${rows.map(readUserId)}::text[])`)
  const versions = new Map(found.map((each) => [each.user_id, each.version]))
  return rows.map((row) => {
    const version = versions.get(readUserId(row)) ?? row.version
    return { ...row, version: row.version === (version ?? 0) - 1 ? version : row.version }
  })
}

const sendStartMailHandler = handleProcedure(sendStartMail, async (call) => {
  await rejectAccounts(call)
  const mails = await queueStartMails(call, call.rows.map(lowercaseIds))
  const [first] = call.rows
  if (mails === 0 && first) {
    const text = label(
      '이메일이 없거나 중지된 사용자입니다. 이메일이 없으면 임시 비밀번호를 발급하세요.',
      'The user has no email address or is inactive. Without an address, issue a temporary password.',
    )
    const error: RowError = { row: first.no, column: 'USER_ID', text }
    throw invalidRows([error])
  }
  return {
    message: label(
      `시작메일 ${formatCount(mails)}건을 보냅니다.`,
      `Sending ${formatCount(mails, 'welcome email')}.`,
    ),
  }
})

const endSessionsHandler = handleProcedure(endSessions, async (call) => {
  await rejectAccounts(call)
  const theirs = sql`user_id = any(${call.rows.map(readUserId)}::text[])`
  const { userId: by, origin = noOrigin } = call
  const ended = await endSessionsWhere(call.tx, theirs, { by, origin, why: 'ENDED' })
  return {
    message: label(
      `로그인 ${formatCount(ended)}건을 종료했습니다.`,
      `${formatCount(ended, 'session')} ended.`,
    ),
  }
})

export const accountHandlers: readonly Handler[] = [
  handleQuery(
    accounts,
    'v.user_id',
    ({ userId }) => sql`${accountRows} where ${isWithinReach(sql`u.user_id`, userId)}`,
  ),
  handleEdits(saveAccounts, saveAll, accountImport(accountRows, saveAll)),
  sendStartMailHandler,
  endSessionsHandler,
]
