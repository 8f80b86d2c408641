import sql from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'
import { readUser } from '#server/auth/session.ts'
import { invalidRows, forbidden, type RowError } from '#server/base/app-error.ts'
import type { SaveCall, SaveRow } from '#server/engine/handler.ts'
import { excessConditions } from '#server/auth/user-reach.ts'
import { lockRights } from '#server/roles/change-grants.ts'
import { isBeyondReach, unreachableUser, type ReachExcess } from './reach-error.ts'

export function splitCodes({ values }: SaveRow, column: string): string[] {
  return [...new Set(String(values[column] ?? '').split(/[,\s]+/))].filter(Boolean)
}

const getUserId = ({ values }: SaveRow): string => String(values['USER_ID']).toLowerCase()

interface UserExcess extends ReachExcess, Record<string, unknown> {
  user_id: string
}

interface Reach {
  readonly warehouses: ReadonlySet<string>
  readonly owners: ReadonlySet<string>
  readonly hasAllOwners: boolean
  readonly hasAllPermissions: boolean
}

/**
 * Current reach of the caller, which can be less than at the start of the call. Throws AppError 403
 * for a caller who was deactivated since.
 */
async function readReach({ tx, userId }: SaveCall): Promise<Reach> {
  const caller = await readUser(tx, userId)
  if (!caller) throw forbidden()
  const { owners } = caller
  const hasAll = sql`exists (select from user_role ur join app_role r using (role_cd)
    where ur.user_id = ${userId} and r.all_yn = 'Y')`
  const [row] = await tx.query<{ warehouses: string[]; owners: string[]; has_all: boolean }>(sql`
    select ${hasAll} has_all,
      array(select wcode from warehouse w where ${hasAll} or exists (select from user_warehouse uw
        where uw.user_id = ${userId} and uw.wcode = w.wcode)) warehouses,
      array(select owner_cd from owner
        where ${owners && [...owners]}::text[] is null
          or owner_cd = any(${[...(owners ?? [])]}::text[])) owners`)
  return {
    warehouses: new Set(row?.warehouses),
    owners: new Set(row?.owners),
    hasAllOwners: owners === null,
    hasAllPermissions: row?.has_all === true,
  }
}

async function readFormerUsers(call: SaveCall): Promise<ReadonlySet<string>> {
  const found = await call.tx.query<{ user_id: string }>(sql`
    select user_id from former_user where user_id = any(${call.rows.map(getUserId)}::text[])`)
  return new Set(found.map((row) => row.user_id))
}

function readCurrentUsers(call: SaveCall): Promise<UserExcess[]> {
  const more = excessConditions(sql`u.user_id`, call.userId)
  return call.tx.query<UserExcess>(sql`
    select u.user_id, ${more.roles} more_roles, ${more.warehouses} more_warehouses,
      ${more.owners} more_owners
    from app_user u where u.user_id = any(${call.rows.map(getUserId)}::text[]) for update`)
}

/** Error for the ID of a user beyond reach or of a former user. It reveals neither. */
export const idTaken = label(
  '사용할 수 없는 아이디입니다. 다른 아이디를 입력하세요.',
  'This user ID cannot be used. Enter another one.',
)

/** Error for users who would reduce their own access, which only others can restore. */
export const cannotReduceOwnAccess = label(
  '본인의 창고와 화주는 줄일 수 없습니다. 다른 관리자에게 요청하세요.',
  'You cannot remove your own warehouses or owners. Ask another administrator.',
)

const accountTexts = {
  self: label(
    '본인을 중지하거나 삭제할 수 없습니다. 다른 관리자에게 요청하세요.',
    'You cannot deactivate or delete yourself. Ask another administrator.',
  ),
  owners: label(
    '화주를 입력하거나 전체 화주를 선택하세요. 둘 중 하나만 지정할 수 있습니다.',
    'Enter owners or select all owners, not both.',
  ),
  allOwners: label(
    '전체 화주 권한이 없으면 전체 화주를 부여할 수 없습니다.',
    'You cannot grant all owners without having them yourself.',
  ),
} as const

