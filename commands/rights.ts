import { command, type Command } from '#kernel/command.ts'
import { label } from '#kernel/label.ts'

/** Who may do what, and who said so. */
export const rightsCommands = {
  'rights.history': command({
    title: label('권한 변경 이력', 'History of rights'),
    short: label('변경이력', 'History'),
    keywords: ['role', 'audit', '역할', '이력', '감사'],
    when:
      'screen == MenuByRole || screen == CmsRoleMenuMgt || screen == CmsRoleButtonMgt || ' +
      'screen == CmsSvcRoleMgt',
    legend: 95,
    run: ({ shell, page }) => {
      const [row] = page?.rows('current') ?? []
      shell.rights.history(String(row?.['ROLE_CD'] ?? ''))
    },
  }),
} as const satisfies Record<string, Command>
