import { expect, test } from 'vitest'
import { expandCellPattern, type CellPattern } from '#areas/master/rules/cell-pattern.ts'

const patternWith = (extra: Partial<CellPattern> = {}): CellPattern => ({
  pattern: '{AISLE}-{BAY:2}-{LEVEL}',
  aisles: 'A-B',
  bays: '9-10',
  levels: '1,3',
  ...extra,
})

test('cells are named by aisle, then by bay, from the lowest level up', () => {
  expect(expandCellPattern(patternWith())).toEqual({
    cells: ['A-09-1', 'A-09-3', 'A-10-1', 'A-10-3', 'B-09-1', 'B-09-3', 'B-10-1', 'B-10-3'],
  })
})

test.each([
  [{ aisles: '7-9', pattern: '{AISLE:3}{BAY:2}{LEVEL:2}', bays: '1', levels: '1' }, '0070101'],
  [{ aisles: 'c', pattern: 'r{aisle}.{bay}.{level}', bays: '05', levels: '1' }, 'RC.5.1'],
])('%o starts with %s', (more, first) => {
  const expanded = expandCellPattern(patternWith(more))
  expect('cells' in expanded && expanded.cells[0]).toBe(first)
})

test.each([
  [{ pattern: '{AISLE}-{BAY}' }, 'PATTERN'],
  [{ pattern: '{AISLE} {BAY} {LEVEL}' }, 'PATTERN'],
  [{ pattern: '{AISLE}{BAY}{LEVEL}', aisles: '1,11', bays: '1,11', levels: '1' }, 'PATTERN'],
  [{ pattern: 'A-VERY-LONG-NAME-{AISLE}-{BAY}-{LEVEL}' }, 'PATTERN'],
  [{ aisles: 'A-3' }, 'AISLES'],
  [{ aisles: 'C-A' }, 'AISLES'],
  [{ bays: '' }, 'BAYS'],
  [{ bays: '1-3,2' }, 'BAYS'],
  [{ levels: '1;2' }, 'LEVELS'],
  [{ bays: '1-9999' }, 'BAYS'],
] as const)('%o is rejected at %s', (more, error) => {
  expect(expandCellPattern(patternWith(more))).toMatchObject({ error })
})
