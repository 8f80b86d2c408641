import process from 'node:process'

/**
 * `short` is `npm test`, `full` is `npm run test:all`. Undefined if vitest is run directly, which
 * finds every file and samples like `npm test`.
 */
const suite = process.env['SUITE']

/**
 * Whether every test runs on both stores, with all cases of each sweep and soak tests at full
 * length.
 */
export const isFullSuite = suite === 'full'

/** Whether only the files selected by `npm test` run. See `tests/README.md`. */
export const isShortSuite = suite === 'short'

/** Iterations of a soak test: `full`, or a tenth of that in the short suite. */
export function soakSize(full: number, short = Math.ceil(full / 10)): number {
  return isFullSuite ? full : short
}

const dayMs = 24 * 60 * 60_000

/** Determines what a rotating sample contains. Changes daily, and `SUITE_SEED` repeats a sample. */
const seed = Number(process.env['SUITE_SEED'] ?? Math.floor(Date.now() / dayMs))

/**
 * One of `parts` parts in the short suite, which changes daily; all items in the full suite. Prints
 * the seed. `weigh` balances the parts by weight.
 */
export function rotatingSample<T>(
  name: string,
  items: readonly T[],
  parts: number,
  weigh: (item: T) => number = () => 1,
): readonly T[] {
  if (isFullSuite) return items
  const turn = seed % parts
  console.log(`${name}: part ${turn + 1} of ${parts}; SUITE_SEED=${seed} repeats it`)
  const split = Array.from({ length: parts }, () => ({ weight: 0, items: [] as T[] }))
  for (const item of items.toSorted((a, b) => weigh(b) - weigh(a))) {
    const lightest = split.reduce((a, b) => (b.weight < a.weight ? b : a))
    lightest.weight += weigh(item)
    lightest.items.push(item)
  }
  return split[turn]?.items ?? []
}
