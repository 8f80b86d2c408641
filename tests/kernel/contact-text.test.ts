import { expect, test } from 'vitest'

import { emailError, phoneError } from '#kernel/contact-text.ts'

// Spec §5: "Phone: three digits, hyphen, three or four digits, hyphen, four digits. E-mail:
// standard address pattern."

test('a phone number has three, then three or four, then four digits, with hyphens', () => {
  for (const right of ['010-1234-5678', '031-123-4567']) {
    expect(phoneError(right), right).toBeUndefined()
  }
  const wrong = [
    '01012345678',
    '02-123-4567',
    '010-12-5678',
    '010-12345-678',
    '010-1234-56789',
    ' 010-1234-5678',
    '010-1234-5678\n',
    '010 1234 5678',
    '０１０-1234-5678',
    '1588-1234',
  ]
  for (const text of wrong) {
    expect(phoneError(text)?.ko, text).toBe('전화번호는 010-1234-5678 형식으로 입력하세요.')
  }
})

test('an email address has a name, one @ and a domain of two or more parts', () => {
  const right = ['kim@example.com', 'a.b+c_d@mail.example.co.kr', "o'neil@x-y.org", 'A1@B2.KR']
  for (const text of right) expect(emailError(text), text).toBeUndefined()
})

test('an invalid email address is reported', () => {
  const wrong = [
    'kim',
    'kim@',
    '@example.com',
    'kim@example',
    'kim@@example.com',
    'kim@.com',
    'a@b..kr',
    '.kim@example.com',
    'kim.@example.com',
    'k..im@example.com',
    'kim@-a.com',
    'kim@a-.com',
    'kim @example.com',
    'kim@example.com ',
    '김@example.com',
    'kim@example.c',
    'kim@1.2.3.4',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b.'.repeat(130)}kr`,
  ]
  for (const text of wrong) {
    expect(emailError(text)?.ko, text).toBe('이메일 주소 형식이 맞지 않습니다.')
  }
})

test('an empty box is left to the required rule', () => {
  expect([phoneError(''), emailError('')]).toEqual([undefined, undefined])
})
