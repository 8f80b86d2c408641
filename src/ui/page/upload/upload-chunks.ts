import { yieldToBrowser } from '#ui/grid/many/worker-client.ts'

/** Maximum time slice in milliseconds before yielding to rendering and input. */
const SLICE_MS = 12

export interface ChunkOptions {
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((done: number) => void) | undefined
}

/**
 * Runs `work` for every item in short slices to keep the page responsive. Calls `flush` with the
 * results of each slice. Throws the signal's reason if cancelled between slices.
 */
export async function runInSlices<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => R,
  flush: (created: R[]) => void,
  options: ChunkOptions = {},
): Promise<void> {
  let created: R[] = []
  let until = performance.now() + SLICE_MS
  for (const [index, item] of items.entries()) {
    created.push(work(item, index))
    // Reading the clock costs more than most items, so read it only every 32nd.
    if (index % 32 !== 31 || performance.now() < until) continue
    flush(created)
    created = []
    options.onProgress?.(index + 1)
    await yieldToBrowser()
    options.signal?.throwIfAborted()
    until = performance.now() + SLICE_MS
  }
  flush(created)
  options.onProgress?.(items.length)
}
