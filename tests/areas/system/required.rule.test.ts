import { describe, expect, test } from 'vitest'

import { requiredColumnFaults } from '#areas/system/rules/required-columns.ts'
import { requiredFault } from '#areas/system/rules/required.ts'
import { joinMessages } from '#kernel/coded-message.ts'
import { label } from '#kernel/label.ts'

const owner = label('화주', 'Owner')
const qty = label('수량', 'Quantity')

describe('spec §5: Required field: missing if empty; number 0 and text 0 count as filled. Message MSG000012 with the field title. Several messages are joined by line breaks.', () => {
  test('a field left empty is named by its title', () => {
    expect(requiredFault([{ title: owner, value: '' }])).toEqual({
      ko: '화주 항목은 필수 입력입니다.',
      en: 'Owner is required.',
    })
  })

  test('zero is filled, as number and as text', () => {
    const values = [0, '0'].map((value) => ({ title: qty, value }))
    expect(requiredFault(values)).toBeUndefined()
  })

  test('several missing fields are told one below the other, in the order of the form', () => {
    const values = [
      { title: qty, value: null },
      { title: label('비고', 'Remark'), value: 'x' },
      { title: owner, value: ' ' },
    ]
    expect(requiredFault(values)?.ko).toBe(
      '수량 항목은 필수 입력입니다.\n화주 항목은 필수 입력입니다.',
    )
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

  test('every row with an empty column is named with its number and those columns', () => {
    const faults = requiredColumnFaults(rows, columns)
    expect(joinMessages(faults)).toEqual({
      ko: '2행 화주, 수량 항목은 필수 입력입니다.\n3행 수량 항목은 필수 입력입니다.',
      en: 'Row 2 Owner, Quantity is required.\nRow 3 Quantity is required.',
    })
    expect(faults.map((fault) => fault.code)).toEqual(['MSG000012', 'MSG000012'])
  })

  test('asked for checked rows, the check leaves the others alone', () => {
    const faults = requiredColumnFaults(rows, columns, 'checked')
    expect(faults.map((fault) => fault.ko)).toEqual(['3행 수량 항목은 필수 입력입니다.'])
  })

  test('a row that carries its number is named by it', () => {
    const [fault] = requiredColumnFaults([{ NO: 12, OWNER_CD: 'A' }], columns)
    expect(fault?.ko).toBe('12행 수량 항목은 필수 입력입니다.')
  })

  test('a row about to be deleted needs nothing, and full rows make no message', () => {
    expect(requiredColumnFaults([rows[0] ?? {}, rows[3] ?? {}], columns)).toEqual([])
  })
})
