import { changedAreas } from '#tests/support/changed-files.ts'
import { isFullSuite, rotatingSample } from '#tests/support/suite.ts'

const parts = 3

let changed: ReturnType<typeof changedAreas> | undefined

/**
 * Operations of a sweep over a boundary. The short suite runs a third, which changes daily, and all
 * operations of areas that changed since the merge base. It runs all operations if server or kernel
 * changed.
 */
export function sampledOperations<T>(
  sweep: string,
  items: readonly T[],
  operationName: (item: T) => string,
): readonly T[] {
  if (isFullSuite) return items
  changed ??= changedAreas()
  if (changed === 'all') return items
  const areas: ReadonlySet<string | undefined> = changed
  const sample = new Set(rotatingSample(sweep, items, parts))
  return items.filter((item) => sample.has(item) || areas.has(operationName(item).split('/')[0]))
}
