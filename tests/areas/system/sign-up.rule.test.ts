import { describe, expect, test } from 'vitest'

import { newPasswordError, specifiedPasswordText } from '#areas/system/rules/password.ts'
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

describe('a new password', () => {
  test('has at least 12 characters of any kind', () => {
    for (const short of ['Dock-204', 'Dock_2041!a', 'eleven sign']) {
      expect(newPasswordError(short, 'kim')?.ko, short).toContain(specifiedPasswordText.ko)
    }
    for (const long of [
      'twelve signs',
      '셀에서 셀로 옮기는 말',
      `A1!${'sixty signs '.repeat(10)}`,
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
