import { expect } from 'vitest'
import type { WireRow } from '#kernel/field.ts'
import { keyName } from '#kernel/summary-key.ts'
import type { Summary } from '#kernel/summary.ts'
import { toComparable, groupRows, expectedMeasure } from './summary-model.ts'

export function expectGroups(
  summary: Summary,
  answers: readonly WireRow[],
  rows: readonly WireRow[],
): void {
  const { keys, measures } = summary
  const groups = groupRows(rows, keys)
  if (keys.length === 0) groups.set('[]', [...rows])
  const named = answers.map((row) => JSON.stringify(keys.map((key) => row[keyName(key)])))
  expect(named.toSorted()).toEqual([...groups.keys()].toSorted())
  for (const [index, name] of named.entries()) {
    const group = groups.get(name) ?? []
    if (group.length === 0) continue
    for (const [column, measure] of Object.entries(measures)) {
      const shown = toComparable(answers[index]?.[column], measure)
      expect([name, column, shown]).toEqual([
        name,
        column,
        expectedMeasure(group, measures, measure, summary.unit),
      ])
    }
  }
}
