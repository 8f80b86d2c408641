import sql from 'sql-template-tag'
import { timestampAt } from '#kernel/calendar.ts'
import { josa } from '#kernel/josa.ts'
import { label, type Label } from '#kernel/label.ts'
import type { DataScope } from '#server/auth/caller.ts'
import { toShownUser } from '#server/auth/visible-names.ts'
import { hasUsersBeyondReach } from '#server/auth/user-reach.ts'
import { anyMenu, hasGrant, canCall, readGrants, type Grants } from '#server/auth/grants.ts'
import type { Transaction } from '#server/db/database.ts'
import { invalidRows, conflictingRows, type RowError } from '#server/base/app-error.ts'
import type { GrantCatalogue } from './grant-catalogue.ts'
import { readCurrentGrants, grantKey, type CurrentGrant } from './current-grants.ts'

export interface WantedGrant {
  readonly no: number
  readonly column: string
  readonly roleCd: string
  readonly menuId: string
  /**
   * Version that the caller read; null if the caller has none, for example in an imported sheet.
   */
  readonly version: number | null
  readonly next: (granted: ReadonlySet<string>) => ReadonlySet<string>
}

interface Role extends Record<string, unknown> {
  role_cd: string
  all_yn: string
  is_own: boolean
  has_others: boolean
}

interface Change {
  readonly roleCd: string
  readonly menuId: string
  readonly before: ReadonlySet<string>
  readonly after: ReadonlySet<string>
}

interface Caller {
  readonly tx: Transaction
  readonly userId: string
  readonly scope: Pick<DataScope, 'owners'>
}

