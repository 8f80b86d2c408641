import { command, type Command } from '#kernel/command.ts'
import { label } from '#kernel/label.ts'

/** What can be done about the scanner itself. */
export const scannerCommands = {
  'app.calibrate-scanner': command({
    title: label('스캐너 맞추기', 'Calibrate the scanner'),
    keywords: ['scanner', '바코드', '보정', 'calibrate', 'GS1'],
    run: ({ shell }) => shell.scanner.calibrate(),
  }),
  'app.scan-log': command({
    title: label('스캔 기록', 'Scan log'),
    keywords: ['scanner', '바코드', '이력', 'history'],
    run: ({ shell }) => shell.scanner.showLog(),
  }),
} as const satisfies Record<string, Command>
