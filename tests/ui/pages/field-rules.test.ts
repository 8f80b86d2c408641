// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { companyPhone } from '#kernel/contact-text.ts'
import { date, quantity, text, type Field } from '#kernel/field.ts'
import { resolveColumn } from '#kernel/screen.ts'
import { rowReader } from '#kernel/sheet-mapping.ts'
import { validateRow } from '#kernel/validate-row.ts'
import { readText } from '#ui/forms/draft-text.ts'
import { parseInput } from '#ui/grid/columns/cell-input.ts'
import { gridColumn } from '#ui/page/rows/grid-columns.ts'
import { testLabel } from '#tests/support/labels.ts'

const name = testLabel('Value')
const refused = 'refused'

/** All ways a text enters a field: a form, a grid cell, a sheet and a request. */
const ways: Readonly<Record<string, (field: Field, typed: string) => unknown>> = {
  'typed into a form': (field, typed) => {
    const reading = readText(field, typed)
    return 'error' in reading ? refused : reading.value
  },
  'typed into a cell': (field, typed) => {
    const column = resolveColumn('test', { A: field }, { field: 'A', editable: true })
    const result = parseInput(gridColumn(column, true), typed)
    return result.ok ? result.value : refused
  },
  'read from a sheet': (field, typed) => {
    const read = rowReader({ A: field }, { A: 'A' })
    const { row, errors } = read({ row: 2, cells: [typed] })
    return errors.length > 0 ? refused : row['A']
  },
  'sent by a program': (field, typed) => {
    const { row, errors } = validateRow({ A: field }, { A: typed }, () => undefined)
    return errors.length > 0 ? refused : row['A']
  },
}

describe.each(Object.entries(ways))('input %s', (_, enter) => {
  test('typed text becomes upper case where the field requires it', () => {
    expect(enter(text(name, { upperCase: true }), 'a-01')).toBe('A-01')
  })

  test('zero becomes empty only where the field requires it', () => {
    const perBox = quantity(name, { min: 0.001, zeroToEmpty: true })
    expect(enter(perBox, '0')).toBeNull()
    expect(enter(perBox, '0.000')).toBeNull()
    expect(enter(perBox, '12')).toBe(12)
    expect(enter(quantity(name), '0')).toBe(0)
  })

  test('a number must be within the limits of the field', () => {
    const days = quantity(name, { min: 1, max: 3650 })
    expect(enter(days, '0')).toBe(refused)
    expect(enter(days, '3,651')).toBe(refused)
    expect(enter(days, '3650')).toBe(3650)
    expect(enter(quantity(name, { min: -5 }), '-5')).toBe(-5)
  })

  test('a date must have a plausible year', () => {
    const until = date(name)
    expect(enter(until, '11230315')).toBe(refused)
    expect(enter(until, '22000101')).toBe(refused)
    expect(enter(until, '20270315')).toBe('20270315')
    expect(enter(until, '99991231')).toBe('99991231')
  })

  test('wide characters count double only where the field requires it', () => {
    const bytes = text(name, { maxLength: 10, wide: 'double' })
    expect(enter(bytes, '물류창고AB')).toBe('물류창고AB')
    expect(enter(bytes, '물류창고ABC')).toBe(refused)
    expect(enter(text(name, { maxLength: 10 }), '물류창고물류창고AB')).toBe('물류창고물류창고AB')
  })

  test('a text must match the pattern of the field, and blank text is empty', () => {
    const phone = text(name, { pattern: companyPhone })
    expect(enter(phone, '02-0000-1001')).toBe('02-0000-1001')
    expect(enter(phone, '010-1234-5678')).toBe('010-1234-5678')
    expect(enter(phone, 'abc')).toBe(refused)
    expect(enter(phone, '0212345678')).toBe(refused)
    expect(enter(phone, ' ')).toBeNull()
  })

  test('a text must have the minimum length of the field unless it is empty', () => {
    const short = text(name, { minLength: 3 })
    expect(enter(short, '물류창')).toBe('물류창')
    expect(enter(short, '물류')).toBe(refused)
    expect(enter(short, '')).toBeNull()
  })

  test('the length of a text is counted in characters, not in code units', () => {
    expect(enter(text(name, { maxLength: 3 }), '👍👍👍')).toBe('👍👍👍')
  })
})
