import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { roles, saveRoles } from '#areas/system/operations/roles.ts'
import { withFlags } from '#areas/system/rules/grants.ts'
import { role } from '#areas/system/tables/role.ts'
import { readGrants } from '#server/auth/grants.ts'
import { hasUsersBeyondReach } from '#server/auth/user-reach.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import {
  handleEdits,
  handleQuery,
  type Handler,
  type SaveCall,
  type SaveRow,
} from '#server/engine/handler.ts'
import { saveTable } from '#server/engine/table-save.ts'
import {
  changeGrants,
  fullRoleNotEditable,
  lockRights,
  roleHeldByStrongerUser,
  type WantedGrant,
} from './change-grants.ts'
import type { GrantCatalogue } from './grant-catalogue.ts'
import { roleRows } from './role-rows.ts'

export const rolesHandler = handleQuery(roles, 'v.role_cd', roleRows)

const getRoleCode = ({ values }: SaveRow): string => String(values['ROLE_CD'] ?? '')

/** Saves roles with their menus. New roles are created first, and deleted roles removed last. */
export function saveRolesHandler(known: () => GrantCatalogue): Handler {
  return handleEdits(saveRoles, async (call) => {
    const heads = call.rows.filter(({ type }) => type === 'H')
    const lines = call.rows.filter(({ type }) => type === 'L')
    const deleted = heads.filter(({ flag }) => flag === 'D')
    const remaining = heads.filter(({ flag }) => flag !== 'D')
    await lockRights(call.tx)
    await rejectFullRoles(call, heads)
    await rejectAssignedRoles(call, deleted)
    await saveTable({ ...call, rows: remaining }, role, ['ROLE_CD', 'ROLE_NM'])
    const leaving = new Set(deleted.map(getRoleCode))
    const wanted = [
      ...toWantedGrants(heads, lines).filter(({ roleCd }) => !leaving.has(roleCd)),
      ...(await grantsToRevoke(call, deleted)),
    ]
    await changeGrants(call, known(), wanted)
    await removeRoles(call, deleted)
    return {
      rows: call.rows.map(({ no }) => ({ ROW: no })),
      message: label(
        `역할 ${formatCount(heads.length)}건, 메뉴 ${formatCount(lines.length)}건을 저장했습니다.`,
        `${formatCount(heads.length, 'role')} and ${formatCount(lines.length, 'menu')} saved.`,
      ),
    }
  })
}

/**
 * Only users with all permissions can change a role with all permissions, or a role that has users
 * beyond their reach. A role with all permissions can be renamed, but never deleted.
 */
async function rejectFullRoles(call: SaveCall, heads: readonly SaveRow[]): Promise<void> {
  if (heads.length === 0) return
  const own = await readGrants(call.tx, call.userId)
  const found = await call.tx.query<{ role_cd: string; all_yn: string; has_others: boolean }>(sql`
    select role_cd, all_yn, ${hasUsersBeyondReach(sql`app_role.role_cd`, call.userId)} has_others
    from app_role where role_cd = any(${heads.map(getRoleCode)}::text[])`)
  const known = new Map(found.map((row) => [row.role_cd, row]))
  const errors = heads.flatMap((head): RowError[] => {
    const { all_yn: isFull, has_others: hasOthers } = known.get(getRoleCode(head)) ?? {}
    const error = { row: head.no, column: 'ROLE_CD', isDenied: true } as const
    if (isFull === 'Y')
      return own.all && head.flag !== 'D' ? [] : [{ ...error, text: fullRoleNotEditable }]
    return hasOthers && !own.all ? [{ ...error, text: roleHeldByStrongerUser }] : []
  })
  if (errors.length) throw invalidRows(errors)
}

export const roleAssignedText = (users: number): Label =>
  label(
    `사용자 ${formatCount(users)}명이 가진 역할입니다. 먼저 사용자 역할에서 해제하세요.`,
    `${formatCount(users, 'user has', 'users have')} this role. Remove it in User roles first.`,
  )

/** Rejects deleting a role that has users. They must be removed on the user screen first. */
async function rejectAssignedRoles(call: SaveCall, deleted: readonly SaveRow[]): Promise<void> {
  if (deleted.length === 0) return
  const rows = await call.tx.query<{ role_cd: string; n: number }>(sql`
    select role_cd, count(*)::integer n from user_role
    where role_cd = any(${deleted.map(getRoleCode)}::text[]) group by role_cd`)
  const used = new Map(rows.map(({ role_cd: code, n }) => [code, n]))
  const errors = deleted.flatMap((row): RowError[] => {
    const n = used.get(getRoleCode(row))
    if (n === undefined) return []
    return [{ row: row.no, column: 'ROLE_CD', text: roleAssignedText(n) }]
  })
  if (errors.length) throw invalidRows(errors)
}

function toWantedGrants(heads: readonly SaveRow[], lines: readonly SaveRow[]): WantedGrant[] {
  const created = new Map(heads.map((head) => [head.docRef, getRoleCode(head)]))
  const off = new Set<string>()
  return lines.map((line): WantedGrant => ({
    no: line.no,
    column: 'MENU_ID',
    roleCd: created.get(line.docRef) ?? line.docRef,
    menuId: String(line.values['MENU_ID'] ?? ''),
    version: line.version,
    next: (granted) => (line.flag === 'D' ? off : withFlags(granted, line.values)),
  }))
}

/** Revokes the grants of a deleted role first, to validate and record this. */
async function grantsToRevoke(call: SaveCall, deleted: readonly SaveRow[]): Promise<WantedGrant[]> {
  if (deleted.length === 0) return []
  const numbers = new Map(deleted.map((row) => [getRoleCode(row), row.no]))
  const rows = await call.tx.query<{ role_cd: string; menu_id: string }>(sql`
    select role_cd, menu_id from role_menu where role_cd = any(${[...numbers.keys()]}::text[])`)
  return rows.map(({ role_cd: roleCd, menu_id: menuId }): WantedGrant => ({
    no: numbers.get(roleCd) ?? 0,
    column: 'ROLE_CD',
    roleCd,
    menuId,
    version: null,
    next: () => new Set(),
  }))
}

async function removeRoles(call: SaveCall, deleted: readonly SaveRow[]): Promise<void> {
  if (deleted.length === 0) return
  const codes = deleted.map(getRoleCode)
  await call.tx.execute(sql`delete from role_menu where role_cd = any(${codes}::text[])`)
  await call.tx.execute(sql`
    update grid_view set role_cd = null where role_cd = any(${codes}::text[])`)
  await saveTable({ ...call, rows: deleted }, role, ['ROLE_CD', 'ROLE_NM'])
}
