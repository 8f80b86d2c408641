import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ContextValues } from '#kernel/context-keys.ts'
import {
  areMutuallyExclusive,
  evaluate,
  implies,
  collectKeys,
  parseWhen,
  WhenError,
  type When,
} from '#kernel/when.ts'

function isTrue(text: string, context: ContextValues): boolean {
  return evaluate(parseWhen(text), context)
}

function areDisjoint(a: string, b: string): boolean {
  return areMutuallyExclusive(parseWhen(a), parseWhen(b))
}

function doesImply(a: string, b: string): boolean {
  return implies(parseWhen(a), parseWhen(b))
}

describe('evaluation', () => {
  test('a condition on a receipt row holds only while the grid has focus and nothing is edited', () => {
    const when = 'grid && row.receipt && !editing'
    expect(isTrue(when, { grid: true, 'row.receipt': true })).toBe(true)
    expect(isTrue(when, { grid: true, 'row.receipt': true, editing: true })).toBe(false)
    expect(isTrue(when, { grid: true, 'row.shipment': true })).toBe(false)
  })

  test('the and operator binds more tightly than or, and parentheses override that', () => {
    const context = { dirty: true, grid: false, editing: true }
    expect(isTrue('dirty || grid && !editing', context)).toBe(true)
    expect(isTrue('(dirty || grid) && !editing', context)).toBe(false)
  })

  test('a text key compares with or without quotes, and a missing key is empty text', () => {
    expect(isTrue('screen == InventoryMove', { screen: 'InventoryMove' })).toBe(true)
    expect(isTrue("screen == 'inv/InventoryMove'", { screen: 'inv/InventoryMove' })).toBe(true)
    expect(isTrue('screen != InventoryMove', {})).toBe(true)
    expect(isTrue("screen == ''", {})).toBe(true)
  })

  test('the condition always holds in every context', () => {
    expect(isTrue('always', {})).toBe(true)
    expect(collectKeys(parseWhen('always'))).toEqual([])
  })
})

describe('parsing', () => {
  test.each([
    ['grid &&', 'a context key is missing'],
    ['(grid', 'parenthesis'],
    ['grid row.stock', 'not expected'],
    ['gird', 'not a declared context key'],
    ['rows.receipt', 'not a declared context key'],
    ['row.', 'not a declared context key'],
    ['zone', 'compare it'],
    ['grid == yes', 'without =='],
    ['zone == griid', 'is one of grid, form'],
    ['grid & form', 'cannot be read'],
    ['', 'a context key is missing'],
    ['toString', 'not a declared context key'],
  ])('%j is rejected with a reason', (text, reason) => {
    expect(() => parseWhen(text)).toThrow(WhenError)
    expect(() => parseWhen(text)).toThrow(reason)
  })

  test('the keys of a condition are listed once each', () => {
    const when = parseWhen("grid && (can.save || screen == 'x') && !grid")
    expect(collectKeys(when)).toEqual(['grid', 'can.save', 'screen'])
  })
})

describe('disjointness and implication', () => {
  test.each([
    ['editing', '!editing'],
    ['screen == Alloc', 'screen == Picking'],
    ['screen == Alloc', 'screen != Alloc'],
    ['row.receipt', 'row.shipment'],
    ['grid', 'form'],
    ['grid', 'zone == menu'],
    ['detail', 'zone == search'],
    ['commandMode', 'editing'],
    ['zone == grid', '!grid'],
    ['(grid || form) && !dirty', 'dirty || zone == tabs && paletteOpen && !paletteOpen'],
    ['!(grid || editing)', 'grid'],
  ])('%j and %j never hold together', (a, b) => {
    expect(areDisjoint(a, b)).toBe(true)
    expect(areDisjoint(b, a)).toBe(true)
  })

  test.each([
    ['always', 'grid'],
    ['can.save', 'can.delete'],
    ['screen != Alloc', 'screen != Picking'],
    ['grid', 'editing'],
    ['grid || form', 'form || dirty'],
  ])('%j and %j can hold together', (a, b) => {
    expect(areDisjoint(a, b)).toBe(false)
  })

  test.each([
    ['grid && row.receipt', 'grid', true],
    ['commandMode', 'grid', true],
    ['screen == Alloc', 'screen != Picking', true],
    ['detail || commandMode', 'zone == grid', true],
    ['always', 'grid', false],
    ['grid || form', 'grid', false],
    ['grid', 'grid && editing', false],
  ])('%j implies %j: %s', (a, b, expected) => {
    expect(doesImply(a, b)).toBe(expected)
  })
})

/** Conditions over keys without declared implications, so every context is possible. */
const leaves = fc.oneof(
  fc.constantFrom('dirty', 'hasRows', 'can.save').map((key): When => ({ op: 'key', key })),
  fc
    .constantFrom('Alloc', 'Picking')
    .map((value): When => ({ op: 'equals', key: 'screen', value })),
)
const { when: anyWhen } = fc.letrec<{ when: When }>((tie) => ({
  when: fc.oneof(
    { maxDepth: 3 },
    leaves,
    tie('when').map((of): When => ({ op: 'not', of })),
    fc.tuple(tie('when'), tie('when')).map((all): When => ({ op: 'and', all })),
    fc.tuple(tie('when'), tie('when')).map((any): When => ({ op: 'or', any })),
  ),
}))
const anyContext = fc.record({
  dirty: fc.boolean(),
  hasRows: fc.boolean(),
  'can.save': fc.boolean(),
  screen: fc.constantFrom('Alloc', 'Picking', 'Cell'),
})

test('two conditions proven disjoint never hold in the same context', () => {
  fc.assert(
    fc.property(anyWhen, anyWhen, anyContext, (a, b, context) => {
      if (areMutuallyExclusive(a, b))
        expect(evaluate(a, context) && evaluate(b, context)).toBe(false)
    }),
  )
})

test('a condition proven to imply another holds only where the other does', () => {
  fc.assert(
    fc.property(anyWhen, anyWhen, anyContext, (a, b, context) => {
      if (implies(a, b) && evaluate(a, context)) expect(evaluate(b, context)).toBe(true)
    }),
  )
})

test('a condition and its negation are always proven disjoint', () => {
  fc.assert(
    fc.property(anyWhen, (when) => {
      expect(areMutuallyExclusive(when, { op: 'not', of: when })).toBe(true)
    }),
  )
})
