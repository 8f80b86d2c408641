import { command, type Command } from '#kernel/command.ts'
import { label } from '#kernel/label.ts'
import { openWindow } from './windows.ts'

const backupNow = async () => (await import('#areas/system/operations/backups.ts')).backupNow

/** Commands for maintaining the servers of a site. */
export const backupCommands = {
  'backup.show': command({
    title: label('자동백업 목록', 'Backups'),
    keywords: ['restore', '복원'],
    needs: 'JobManagement',
    run: ({ shell }) => void openWindow(shell, 'backups'),
  }),
  'server.figures': command({
    title: label('서버 지표', 'Server metrics'),
    keywords: ['metrics', 'monitoring'],
    needs: 'JobManagement',
    run: ({ shell }) => void openWindow(shell, 'server-figures'),
  }),
  'backup.plan': command({
    title: label('백업 계획: 간격과 보관', 'Backup plan: how often, how long'),
    keywords: ['schedule', '스케줄'],
    needs: 'JobManagement:save',
    run: ({ shell }) => void openWindow(shell, 'backup-plan'),
  }),
  'backup.now': command({
    title: label('지금 백업', 'Back up now'),
    keywords: ['backup'],
    needs: 'JobManagement:save',
    run: ({ runProcedure }) => runProcedure(backupNow, [{}]),
  }),
} as const satisfies Record<string, Command>
