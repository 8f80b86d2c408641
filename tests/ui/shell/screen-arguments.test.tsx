// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { code, date, lookup, type Field } from '#kernel/field.ts'
import type { Column } from '#kernel/screen.ts'
import { screenArguments } from '#ui/app/screen-arguments.ts'
import { parseCommandLine } from '#ui/palette/command-line.ts'

function column(name: string, field: Field): Column {
  return { ...field, name, editable: true, frozen: false, hidden: false }
}
const columns = [
  column('OWNER_CD', lookup({ ko: '화주', en: 'Owner' }, 'owner')),
  column('ZONE_CD', code({ ko: '존', en: 'Zone' })),
  column('VALID_DT', date({ ko: '유통기한', en: 'Expiry' })),
]
/** The arguments of a line whose first word is the screen. */
function read(line: string) {
  const typed = parseCommandLine(line).readings.at(-1)?.arguments ?? []
  return screenArguments(columns, typed)
}

test('a field name, an operator and a value fill the search of the screen', () => {
  expect(read('재고 화주=HANBIT 유통기한<2027-03').args).toEqual({
    OWNER_CD: 'HANBIT',
    VALID_DT: '<20270301',
  })
})

test('a value may stand before its field, as people say it', () => {
  expect(read('재고 A존 유통기한<2027-03-15')).toEqual({
    args: { ZONE_CD: 'A', VALID_DT: '<20270315' },
    text: '존=A 유통기한<20270315',
  })
})

test('a field is known by its English name, its column and the beginning of its name', () => {
  expect(read('재고 owner=A zone_cd=B 유통=20270101').args).toEqual({
    OWNER_CD: 'A',
    ZONE_CD: 'B',
    VALID_DT: '20270101',
  })
})

test('bare values go to the fields that can hold them, each once', () => {
  expect(read('재고 2027-03 HANBIT B').args).toEqual({
    VALID_DT: '20270301',
    OWNER_CD: 'HANBIT',
    ZONE_CD: 'B',
  })
})

test('a range of days keeps both ends', () => {
  expect(read('재고 20270101~20271231').args).toEqual({ VALID_DT: '20270101~20271231' })
})

test('a field the screen does not have fills nothing', () => {
  expect(read('재고 품목그룹=X')).toEqual({ args: {}, text: '' })
})