const noActions: ReadonlySet<string> = new Set()
/** Serializes all permission changes, so checks remain valid until the commit. */
export async function lockRights(tx: Transaction): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('user_role', 6))`)
}

/**
 * Changes grants of roles, all or nothing, and records the user. Users cannot grant or revoke
 * permissions they do not have, or change their own roles, unless they have all permissions. Throws
 * AppError 422 for a forbidden change, 409 for a concurrent one.
 */
export async function changeGrants(
  call: Caller,
  catalogue: GrantCatalogue,
  wanted: readonly WantedGrant[],
): Promise<void> {
  await lockRights(call.tx)
  const own = await readGrants(call.tx, call.userId)
  const roles = await readRoles(call, wanted)
  const current = await readCurrentGrants(
    call.tx,
    wanted.map((row) => row.roleCd),
  )
  rejectStale(call, wanted, current)
  const changes = new Map<string, Change>()
  const errors: RowError[] = []
  for (const row of wanted) {
    const key = grantKey(row.roleCd, row.menuId)
    const before = changes.get(key)?.before ?? new Set(current.get(key)?.actions)
    const now = changes.get(key)?.after ?? before
    const after = row.next(now)
    const role = roles.get(row.roleCd)
    const text =
      roleError(role, own) ??
      grantError(catalogue, own, row, { now, after }) ??
      (role?.has_others && !own.all ? roleHeldByStrongerUser : undefined)
    if (text) errors.push({ row: row.no, column: row.column, text, isDenied: true })
    changes.set(key, { roleCd: row.roleCd, menuId: row.menuId, before, after })
  }
  if (errors.length) throw invalidRows(errors)
  await writeChanges(call, [...changes.values()].filter(isChanged))
}

async function readRoles(
  { tx, userId }: Caller,
  wanted: readonly WantedGrant[],
): Promise<Map<string, Role>> {
  const rows = await tx.query<Role>(sql`
    select role_cd, all_yn, exists (select from user_role ur
      where ur.role_cd = r.role_cd and ur.user_id = ${userId}) is_own,
      ${hasUsersBeyondReach(sql`r.role_cd`, userId)} has_others
    from app_role r where role_cd = any(${[...new Set(wanted.map((row) => row.roleCd))]}::text[])`)
  return new Map(rows.map((row) => [row.role_cd, row]))
}

function rejectStale(
  call: Caller,
  wanted: readonly WantedGrant[],
  current: ReadonlyMap<string, CurrentGrant>,
): void {
  const stale = wanted.flatMap(({ no, roleCd, menuId, version }): RowError[] => {
    const now = current.get(grantKey(roleCd, menuId))
    if (version === null || version === (now?.version ?? 0)) return []
    const { name, ...shown } = toShownUser(now?.updated_by ?? '', call)
    const text = label(
      `${name.ko}${josa(name.ko, '이/가')} 먼저 변경한 권한입니다. 다시 조회해 비교하세요.`,
      `${name.en} changed these permissions first. Search again to compare.`,
    )
    const when = timestampAt(now ? Date.parse(now.updated_at) : Date.now())
    return [{ row: no, text, ...shown, when }]
  })
  if (stale.length) throw conflictingRows(stale)
}

export const roleHeldByStrongerUser = label(
  '본인보다 권한이나 창고, 화주가 많은 사용자가 가진 역할입니다. 관리자에게 요청하세요.',
  'Users with more permissions, warehouses or owners than you have this role. Ask an administrator.',
)

export const roleNotFound = label('없는 역할입니다.', 'Role not found.')

export const fullRoleNotEditable = label(
  '모든 권한을 가진 역할은 변경할 수 없습니다.',
  'A role with all permissions cannot be changed.',
)

export const ownRoleNotEditable = label(
  '본인이 가진 역할은 변경할 수 없습니다. 다른 관리자에게 요청하세요.',
  'You cannot change a role you hold. Ask another administrator.',
)

function roleError(role: Role | undefined, own: Grants): Label | undefined {
  if (!role) return roleNotFound
  if (role.all_yn === 'Y') return fullRoleNotEditable
  if (!role.is_own || own.all) return undefined
  return ownRoleNotEditable
}

export const menuNotFound = label('없는 메뉴입니다.', 'Menu not found.')

export const actionNotOnMenu = label(
  '이 화면에 없는 기능입니다.',
  'This screen does not have this function.',
)

export const cannotGrantMissingPermission = label(
  '본인에게 없는 권한은 부여·회수할 수 없습니다.',
  'You cannot grant or revoke permissions you do not have.',
)

function grantError(
  { menus, services }: GrantCatalogue,
  own: Grants,
  { menuId }: WantedGrant,
  { now, after }: { readonly now: ReadonlySet<string>; readonly after: ReadonlySet<string> },
): Label | undefined {
  const menu = menus.get(menuId)
  if (!menu && menuId !== anyMenu) return menuNotFound
  const [added, removed] = [after.difference(now), now.difference(after)]
  const missing = [...added].find((grant) => !grant.includes(':') && !menu?.offered.has(grant))
  if (missing !== undefined) return actionNotOnMenu
  const has = (grant: string): boolean => {
    const service = menuId === anyMenu ? services.get(grant) : undefined
    return service ? canCall(own, service) : hasGrant(own, menuId, grant)
  }
  if ([...added, ...removed].every(has)) return undefined
  return cannotGrantMissingPermission
}

function isChanged({ before, after }: Change): boolean {
  return before.symmetricDifference(after).size > 0
}

async function writeChanges({ tx, userId }: Caller, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  const joinGrants = (grants: ReadonlySet<string> = noActions): string =>
    [...grants].toSorted().join(', ')
  const rows = changes.map(({ roleCd, menuId, before, after }) => ({
    role_cd: roleCd,
    menu_id: menuId,
    actions: [...after].toSorted(),
    added: joinGrants(after.difference(before)),
    removed: joinGrants(before.difference(after)),
  }))
  const json = JSON.stringify(rows)
  await tx.execute(sql`
    insert into role_menu as t (role_cd, menu_id, actions, created_by, updated_by)
    select role_cd, menu_id, actions, ${userId}, ${userId}
    from jsonb_to_recordset(${json}::jsonb) as r(role_cd text, menu_id text, actions text[])
    on conflict (role_cd, menu_id) do update set actions = excluded.actions,
      version = t.version + 1, updated_by = excluded.updated_by, updated_at = now()`)
  await tx.execute(sql`
    insert into role_change (changed_by, role_cd, menu_id, added, removed)
    select ${userId}, role_cd, menu_id, added, removed from jsonb_to_recordset(${json}::jsonb)
      as r(role_cd text, menu_id text, added text, removed text)`)
}
