import { breath } from '#ui/grid/many/background.ts'

/** Longest stretch of work between two chances for the page to draw and to take keys. */
const SLICE_MS = 12

export interface ChunkOptions {
  readonly signal?: AbortSignal | undefined
  /** Called after every slice with the number of items done. */
  readonly onProgress?: ((done: number) => void) | undefined
}

/**
 * Does `work` for every item in slices short enough for the page to stay alive. `flush` is given
 * what a slice made. Throws the signal's reason when the user cancels between two slices.
 */
export async function inSlices<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => R,
  flush: (made: R[]) => void,
  options: ChunkOptions = {},
): Promise<void> {
  let made: R[] = []
  let until = performance.now() + SLICE_MS
  for (const [index, item] of items.entries()) {
    made.push(work(item, index))
    // Reading the clock costs more than most items do; every 32nd is often enough.
    if (index % 32 !== 31 || performance.now() < until) continue
    flush(made)
    made = []
    options.onProgress?.(index + 1)
    await breath()
    options.signal?.throwIfAborted()
    until = performance.now() + SLICE_MS
  }
  flush(made)
  options.onProgress?.(items.length)
}