function outOfReachError(codes: readonly string[], reach: ReadonlySet<string>): Label | undefined {
  const missing = codes.filter((code) => !reach.has(code))
  if (missing.length === 0) return undefined
  return label(
    `등록되지 않았거나 본인에게 없는 코드입니다: ${missing.join(', ')}`,
    `Not registered, or not available to you: ${missing.join(', ')}`,
  )
}

interface Subject {
  readonly row: SaveRow
  readonly isNew: boolean
  readonly isFormer: boolean
  readonly current: UserExcess | undefined
}

function personError(call: SaveCall, reach: Reach, subject: Subject): Label | undefined {
  const { row, isNew, isFormer, current } = subject
  if (isNew && isFormer) return idTaken
  const isUnlimited = reach.hasAllPermissions && reach.hasAllOwners
  const isHidden = current ? isBeyondReach(current) : !isNew && !isUnlimited
  if (isHidden) return isNew ? idTaken : unreachableUser
  const { values, flag } = row
  const isLater = String(values['FROM_DT'] ?? '') > call.today
  const ends = flag === 'D' || values['USE_YN'] === 'N' || Boolean(values['TO_DT']) || isLater
  return ends && getUserId(row) === call.userId ? accountTexts.self : undefined
}

/** Whether users remove their own warehouses or owners. They could not add them again. */
function findOwnLosses(call: SaveCall, row: SaveRow, reach: Reach) {
  if (getUserId(row) !== call.userId) return { owners: false, warehouses: false }
  const remainingCodes = (column: string) => new Set(splitCodes(row, column))
  const hasAll = row.values['ALL_OWNERS_YN'] === 'Y'
  return {
    owners: reach.hasAllOwners ? !hasAll : !reach.owners.isSubsetOf(remainingCodes('OWNERS')),
    warehouses:
      !reach.hasAllPermissions && !reach.warehouses.isSubsetOf(remainingCodes('WAREHOUSES')),
  }
}

function bindingErrors(call: SaveCall, row: SaveRow, reach: Reach): RowError[] {
  const isSaved = row.flag !== 'D' && Object.hasOwn(row.values, 'OWNERS')
  if (!isSaved) return []
  const owners = splitCodes(row, 'OWNERS')
  const isAll = row.values['ALL_OWNERS_YN'] === 'Y'
  const found = (column: string, error: Label | undefined): RowError[] =>
    error ? [{ row: row.no, column, text: error, isDenied: true }] : []
  const mixed = isAll === owners.length > 0 ? accountTexts.owners : undefined
  const loses = findOwnLosses(call, row, reach)
  const warehouses = outOfReachError(splitCodes(row, 'WAREHOUSES'), reach.warehouses)
  const lossError = (isLost: boolean) => (isLost ? cannotReduceOwnAccess : undefined)
  return [
    ...found(
      'ALL_OWNERS_YN',
      mixed ?? (isAll && !reach.hasAllOwners ? accountTexts.allOwners : undefined),
    ),
    ...found('OWNERS', outOfReachError(owners, reach.owners) ?? lossError(loses.owners)),
    ...found('WAREHOUSES', warehouses ?? lossError(loses.warehouses)),
  ]
}

/**
 * Rejects changes to accounts with more permissions than the caller's, grants of permissions the
 * caller lacks, and deactivating oneself. With `creates`, rows to insert are new users. Throws
 * AppError with all failing rows.
 */
export async function rejectAccounts(
  call: SaveCall,
  { creates = false }: { readonly creates?: boolean } = {},
): Promise<void> {
  // Otherwise two administrators could deactivate each other.
  if (creates) await lockRights(call.tx)
  const known = new Map((await readCurrentUsers(call)).map((row) => [row.user_id, row]))
  const former = creates ? await readFormerUsers(call) : new Set<string>()
  const reach = await readReach(call)
  const errors = call.rows.flatMap((row): RowError[] => {
    const isNew = creates && row.flag === 'I'
    const current = known.get(getUserId(row))
    const isFormer = former.has(getUserId(row))
    const error = personError(call, reach, { row, isNew, isFormer, current })
    if (!error) return bindingErrors(call, row, reach)
    // An import fills the row with the warehouses and owners of the user, which stay hidden.
    return [{ row: row.no, column: 'USER_ID', text: error, isDenied: true }]
  })
  if (errors.length > 0) throw invalidRows(errors)
}
