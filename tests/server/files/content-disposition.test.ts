import fc from 'fast-check'
import { expect, test } from 'vitest'

import { attachmentHeader, safeFileName } from '#server/files/content-disposition.ts'

test('a Korean file name is sent exactly, with an ASCII fallback', () => {
  expect(attachmentHeader('출고명세서 (1).pdf')).toBe(
    `attachment; filename="_____ (1).pdf"; filename*=UTF-8''%EC%B6%9C%EA%B3%A0%EB%AA%85%EC%84%B8%EC%84%9C%20%281%29.pdf`,
  )
})

test.each([
  ['../../etc/passwd', '_.._etc_passwd'],
  ['a\r\nSet-Cookie: x=1', 'a__Set-Cookie_ x=1'],
  ['CON.csv', '_CON.csv'],
  ['주문".xlsx\0', '주문_.xlsx_'],
  ['\u202Egnp.exe', '_gnp.exe'],
  ['...', 'download'],
  [`${'가'.repeat(300)}.xlsx`, `${'가'.repeat(145)}.xlsx`],
])('%j is saved as %j', (name, expected) => {
  expect(safeFileName(name)).toBe(expected)
})

test('no file name breaks out of the header', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
      expect(attachmentHeader(name)).toMatch(
        /^attachment; filename="[^"\\%]*"; filename\*=UTF-8''[\w%.~!#$&+^`|-]+$/,
      )
      expect(attachmentHeader(name)).toMatch(/^[\x20-\x7e]+$/)
    }),
  )
})
