import { label, type Label } from './label.ts'
import type { TextPattern } from './field.ts'

/**
 * A person's phone number (spec §5): three digits, hyphen, three or four digits, hyphen, four
 * digits. By that rule `02-123-4567` and `1588-1234` are invalid.
 */
const phone: TextPattern = {
  test: /^[0-9]{3}-[0-9]{3,4}-[0-9]{4}$/,
  text: label(
    '전화번호는 010-1234-5678 형식으로 입력하세요.',
    'Enter the phone number as 010-1234-5678.',
  ),
}

/** A company's phone number: like a person's, but also the two-digit area code `02` of Seoul. */
export const companyPhone: TextPattern = {
  test: /^(?:02|[0-9]{3})-[0-9]{3,4}-[0-9]{4}$/,
  text: label(
    '02-123-4567 또는 010-1234-5678 형식으로 입력하세요.',
    'Enter the phone number as 02-123-4567 or 010-1234-5678.',
  ),
}

/**
 * Atoms separated by single dots, then a domain of two or more labels (RFC 5321, without quotes).
 * At most 254 characters, 64 of them before the @.
 */
export const email: TextPattern = {
  test: /^(?=.{1,254}$)(?=[^@]{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i,
  text: label('이메일 주소 형식이 맞지 않습니다.', 'Not a valid email address.'),
}

export function phoneError(text: string): Label | undefined {
  return text === '' || phone.test.test(text) ? undefined : phone.text
}

/**
 * Error for an invalid email address (spec §5), or undefined. The required rule covers the empty
 * text.
 */
export function emailError(text: string): Label | undefined {
  return text === '' || email.test.test(text) ? undefined : email.text
}
