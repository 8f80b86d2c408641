import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import type { MenuEntry } from '#kernel/area.ts'
import { label } from '#kernel/label.ts'
import {
  menusOfRole,
  roleButtons,
  roleChanges,
  roleMenus,
  roleServices,
  saveRoleButtons,
  saveRoleMenus,
  saveRoleServices,
} from '#areas/system/operations/roles.ts'
import { withFlags, withOperation } from '#areas/system/rules/grants.ts'
import { anyMenu } from '#server/auth/grants.ts'
import { isWithinReachOrDeleted } from '#server/auth/user-reach.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import { handleEdits, handleQuery, type Handler, type SaveRow } from '#server/engine/handler.ts'
import type { Lookup } from '#server/engine/lookup.ts'
import { changeGrants, type WantedGrant } from './change-grants.ts'
import { grantCatalogue, grantedEntries, type GrantCatalogue } from './grant-catalogue.ts'
import { effectiveRightsHandlers } from './effective-rights.ts'
import { grantImport } from './grant-import.ts'
import { grantRequestHandlers } from './grant-requests.ts'
import { rolesMenuRows, roleButtonRows, roleMenuRows, roleServiceRows } from './role-rows.ts'
import { menuGroupLookup, siteMenuHandlers } from './site-menus.ts'
import { saveRolesHandler, rolesHandler } from './save-roles.ts'

const readText = (row: SaveRow, name: string): string => String(row.values[name] ?? '')
const saveResult = (rows: readonly SaveRow[]) => ({
  rows: rows.map(({ no }) => ({ ROW: no })),
  message: label(
    `권한 ${formatCount(rows.length)}건을 저장했습니다. 열려 있는 화면에도 바로 적용됩니다.`,
    `${formatCount(rows.length, 'permission')} saved. They also apply to open screens immediately.`,
  ),
})
export const serviceNotFound = label('등록되지 않은 서비스입니다.', 'Service not found.')

function toMenuGrant(row: SaveRow): WantedGrant {
  const off = new Set<string>()
  return {
    no: row.no,
    column: 'MENU_ID',
    roleCd: readText(row, 'ROLE_CD'),
    menuId: readText(row, 'MENU_ID'),
    version: row.version,
    next: (granted) => (row.flag === 'D' ? off : withFlags(granted, row.values)),
  }
}

function toButtonGrants({ menus }: GrantCatalogue, rows: readonly SaveRow[]): WantedGrant[] {
  const errors: RowError[] = []
  const wanted = rows.flatMap((row): WantedGrant[] => {
    const menuId = readText(row, 'MENU_ID')
    const all = menus.get(menuId)?.operations ?? []
    const operation = all.find(({ name }) => name === readText(row, 'SERVICE'))
    if (!operation) {
      errors.push({ row: row.no, column: 'SERVICE', text: serviceNotFound })
      return []
    }
    const others = all.flatMap(({ name, action }) => (action === operation.action ? [name] : []))
    return [
      {
        no: row.no,
        column: 'GRANT_YN',
        roleCd: readText(row, 'ROLE_CD'),
        menuId,
        version: row.version,
        next: (granted) =>
          isGranted(row) ? withOperation(granted, operation, isSelected(row), others) : granted,
      },
    ]
  })
  if (errors.length) throw invalidRows(errors)
  return wanted
}

const isGranted = (row: SaveRow): boolean => (row.values['GRANT_YN'] ?? null) !== null
const isSelected = (row: SaveRow): boolean => row.flag !== 'D' && row.values['GRANT_YN'] === 'Y'

function toServiceGrants({ services }: GrantCatalogue, rows: readonly SaveRow[]): WantedGrant[] {
  const byName = new Map([...services].map(([grant, { name }]) => [name, grant]))
  const errors: RowError[] = []
  const wanted = rows.flatMap((row): WantedGrant[] => {
    const grant = byName.get(readText(row, 'SERVICE'))
    if (grant === undefined) {
      errors.push({ row: row.no, column: 'SERVICE', text: serviceNotFound })
      return []
    }
    const single = new Set([grant])
    const nextGrants = (granted: ReadonlySet<string>): ReadonlySet<string> =>
      isSelected(row) ? granted.union(single) : granted.difference(single)
    return [
      {
        no: row.no,
        column: 'GRANT_YN',
        roleCd: readText(row, 'ROLE_CD'),
        menuId: anyMenu,
        version: row.version,
        next: (granted) => (isGranted(row) ? nextGrants(granted) : granted),
      },
    ]
  })
  if (errors.length) throw invalidRows(errors)
  return wanted
}

function roleLookups(menus: readonly MenuEntry[]): readonly Lookup[] {
  const rows = menus.map(({ route, title }) => ({ code: route, name: title.ko, detail: title.en }))
  return [
    menuGroupLookup,
    {
      name: 'role',
      scope: 'company',
      bound: 'open',
      select: sql`select role_cd code, role_nm name, '' detail from app_role where all_yn = 'N'`,
    },
    {
      name: 'menu',
      scope: 'company',
      bound: 'open',
      select: sql`select code, name, detail from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as m(code text, name text, detail text)`,
    },
  ]
}

export function roleHandlers(others: readonly Handler[]): {
  readonly handlers: readonly Handler[]
  readonly lookups: readonly Lookup[]
} {
  const catalogue: { read?: GrantCatalogue } = {}
  const getCatalogue = (): GrantCatalogue =>
    (catalogue.read ??= grantCatalogue([...others, ...handlers]))
  const imports = {
    record: (...call: Parameters<ReturnType<typeof grantImport>['record']>) =>
      grantImport(getCatalogue()).record(...call),
    undo: (...call: Parameters<ReturnType<typeof grantImport>['undo']>) =>
      grantImport(getCatalogue()).undo(...call),
  }
  const handlers: readonly Handler[] = [
    handleQuery(roleMenus, 'v.role_cd, v.menu_seq', (call) => roleMenuRows(getCatalogue(), call)),
    handleEdits(
      saveRoleMenus,
      async (call) => {
        await changeGrants(call, getCatalogue(), call.rows.map(toMenuGrant))
        return saveResult(call.rows)
      },
      imports,
    ),
    rolesHandler,
    handleQuery(menusOfRole, 'v.role_cd, v.menu_seq', (call) =>
      rolesMenuRows(getCatalogue(), call),
    ),
    saveRolesHandler(getCatalogue),
    handleQuery(roleButtons, 'v.role_cd, v.menu_seq', (call) =>
      roleButtonRows(getCatalogue(), call),
    ),
    handleEdits(
      saveRoleButtons,
      async (call) => {
        await changeGrants(call, getCatalogue(), toButtonGrants(getCatalogue(), call.rows))
        return saveResult(call.rows)
      },
      imports,
    ),
    handleQuery(roleServices, 'v.role_cd, v.service', (call) =>
      roleServiceRows(getCatalogue(), call),
    ),
    handleEdits(
      saveRoleServices,
      async (call) => {
        await changeGrants(call, getCatalogue(), toServiceGrants(getCatalogue(), call.rows))
        return saveResult(call.rows)
      },
      imports,
    ),
    ...effectiveRightsHandlers(getCatalogue),
    ...grantRequestHandlers(getCatalogue),
    ...siteMenuHandlers(getCatalogue),
    handleQuery(
      roleChanges,
      'v.change_no desc',
      ({ userId }) => sql`select * from role_change c
        where c.user_id is null or ${isWithinReachOrDeleted(sql`c.user_id`, userId)}`,
    ),
  ]
  return { handlers, lookups: roleLookups(grantedEntries) }
}
