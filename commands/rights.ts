import { command, type Command } from '#kernel/command.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { openOnRows } from './selected-rows.ts'
import { openWindow } from './windows.ts'

const roleChanges = async () => (await import('#areas/system/operations/roles.ts')).roleChanges
const permittedUsers = async () =>
  (await import('#areas/system/operations/effective-rights.ts')).permittedUsers

export const rightsCommands = {
  'rights.history': command({
    title: label('권한 변경 이력', 'Permission history'),
    short: label('변경이력', 'History'),
    keywords: ['role', 'audit', '역할', '감사'],
    when:
      'screen == MenuByRole || screen == CmsRoleMenuMgt || screen == CmsRoleButtonMgt || ' +
      'screen == CmsSvcRoleMgt',
    legend: 95,
    run: ({ shell, page }) => {
      const [row] = page?.rows('current') ?? []
      const role = String(row?.['ROLE_CD'] ?? '')
      shell.showRows(roleChanges, role === '' ? {} : { ROLE_CD: role }, {
        subject: role,
        emptyText: label('변경된 권한이 없습니다.', 'No permission changes.'),
        summary: ({ length }) =>
          label(`변경 ${formatCount(length)}건`, formatCount(length, 'change')),
      })
    },
  }),
  'rights.who': command({
    title: label('이 기능의 사용자', 'Users with this permission'),
    short: label('사용자', 'Users'),
    keywords: ['permission', 'user', '권한'],
    when: 'screen == UserMgr',
    legend: 90,
    run: ({ shell, row }) => {
      const search = { MENU_ID: row?.['MENU_ID'] ?? null, SERVICE: row?.['SERVICE'] ?? null }
      shell.showRows(permittedUsers, search)
    },
  }),
  'rights.ask': command({
    title: label('없는 권한 요청', 'Request the missing permission'),
    short: label('권한 요청', 'Request'),
    when: 'lacksRight',
    legend: 5,
    run: ({ shell }) => openWindow(shell, 'ask-for-right'),
  }),
  'rights.own-requests': command({
    title: label('내 권한 요청', 'My permission requests'),
    run: ({ shell }) => void openWindow(shell, 'own-requests'),
  }),
  'rights.explain': command({
    title: label('유효 권한 보기', 'Effective permissions of this user'),
    short: label('유효 권한', 'Permissions'),
    keywords: ['permission', 'effective', '권한', '역할'],
    when: 'screen == User || screen == CmsUserMgt',
    legend: 91,
    run: openOnRows('UserMgr', 'USER_ID'),
  }),
} as const satisfies Record<string, Command>
