import { command, type Command } from '#kernel/command.ts'
import { label, type Label } from '#kernel/label.ts'

const destinations = {
  r: ['ReceiptCreate', '입고예정등록', 'Expected receipts'],
  c: ['ReceivingByOrder', '오더별 입고확정', 'Receiving by order'],
  b: ['BulkReceiving', '일괄입고', 'Bulk receiving'],
  s: ['ShipmentCreate', '출고등록', 'Shipments'],
  u: ['ShipmentUploadExcelByOwner', '화주별 출고 엑셀업로드', 'Shipment upload by owner'],
  a: ['Alloc', '할당', 'Allocation'],
  l: ['PickingList', '피킹리스트', 'Picking list'],
  p: ['Picking', '피킹', 'Picking'],
  k: ['ShippedCheck', '출하검수', 'Shipping check'],
  x: ['Shipping', '출하확정', 'Shipping'],
  i: ['InventoryByLot', '로트별 재고', 'Inventory by lot'],
  h: ['InventoryHistory', '재고이력', 'Inventory history'],
  m: ['StockBasic', '품목관리', 'Items'],
  e: ['Cell', '셀관리', 'Cells'],
  o: ['Owner', '화주관리', 'Owners'],
} as const

export type Destination = keyof typeof destinations

type GoCommands = Record<`go.${Destination}`, Command>

export function findDestination(id: string): string | undefined {
  const [group, letter = ''] = id.split('.')
  if (group !== 'go') return undefined
  return Object.entries(destinations).find(([key]) => key === letter)?.[1][0]
}

export function openTitle({ ko, en }: Label): Label {
  return label(`${ko} 열기`, `Open ${en}`)
}

/** Shown only in the key sheet and the help: the palette already lists every screen. */
const goCommands = Object.fromEntries(
  Object.entries(destinations).map(([letter, [route, ko, en]]) => [
    `go.${letter}`,
    command({
      title: openTitle(label(ko, en)),
      palette: false,
      run: ({ shell }) => shell.open(route),
    }),
  ]),
) as GoCommands

function move(
  ko: string,
  en: string,
  keys: string,
  traits: Pick<Command, 'repeats' | 'harmless'> = {},
): Command {
  return command({
    ...traits,
    title: label(ko, en),
    when: 'grid && !editing',
    palette: false,
    run: ({ shell }) => shell.keyboard.press(keys),
  })
}

/** Digits typed before a command: a repeat count, or a row number. */
const countDigits = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const

type CountCommands = Record<`count.${(typeof countDigits)[number]}`, Command>

const countCommands = Object.fromEntries(
  countDigits.map((digit) => [
    `count.${digit}`,
    command({
      title: label(
        `다음 명령 반복 횟수 ${digit}`,
        `${digit} in the repeat count of the next command`,
      ),
      when: 'grid && !editing',
      palette: false,
      run: ({ shell }) => shell.keyboard.countDigit(digit),
    }),
  ]),
) as CountCommands

const macroSlots = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const

type MacroCommands = Record<`macro.${(typeof macroSlots)[number]}`, Command>

/** Slots that keys can be bound to; the palette lists macros by name. */
const macroCommands = Object.fromEntries(
  macroSlots.map((slot) => [
    `macro.${slot}`,
    command({
      title: label(`${slot}번 매크로 실행`, `Run macro number ${slot}`),
      palette: false,
      run: ({ shell }) => shell.keyboard.runMacro(slot),
    }),
  ]),
) as MacroCommands

function profile(id: string, ko: string, en: string): Command {
  return command({
    title: label(`단축키 세트: ${ko}`, `Keymap: ${en}`),
    keywords: ['keymap', 'profile', '단축키', '키맵', id],
    run: ({ shell }) => shell.keyboard.useProfile(id),
  })
}

