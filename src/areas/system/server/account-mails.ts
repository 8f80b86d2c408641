import { label, type Language } from '#kernel/label.ts'
import type { Mail } from '#server/mail/mailer.ts'

type MailContent = Omit<Mail, 'to'>

export function idsMail(lang: Language, ids: readonly string[]): MailContent {
  const list = ids.map((id) => `  ${id}`).join('\n')
  return lang === 'ko'
    ? {
        subject: '[WMS] 아이디 안내',
        text: `이 이메일로 등록된 아이디입니다.\n\n${list}\n\n요청하지 않으셨다면 이 메일을 무시하세요.\n`,
      }
    : {
        subject: '[WMS] Your user id',
        text: `These user IDs are registered with this address.\n\n${list}\n\nIf you did not request this, ignore this email.\n`,
      }
}

/**
 * Mail with a password reset link, valid for ten minutes. `link` is undefined if the site's URL is
 * not configured.
 */
export function passwordMail(
  lang: Language,
  userId: string,
  token: string,
  link: string | undefined,
): MailContent {
  const ko = link
    ? `아래 주소에서 새 비밀번호를 설정하세요.\n\n  ${link}`
    : `로그인 화면의 '비밀번호 재설정'에서 아래 코드를 입력하세요.\n\n  ${token}`
  const en = link
    ? `Choose a new password here:\n\n  ${link}`
    : `Enter this code under 'Reset password' on the login page:\n\n  ${token}`
  return lang === 'ko'
    ? {
        subject: '[WMS] 비밀번호 재설정',
        text: `아이디 ${userId}\n\n${ko}\n\n10분 동안 한 번만 사용할 수 있습니다. 요청하지 않으셨다면 이 메일을 무시하세요. 비밀번호는 그대로입니다.\n`,
      }
    : {
        subject: '[WMS] Password reset',
        text: `User ID ${userId}\n\n${en}\n\nIt can be used once within 10 minutes. If you did not request this, ignore this email; your password is unchanged.\n`,
      }
}

/** Welcome email with a link to choose a password, valid for one day. */
export function startMail(
  lang: Language,
  userId: string,
  token: string,
  link: string | undefined,
): MailContent {
  const ko = link
    ? `아래 주소에서 비밀번호를 설정하면 바로 시작할 수 있습니다.\n\n  ${link}`
    : `로그인 화면의 '비밀번호 재설정'에서 아래 코드를 입력해 비밀번호를 설정하세요.\n\n  ${token}`
  const en = link
    ? `Choose your password here to begin:\n\n  ${link}`
    : `Enter this code under 'Reset password' on the login page to choose your password:\n\n  ${token}`
  return lang === 'ko'
    ? {
        subject: '[WMS] 시작 안내',
        text: `아이디 ${userId}\n\n${ko}\n\n하루 동안 한 번만 사용할 수 있습니다.\n`,
      }
    : {
        subject: '[WMS] Your account',
        text: `User ID ${userId}\n\n${en}\n\nIt can be used once within one day.\n`,
      }
}

export type RegistrationOutcome = 'received' | 'taken' | 'approved' | 'rejected'

const outcomes: Readonly<Record<RegistrationOutcome, Readonly<Record<Language, string>>>> = {
  received: label(
    '사용 신청을 접수했습니다. 관리자가 승인하면 메일로 알려 드립니다.',
    'Your access request was received. You will get an email when an administrator approves it.',
  ),
  taken: label(
    '신청한 아이디는 사용할 수 없습니다. 다른 아이디로 다시 신청하세요.',
    'The user ID you requested cannot be used. Request access again with another one.',
  ),
  approved: label(
    '사용 신청이 승인되었습니다. 신청할 때 정한 비밀번호로 로그인하세요.',
    'Your access request is approved. Log in with the password you set.',
  ),
  rejected: label('사용 신청이 승인되지 않았습니다.', 'Your access request was not approved.'),
}

export function registrationMail(
  lang: Language,
  userId: string,
  outcome: RegistrationOutcome,
  reason: string,
): MailContent {
  const subject = lang === 'ko' ? '[WMS] 사용 신청 안내' : '[WMS] Access request'
  const id = lang === 'ko' ? `아이디 ${userId}` : `User ID ${userId}`
  const why = reason && `\n\n${lang === 'ko' ? '사유' : 'Reason'}: ${reason}`
  return { subject, text: `${id}\n\n${outcomes[outcome][lang]}${why}\n` }
}
