import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { newPasswordError, passwordError } from '#areas/system/rules/password.ts'
import { newUserIdError, userIdError } from '#areas/system/rules/user-id.ts'

describe('spec §5: User id: letters, digits and a permitted set of extra characters (default underscore, hyphen, dot).', () => {
  test('letters, digits, underscore, hyphen and dot are permitted in a user ID', () => {
    expect(['kim', 'Kim_2', 'a-b.c', '007', ''].map((id) => userIdError(id))).toEqual(
      Array.from({ length: 5 }),
    )
  })

  test('any other character is rejected, with the permitted ones in the message', () => {
    for (const id of ['kim lee', 'kim@x', '김', 'é', 'a\n', 'ａ', '😀']) {
      expect(userIdError(id), id).toEqual({
        ko: '아이디는 영문자, 숫자, 특수문자(_ - .)만 사용할 수 있습니다.',
        en: 'Only letters, digits and _ - . can be used in a user ID.',
      })
    }
  })

  test('the permitted set is configurable and contains exactly the given characters', () => {
    expect(userIdError('kim@x', '@')).toBeUndefined()
    expect(userIdError('kim_x', '@')).toBeDefined()
    expect(userIdError('a^b', '[^]')).toBeUndefined()
    expect(userIdError('a\\b', '[^]')).toBeDefined()
    expect(userIdError('a-b', '')?.ko).toBe('아이디는 영문자, 숫자만 사용할 수 있습니다.')
  })
})

describe('spec §5: Password: message says 3 to 20 characters with at least one of uppercase, lowercase, digit, special character (!@#$%^&*()_+-=?).', () => {
  const text =
    '비밀번호는 영문 대문자, 영문 소문자, 숫자, 특수문자(!@#$%^&*()_+-=?)를 각각 하나 이상 포함하여 3~20자로 입력해 주세요.'

  test('unlike the check the spec calls faulty, a password with all four kinds passes', () => {
    for (const right of ['Aa1!', 'Warehouse-2026', `Aa1?${'x'.repeat(16)}`, '한글Aa1=']) {
      expect(passwordError(right), right).toBeUndefined()
    }
  })

  test('a password that lacks a kind is rejected with the message', () => {
    for (const wrong of ['aa1!', 'AA1!', 'Aab!', 'Aa12', 'Aa1~', 'Aa1 ']) {
      expect(passwordError(wrong)?.ko, wrong).toBe(text)
    }
  })

  test('a password shorter than 3 or longer than 20 is rejected with the message', () => {
    expect(passwordError('')?.ko).toBe(text)
    expect(passwordError('A1')?.ko).toBe(text)
    expect(passwordError(`Aa1?${'x'.repeat(17)}`)?.ko).toBe(text)
  })

  test('each listed special character counts and no other keyboard symbol does', () => {
    const listed = '!@#$%^&*()_+-=?'
    const keyboard = Array.from({ length: 95 }, (_, at) => String.fromCodePoint(32 + at))
    const signs = keyboard.filter((sign) => !/[A-Za-z0-9]/.test(sign))
    const taken = signs.filter((sign) => passwordError(`Aa1${sign}`) === undefined)
    expect(taken.toSorted()).toEqual(Array.from(listed).toSorted())
  })

  test('three characters never have four kinds', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 3, maxLength: 3, unit: 'grapheme-ascii' }), (three) => {
        expect(passwordError(three)).toBeDefined()
      }),
    )
  })
})

describe('a new password', () => {
  const mixed = passwordError('')?.ko ?? ''

  test('has at least 12 characters of any kind', () => {
    for (const short of ['Dock-204', 'Dock_2041!a', 'eleven sign']) {
      expect(newPasswordError(short, 'kim')?.ko, short).toContain(mixed)
    }
    for (const long of [
      'twelve signs',
      '셀에서 셀로 옮기는 말',
      `A1!${'sixty signs '.repeat(5)}`,
    ]) {
      expect(newPasswordError(long, 'kim'), long).toBeUndefined()
    }
  })

  test('fails if it is easy to guess, regardless of its kinds', () => {
    const easy = [
      'Kim.K-Kim.K-1!',
      'Aaaa1111!!!!',
      'Warehouse-2026!',
      'Password1234!@#$',
      'qwertyuiopasdfg',
      'Abcdefgh1234!',
      'Poiuytrewq0987',
    ]
    for (const password of easy) {
      expect(newPasswordError(password, 'kim.k')?.ko, password).toContain('추측하기 쉬운')
    }
  })
})

test('a requested user ID has 3 to 50 permitted characters', () => {
  expect(newUserIdError('lee')).toBeUndefined()
  expect(newUserIdError('l'.repeat(50))).toBeUndefined()
  expect(newUserIdError('le')?.ko).toContain('3~50자')
  expect(newUserIdError('l'.repeat(51))?.ko).toContain('3~50자')
  expect(newUserIdError('lee!')?.ko).toContain('특수문자(_ - .)')
})
