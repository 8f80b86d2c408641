import { describe, expect, test } from 'vitest'

import { requiredColumnErrors } from '#kernel/required-columns.ts'
import { requiredErrors } from '#kernel/required.ts'
import { label } from '#kernel/label.ts'

const owner = label('화주', 'Owner')
const qty = label('수량', 'Quantity')
const form = [
  { name: 'QTY', label: qty },
  { name: 'REMARK', label: label('비고', 'Remark') },
  { name: 'OWNER_CD', label: owner },
]

describe('spec §5: Required field: missing if empty; number 0 and text 0 count as filled. Message MSG000012 with the field title.', () => {
  test('an empty field is named by its title', () => {
    const [error, ...more] = requiredErrors(form, { QTY: 1, REMARK: 'x', OWNER_CD: '' })
    expect(error).toMatchObject({
      code: 'MSG000012',
      ko: '화주 항목은 필수 입력입니다.',
      en: 'Owner is required.',
    })
    expect(more).toEqual([])
  })

  test('zero counts as filled, as a number and as text', () => {
    for (const zero of [0, '0']) {
      expect(requiredErrors(form, { QTY: zero, REMARK: 'x', OWNER_CD: 'A' })).toEqual([])
    }
  })

  test('missing fields are reported in the order of the form', () => {
    const errors = requiredErrors(form, { QTY: null, REMARK: 'x', OWNER_CD: ' ' })
    expect(errors.map(({ ko }) => ko)).toEqual([
      '수량 항목은 필수 입력입니다.',
      '화주 항목은 필수 입력입니다.',
    ])
  })
})

describe('spec §5: Grid required-column checks (all rows or checked rows) list the row number and the names of empty columns.', () => {
  const columns = [
    { name: 'OWNER_CD', label: owner },
    { name: 'QTY', label: qty },
  ]
  const rows = [
    { OWNER_CD: 'A', QTY: 0, AG_CHECK: 'Y' },
    { OWNER_CD: '', QTY: null, AG_CHECK: 'N' },
    { OWNER_CD: 'B', QTY: '', AG_CHECK: 'Y' },
    { OWNER_CD: null, QTY: 1, AG_CHECK: 'Y', BATCH_FLAG: 'D' },
  ]

  test('every row with empty columns is reported with its number and those columns', () => {
    const errors = requiredColumnErrors(rows, columns)
    expect(errors.map(({ message }) => [message.code, message.ko, message.en])).toEqual([
      ['MSG000012', '2행 화주, 수량 항목은 필수 입력입니다.', 'Row 2 Owner, Quantity is required.'],
      ['MSG000012', '3행 수량 항목은 필수 입력입니다.', 'Row 3 Quantity is required.'],
    ])
    expect(errors.map(({ index, columns: empty }) => [index, empty])).toEqual([
      [1, ['OWNER_CD', 'QTY']],
      [2, ['QTY']],
    ])
  })

  test('a check limited to checked rows skips the other rows', () => {
    const errors = requiredColumnErrors(rows, columns, { which: 'checked' })
    expect(errors.map(({ message }) => message.ko)).toEqual(['3행 수량 항목은 필수 입력입니다.'])
  })

  test('a row with its own number is reported by that number', () => {
    const [error] = requiredColumnErrors([{ NO: 12, OWNER_CD: 'A' }], columns)
    expect(error?.message.ko).toBe('12행 수량 항목은 필수 입력입니다.')
  })

  test('an error in a document line names the document', () => {
    const [error] = requiredColumnErrors([{ OWNER_CD: 'A' }], columns, { document: 'R-1' })
    expect([error?.message.ko, error?.message.en]).toEqual([
      'R-1 1행 수량 항목은 필수 입력입니다.',
      'R-1 row 1 Quantity is required.',
    ])
  })

  test('a row marked for deletion and a complete row cause no errors', () => {
    expect(requiredColumnErrors([rows[0] ?? {}, rows[3] ?? {}], columns)).toEqual([])
  })
})
