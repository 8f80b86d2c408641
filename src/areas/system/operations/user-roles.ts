import { flag, text, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'

const common = { menus: ['UserRolePopup'], scope: 'company', bound: 'own' } as const

const userId = text(label('아이디', 'User ID'), { width: 120, maxLength: 50 })
const roleCd = text(label('역할', 'Role'), { width: 120, maxLength: 50 })
const haveYn = flag(label('부여', 'Granted'))

export const users = defineQuery({
  ...common,
  name: 'system/users',
  title: label('사용자 찾기', 'Find users'),
  action: 'search',
  search: { USER_ID: userId, USER_NM: text(label('이름', 'Name')) },
  output: {
    USER_ID: userId,
    USER_NM: text(label('이름', 'Name'), { width: 140 }),
    USE_YN: flag(label('사용', 'In use')),
    ROLES: text(label('역할', 'Roles'), { width: 200 }),
  },
})

/** All roles for one user: whether the user has them, and whether the caller can change that. */
export const userRoles = defineQuery({
  ...common,
  name: 'system/user-roles',
  title: label('사용자 역할', 'Roles of a user'),
  action: 'search',
  search: { USER_ID: withOptions(userId, { required: true }) },
  output: {
    USER_ID: userId,
    ROLE_CD: roleCd,
    ROLE_NM: text(label('역할명', 'Role name'), { width: 200 }),
    HAVE_YN: haveYn,
    MENU_COUNT: text(label('메뉴', 'Menus'), { width: 80 }),
  },
})

export const saveUserRoles = defineProcedure({
  ...common,
  name: 'system/save-user-roles',
  title: label('사용자 역할 저장', 'Save roles of a user'),
  action: 'save',
  input: {
    USER_ID: withOptions(userId, { required: true }),
    ROLE_CD: withOptions(roleCd, { required: true }),
    HAVE_YN: withOptions(haveYn, { required: true }),
  },
  maxRows: 500,
})
