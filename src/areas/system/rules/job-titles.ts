import { label, type Label } from '#kernel/label.ts'

export const jobTitles: Readonly<Record<string, Label>> = {
  'mail-ids': label('아이디 안내 메일', 'User ID email'),
  'mail-password': label('비밀번호 재설정 메일', 'Password reset email'),
  'mail-send': label('메일 보내기', 'Send email'),
  'mail-registration': label('사용 신청 안내 메일', 'Access request email'),
  'demo-past': label('데모 회사의 과거 업무 생성', 'Generate demo company history'),
  'mail-start': label('시작메일', 'Welcome email'),
  'arrival-notice': label('도착통지 메일', 'Arrival notice email'),
  'bill-mail': label('거래명세서 메일', 'Statement email'),
  'scm-notice': label('오더 안내 메일', 'Order notice email'),
  'ask-customs': label('세관 조회', 'Customs lookup'),
  'ask-customs-list': label('유니패스 자료조회', 'UNI-PASS lookup'),
}

/** Tables whose rows show the result of a job. */
export const jobTables: Readonly<Record<string, readonly string[]>> = {
  'mail-start': ['app_user'],
  'arrival-notice': ['delivery_order'],
  'bill-mail': ['invoice'],
  'ask-customs': ['bonded_answer'],
  'ask-customs-list': ['customs_list'],
}
