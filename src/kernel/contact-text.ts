import { label, type Label } from './label.ts'

const phone = /^[0-9]{3}-[0-9]{3,4}-[0-9]{4}$/

/** Atoms parted by single dots, then a domain of two labels or more (RFC 5321, without quotes). */
const email =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i
const emailLengthMax = 254
const localPartLengthMax = 64

/**
 * What is wrong with a phone number (spec §5): three digits, hyphen, three or four digits, hyphen,
 * four digits. By that rule `02-123-4567` and `1588-1234` are none. Empty is the required rule's
 * concern.
 */
export function phoneFault(text: string): Label | undefined {
  if (text === '' || phone.test(text)) return undefined
  return label(
    '전화번호는 010-1234-5678 형식으로 입력해 주세요.',
    'Enter the phone number as 010-1234-5678.',
  )
}

/** What is wrong with an e-mail address (spec §5). Empty is the required rule's concern. */
export function emailFault(text: string): Label | undefined {
  const isShort = text.length <= emailLengthMax && text.indexOf('@') <= localPartLengthMax
  if (text === '' || (isShort && email.test(text))) return undefined
  return label('이메일 주소 형식이 맞지 않습니다.', 'This is no valid e-mail address.')
}
