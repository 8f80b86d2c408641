import { label, type Label } from '#kernel/label.ts'

/** What the security log tells of, and how it ended. */
export const securityCodeLists: Readonly<Record<string, Readonly<Record<string, Label>>>> = {
  'security-kind': {
    LOGIN: label('로그인', 'Login'),
    LOGOUT: label('로그아웃', 'Logout'),
    SESSION_END: label('접속 종료', 'Session ended'),
    PASSWORD: label('비밀번호 변경', 'Password change'),
    PASSWORD_ASK: label('비밀번호 재설정 요청', 'Password reset request'),
    PASSWORD_RESET: label('비밀번호 재설정', 'Password reset'),
    FACTOR: label('2단계 인증', 'Two-step login'),
    SEE_AS: label('사용자 화면 보기', 'See as a user'),
    RIGHTS: label('권한 변경', 'Permission change'),
    CALL: label('호출', 'Call'),
    PERSONAL: label('개인정보 조회', 'Personal data read'),
    EXPORT: label('내보내기', 'Export'),
    PRINT: label('인쇄', 'Print'),
    MAIL: label('메일', 'Mail'),
    FILE: label('파일 다운로드', 'File download'),
    REVIEW: label('로그 검토', 'Log review'),
    PURGE: label('로그 정리', 'Log purge'),
  },
  'security-outcome': {
    OK: label('성공', 'Success'),
    REFUSED: label('거부', 'Refused'),
    THROTTLED: label('횟수 초과', 'Throttled'),
    FAILED: label('실패', 'Failed'),
  },
}
