import { flag, select, text, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { role, roleChange, roleMenu } from '../tables/role.ts'
import { users } from './user-roles.ts'

const company = { scope: 'company', bound: 'open' } as const
/**
 * Users can grant only permissions they have. Grants never give access to another owner's stock.
 */
const rights = { ...company } as const
const grantYn = flag(label('허용', 'Granted'), { default: null })
const roleKey = pick(roleMenu, ['ROLE_CD'])
const actionCd = select(label('기능', 'Action'), 'grant-action', { width: 80 })
const service = text(label('서비스', 'Service'), { required: true, maxLength: 100, width: 230 })
const serviceName = text(label('서비스명', 'Service name'), { width: 220 })

/** Flags of a menu. An omitted flag is unchanged. */
const flags = Object.fromEntries(
  Object.entries(
    pick(roleMenu, ['SEARCH_YN', 'SAVE_YN', 'DELETE_YN', 'IMPORT_YN', 'EXPORT_YN', 'PRINT_YN']),
  ).map(([name, field]) => [name, withOptions(field, { default: null })]),
)

export const roleMenus = defineQuery({
  ...company,
  name: 'system/role-menus',
  title: label('역할별 메뉴', 'Menus by role'),
  action: 'search',
  search: pick(roleMenu, ['ROLE_CD', 'GROUP_NM', 'MENU_ID', 'MENU_NM', 'SEARCH_YN']),
  output: roleMenu.fields,
})

export const saveRoleMenus = defineProcedure({
  ...rights,
  name: 'system/save-role-menus',
  title: label('역할별 메뉴 저장', 'Save menus by role'),
  action: 'save',
  input: { ...pick(roleMenu, ['ROLE_CD', 'MENU_ID']), ...flags },
  maxRows: 20_000,
})

export const roles = defineQuery({
  ...company,
  name: 'system/roles',
  title: label('역할', 'Roles'),
  action: 'search',
  search: pick(role, ['ROLE_CD', 'ROLE_NM']),
  output: role.fields,
})

export const menusOfRole = defineQuery({
  ...company,
  name: 'system/menus-of-role',
  title: label('역할의 메뉴', 'Menus of a role'),
  action: 'search',
  search: roleKey,
  output: roleMenu.fields,
})

export const saveRoles = defineProcedure({
  ...rights,
  name: 'system/save-roles',
  title: label('역할 저장', 'Save roles'),
  action: 'save',
  input: pick(role, ['ROLE_CD', 'ROLE_NM']),
  lines: { ...pick(roleMenu, ['MENU_ID']), ...flags },
  maxRows: 20_000,
})

/** All buttons of all menus for each role: whether they are granted and by which grant. */
export const roleButtons = defineQuery({
  ...company,
  name: 'system/role-buttons',
  title: label('역할 버튼', 'Role buttons'),
  action: 'search',
  search: { ...pick(roleMenu, ['ROLE_CD', 'MENU_ID', 'MENU_NM']), ACTION_CD: actionCd },
  output: {
    ...pick(roleMenu, ['ROLE_CD', 'ROLE_NM', 'GROUP_NM', 'MENU_ID', 'MENU_NM']),
    SERVICE: service,
    SERVICE_NM: serviceName,
    ACTION_CD: actionCd,
    GRANT_YN: grantYn,
    WAY_CD: select(label('근거', 'Basis'), 'grant-way', { width: 90 }),
    ...pick(roleMenu, ['UPDATED_BY', 'UPDATED_AT']),
  },
})

export const saveRoleButtons = defineProcedure({
  ...rights,
  name: 'system/save-role-buttons',
  title: label('역할 버튼 저장', 'Save role buttons'),
  action: 'save',
  input: { ...pick(roleMenu, ['ROLE_CD', 'MENU_ID']), SERVICE: service, GRANT_YN: grantYn },
  maxRows: 20_000,
})

export const roleServices = defineQuery({
  ...company,
  name: 'system/role-services',
  title: label('서비스 역할', 'Service roles'),
  action: 'search',
  search: {
    ...roleKey,
    SERVICE: withOptions(service, { required: false }),
    SERVICE_NM: serviceName,
    ACTION_CD: actionCd,
    GRANT_YN: grantYn,
  },
  output: {
    ...pick(roleMenu, ['ROLE_CD', 'ROLE_NM']),
    SERVICE: service,
    SERVICE_NM: serviceName,
    ACTION_CD: actionCd,
    MENU_YN: flag(label('화면 권한', 'By screen'), { width: 80 }),
    GRANT_YN: withOptions(grantYn, { label: label('직접 허용', 'Granted'), width: 80 }),
    MENU_NMS: text(label('사용 화면', 'Screens'), { width: 340 }),
    ...pick(roleMenu, ['UPDATED_BY', 'UPDATED_AT']),
  },
})

/** Grants or revokes single services, independent of screens. */
export const saveRoleServices = defineProcedure({
  ...rights,
  name: 'system/save-role-services',
  title: label('서비스 역할 저장', 'Save service roles'),
  action: 'save',
  input: { ...roleKey, SERVICE: service, GRANT_YN: grantYn },
  maxRows: 20_000,
})

export const roleChanges = defineQuery({
  ...company,
  bound: 'own',
  name: 'system/role-changes',
  title: label('권한 변경 이력', 'Permission history'),
  with: [roleMenus, roles, roleButtons, roleServices, users],
  action: 'search',
  search: pick(roleChange, ['ROLE_CD', 'CHANGED_BY', 'MENU_ID', 'USER_ID']),
  output: roleChange.fields,
})
