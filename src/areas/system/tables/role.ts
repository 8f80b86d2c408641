import { code, dateTime, flag, integer, lookup, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import { changeFields } from './common-fields.ts'

export const role = defineTable({
  name: 'app_role',
  title: label('역할', 'Role'),
  key: ['ROLE_CD'],
  fields: {
    ROLE_CD: code(label('역할', 'Role'), { required: true, width: 110 }),
    ROLE_NM: text(label('역할명', 'Role name'), { required: true, width: 150 }),
    ALL_YN: flag(label('전체 권한', 'All permissions'), { width: 80 }),
    USER_COUNT: integer(label('사용자', 'Users'), { width: 70 }),
    MENU_COUNT: integer(label('메뉴', 'Menus'), { width: 70 }),
    ...changeFields,
  },
})

export const roleMenu = defineTable({
  name: 'role_menu',
  title: label('역할 메뉴', 'Menu of a role'),
  key: ['ROLE_CD', 'MENU_ID'],
  fields: {
    ROLE_CD: lookup(label('역할', 'Role'), 'role', {
      required: true,
      width: 110,
      fills: { ROLE_NM: 'NAME' },
    }),
    ROLE_NM: text(label('역할명', 'Role name'), { width: 110 }),
    GROUP_NM: text(label('메뉴그룹', 'Menu group'), { width: 110 }),
    MENU_ID: lookup(label('메뉴', 'Menu'), 'menu', {
      required: true,
      upperCase: false,
      maxLength: 60,
      width: 190,
      fills: { MENU_NM: 'NAME' },
    }),
    MENU_NM: text(label('메뉴명', 'Menu name'), { width: 190 }),
    SEARCH_YN: flag(label('조회', 'Search')),
    SAVE_YN: flag(label('저장', 'Save')),
    DELETE_YN: flag(label('삭제', 'Delete')),
    IMPORT_YN: flag(label('가져오기', 'Import'), { width: 70 }),
    EXPORT_YN: flag(label('내보내기', 'Export'), { width: 70 }),
    PRINT_YN: flag(label('인쇄', 'Print')),
    OFFERED: text(label('제공 기능', 'Functions')),
    ALONE_COUNT: integer(label('개별 버튼', 'Individual buttons'), { width: 110 }),
    ...changeFields,
  },
})

export const roleChange = defineTable({
  name: 'role_change',
  title: label('권한 변경', 'Permission change'),
  key: ['CHANGE_NO'],
  fields: {
    CHANGE_NO: integer(label('번호', 'No.')),
    CHANGED_AT: dateTime(label('변경일시', 'Changed at')),
    CHANGED_BY: text(label('변경자', 'Changed by'), { width: 100 }),
    ROLE_CD: code(label('역할', 'Role'), { width: 110 }),
    MENU_ID: text(label('메뉴', 'Menu'), { width: 170 }),
    USER_ID: text(label('사용자', 'User'), { width: 100 }),
    ADDED: text(label('부여', 'Granted'), { width: 300 }),
    REMOVED: text(label('회수', 'Revoked'), { width: 300 }),
  },
})
