import { command, type Command } from '#kernel/command.ts'
import { label } from '#kernel/label.ts'

const positions = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const

type TabCommands = Record<`app.tab-${(typeof positions)[number]}`, Command>

const tabCommands = Object.fromEntries(
  positions.map((position) => [
    `app.tab-${position}`,
    command({
      title: label(`${position}번째 탭으로`, `Go to tab ${position}`),
      palette: false,
      leaves: true,
      run: ({ shell }) => shell.tabAt(position),
    }),
  ]),
) as TabCommands

export const appCommands = {
  'app.palette': command({
    title: label('명령줄 열기', 'Open command line'),
    keywords: ['palette', '팔레트', '찾아가기'],
    palette: false,
    harmless: true,
    run: ({ shell }) => shell.openPalette(),
  }),
  'app.commands': command({
    title: label('명령만 찾기', 'Search commands only'),
    palette: false,
    run: ({ shell }) => shell.openPalette('>'),
  }),
  'app.help': command({
    title: label('도움말: 사용 가능한 키', 'Help: available keys'),
    short: label('도움말', 'Help'),
    keywords: ['shortcut', '단축키', 'F1'],
    legend: 1000,
    harmless: true,
    run: ({ shell }) => shell.openHelp(),
  }),
  'app.home': command({
    title: label('Home으로', 'Go to Home'),
    keywords: ['홈', '처음'],
    run: ({ shell }) => shell.tabAt(1),
  }),
  'app.close-tab': command({
    title: label('탭 닫기', 'Close tab'),
    leaves: true,
    run: ({ shell }) => shell.closeTab(),
  }),
  'app.next-tab': command({
    title: label('다음 탭', 'Next tab'),
    repeats: true,
    leaves: true,
    run: ({ shell }) => shell.nextTab(1),
  }),
  'app.previous-tab': command({
    title: label('이전 탭', 'Previous tab'),
    repeats: true,
    leaves: true,
    run: ({ shell }) => shell.nextTab(-1),
  }),
  ...tabCommands,
  'app.menu': command({
    title: label('메뉴로 이동', 'Go to the menu'),
    short: label('메뉴', 'Menu'),
    run: ({ shell }) => shell.focusMenu(),
  }),
  'app.favourites': command({
    title: label('즐겨찾기로 이동', 'Go to favourites'),
    keywords: ['my menu', '마이메뉴'],
    run: ({ shell }) => shell.showFavourites(),
  }),
  'app.toggle-favourite': command({
    title: label('이 화면 즐겨찾기 추가/해제', 'Add this screen to favourites or remove it'),
    when: "screen != ''",
    run: ({ shell }) => shell.toggleFavourite(),
  }),
  'app.edit-favourites': command({
    title: label(
      '즐겨찾기 편집: 순서, 첫 화면, 해제',
      'Edit favourites: order, first screen, remove',
    ),
    keywords: ['my menu', '마이메뉴', '첫 화면', '초기화면'],
    run: ({ shell }) => shell.editFavourites(),
  }),
  'app.pin-menu': command({
    title: label('메뉴 고정/접기', 'Pin or collapse the menu'),
    run: ({ shell }) => shell.pinMenu(),
  }),
  'app.warehouse': command({
    title: label('창고 변경', 'Switch warehouse'),
    keywords: ['wcode', 'warehouse'],
    run: ({ shell }) => shell.switchWarehouse(),
  }),
  'app.jobs': command({
    title: label('내 작업: 진행 상황·중지', 'My jobs: progress and stop'),
    keywords: ['취소'],
    run: ({ shell }) => shell.showJobs(),
  }),
  'app.theme': command({
    title: label('어두운/밝은 화면', 'Dark or light theme'),
    keywords: ['테마', '다크', '라이트'],
    run: ({ shell }) => shell.toggleTheme(),
  }),
  'app.language': command({
    title: label('한국어/English', '한국어/English'),
    keywords: ['language', '언어'],
    run: ({ shell }) => shell.toggleLanguage(),
  }),
  'app.my-info': command({
    title: label('내 정보와 비밀번호', 'My info and password'),
    keywords: ['settings', '설정'],
    run: ({ shell }) => shell.open('ChangeMe'),
  }),
  'app.next-zone': command({
    title: label('다음 영역으로', 'Next part of the page'),
    palette: false,
    run: ({ shell }) => shell.nextZone(1),
  }),
  'app.previous-zone': command({
    title: label('이전 영역으로', 'Previous part of the page'),
    palette: false,
    run: ({ shell }) => shell.nextZone(-1),
  }),
  'app.back': command({
    title: label('뒤로', 'Back'),
    palette: false,
    when: '!importing',
    run: ({ shell }) => shell.back(),
  }),
  'app.logout': command({
    title: label('로그아웃', 'Log out'),
    run: ({ shell }) => shell.logout(),
  }),
} as const satisfies Record<string, Command>
