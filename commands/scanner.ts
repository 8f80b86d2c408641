import { command, type Command } from '#kernel/command.ts'
import { label } from '#kernel/label.ts'

export const scannerCommands = {
  'app.calibrate-scanner': command({
    title: label('스캐너 설정', 'Set up scanner'),
    keywords: ['바코드', '보정', 'calibrate', 'GS1'],
    run: ({ shell }) => shell.scanner.calibrate(),
  }),
  'app.scan-log': command({
    title: label('스캔 기록', 'Scan log'),
    keywords: ['scanner', '바코드', '이력', 'history'],
    run: ({ shell }) => shell.scanner.showLog(),
  }),
  'app.scan-sound': command({
    title: label('스캔 소리 켜기·끄기', 'Scan sounds on or off'),
    keywords: ['scanner', '바코드', '음소거', 'mute', 'beep'],
    run: ({ shell }) => shell.scanner.toggleSound(),
  }),
  'app.connect-hid-scanner': command({
    title: label('USB 스캐너 연결 (HID)', 'Connect a USB scanner (HID)'),
    keywords: ['scanner', '바코드', 'WebHID', 'POS'],
    run: ({ shell }) => shell.scanner.connect('hid'),
  }),
  'app.connect-serial-scanner': command({
    title: label('시리얼 스캐너 연결 (COM)', 'Connect a serial scanner (COM)'),
    keywords: ['scanner', '바코드', 'WebSerial', 'COM', 'RS-232'],
    run: ({ shell }) => shell.scanner.connect('serial'),
  }),
  'master.owner-code-formats': command({
    title: label('이 화주의 코드 형식', 'Code formats of this owner'),
    keywords: ['scanner', '바코드', 'barcode', 'pattern'],
    // Most rows have an owner, but only on this screen is the row itself the owner.
    when: 'screen == Owner && hasRows',
    run: ({ shell, row }) => shell.scanner.editFormats(String(row?.['OWNER_CD'] ?? '')),
  }),
} as const satisfies Record<string, Command>