export const keyboardCommands = {
  'app.keys': command({
    title: label('단축키 변경: 모든 명령', 'Change shortcuts: all commands'),
    keywords: ['rebind', 'keymap', '키 설정', '키맵'],
    run: ({ shell }) => shell.keyboard.openKeys(),
  }),
  'app.profile-default': profile('default', '기본', 'default'),
  'app.profile-function-keys': profile('function-keys', '기능키 (ERP, 5250)', 'function keys'),
  'app.profile-vim': profile('vim', 'vim', 'vim'),
  'app.single-keys': command({
    title: label('글자 단축키 켜기/끄기', 'Switch single-letter shortcuts on or off'),
    keywords: ['accessibility', '접근성', 'singleKeys'],
    run: ({ shell }) => shell.keyboard.toggleSingleKeys(),
  }),
  'app.screen-reader': command({
    title: label('화면 낭독기 모드 켜기/끄기', 'Switch screen-reader mode on or off'),
    keywords: ['screen reader', 'accessibility', '접근성', '센스리더', 'NVDA', 'JAWS'],
    run: ({ shell }) => shell.keyboard.toggleScreenReader(),
  }),
  'app.chord-timeout': command({
    title: label('연속 키 대기 시간', 'Key sequence timeout'),
    keywords: ['chord', '제한 없음', '접근성'],
    run: ({ shell }) => shell.keyboard.chooseChordTimeout(),
  }),
  'app.install': command({
    title: label('앱 창으로 설치: 모든 키 사용 가능', 'Install as an app to use every key'),
    keywords: ['PWA'],
    run: ({ shell }) => shell.keyboard.install(),
  }),
  'app.recall': command({
    title: label('마지막 명령줄 다시 불러오기', 'Recall the last command line'),
    keywords: ['history', '이력', 'F9'],
    run: ({ shell }) => shell.keyboard.recall(),
  }),
  'app.command-log': command({
    title: label('명령 기록: 실행한 명령', 'Command log: commands run'),
    keywords: ['history', '로그'],
    run: ({ shell }) => shell.keyboard.openLog(),
  }),
  'app.record-macro': command({
    title: label('매크로 기록 시작/끝', 'Start or stop recording a macro'),
    keywords: ['녹화'],
    run: ({ shell }) => shell.keyboard.recordMacro(),
  }),
  'app.macros': command({
    title: label('매크로: 실행, 모의 실행, 수정', 'Macros: run, dry run, edit'),
    keywords: ['replay'],
    run: ({ shell }) => shell.keyboard.openMacros(),
  }),
  ...macroCommands,
  'grid.command-mode': command({
    title: label('그리드에서 글자를 명령으로', 'Letters in the grid run commands'),
    keywords: ['command mode', 'vim'],
    run: ({ shell }) => shell.keyboard.setCommandMode(true),
  }),
  'grid.typing-mode': command({
    title: label('그리드에서 글자를 값으로', 'Letters in the grid enter values'),
    keywords: ['insert mode', 'vim'],
    run: ({ shell }) => shell.keyboard.setCommandMode(false),
  }),
  'grid.jump-up': move('데이터의 위쪽 끝으로', 'Up to the edge of the data', 'Control+ArrowUp', {
    repeats: true,
  }),
  'grid.jump-down': move(
    '데이터의 아래쪽 끝으로',
    'Down to the edge of the data',
    'Control+ArrowDown',
    { repeats: true },
  ),
  'grid.clear-cell': move('칸 지우기', 'Clear field', 'Delete'),
  ...countCommands,
  'count.clear': command({
    title: label('입력한 횟수 지우기', 'Clear the repeat count'),
    when: 'counting',
    palette: false,
    run: ({ shell }) => shell.keyboard.clearCount(),
  }),
  'grid.left': move('왼쪽 칸', 'Field to the left', 'ArrowLeft', { repeats: true, harmless: true }),
  'grid.down': move('아래 칸', 'Field below', 'ArrowDown', { repeats: true, harmless: true }),
  'grid.up': move('위 칸', 'Field above', 'ArrowUp', { repeats: true, harmless: true }),
  'grid.right': move('오른쪽 칸', 'Field to the right', 'ArrowRight', {
    repeats: true,
    harmless: true,
  }),
  'grid.first-column': move('첫 칸', 'First field of the row', 'Home'),
  'grid.last-column': move('끝 칸', 'Last field of the row', 'End'),
  'grid.first-row': move('첫 행', 'First row', 'Control+Home'),
  'grid.last-row': command({
    title: label('끝 행 또는 입력한 번호의 행', 'Last row, or the row number typed first'),
    when: 'grid && !editing',
    palette: false,
    run: ({ shell, page }) => {
      const row = shell.keyboard.count()
      if (row === undefined) shell.keyboard.press('Control+End')
      else page?.goToRow?.(row)
    },
  }),
  'grid.page-down': move('다음 쪽', 'A page down', 'PageDown', { repeats: true }),
  'grid.page-up': move('이전 쪽', 'A page up', 'PageUp', { repeats: true }),
  ...goCommands,
} as const satisfies Record<string, Command>
