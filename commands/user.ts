import { command, type Command } from '#kernel/command.ts'
import { label } from '#kernel/label.ts'
import { openWindow } from './windows.ts'

const users = () => import('#areas/system/operations/users.ts')
const endSessions = async () => (await users()).endSessions
const sendStartMail = async () => (await users()).sendStartMail

const dropFactors = async () =>
  (await import('#areas/system/operations/factor-rules.ts')).dropFactors

const onUserScreens = { on: 'app_user', when: 'screen == User || screen == CmsUserMgt' }

export const userCommands = {
  'user.start-mail': command({
    ...onUserScreens,
    title: label('시작메일 보내기', 'Send welcome email'),
    keywords: ['password', 'invite', '비밀번호', '초대'],
    run: ({ runProcedure, row }) =>
      runProcedure(sendStartMail, [{ USER_ID: row?.['USER_ID'] ?? null }]),
  }),
  'user.issue-password': command({
    ...onUserScreens,
    title: label('임시 비밀번호 발급', 'Issue a temporary password'),
    keywords: ['first', '초기화', '첫 비밀번호'],
    run: ({ shell, row }) => void openWindow(shell, 'first-password', row ? [row] : []),
  }),
  'user.end-sessions': command({
    ...onUserScreens,
    title: label('모든 로그인 종료', 'Log out everywhere'),
    keywords: ['session', 'logout', '세션', '로그아웃'],
    run: ({ runProcedure, row }) =>
      runProcedure(endSessions, [{ USER_ID: row?.['USER_ID'] ?? null }]),
  }),
  'user.drop-factor': command({
    ...onUserScreens,
    title: label('2단계 인증 초기화', 'Reset two-step login'),
    keywords: ['totp', 'otp', 'factor', '인증앱', '분실'],
    run: ({ runProcedure, row }) =>
      runProcedure(dropFactors, [{ USER_ID: row?.['USER_ID'] ?? null }]),
  }),
  'user.see-as': command({
    ...onUserScreens,
    title: label('이 사용자의 화면 보기', 'View as this user'),
    keywords: ['impersonate', '대리', '보이는 화면'],
    run: ({ shell, row }) =>
      void openWindow(shell, 'see-as', [{ USER_ID: row?.['USER_ID'] ?? null }]),
  }),
  'user.two-step': command({
    title: label('내 2단계 인증 설정', 'My two-step login'),
    keywords: ['otp', 'totp', 'passkey', '인증앱', '패스키'],
    run: ({ shell }) => void openWindow(shell, 'two-step'),
  }),
  'user.see-as-end': command({
    title: label('사용자 화면 보기 끝내기', 'Stop viewing as a user'),
    keywords: ['impersonate', '대리', '원래'],
    when: 'seesAs',
    run: ({ shell }) => void openWindow(shell, 'see-as-end'),
  }),
} as const satisfies Record<string, Command>
