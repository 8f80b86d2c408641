import { breath } from '#ui/grid/many/background.ts'
import { maxRowsHeld, streamCall } from '#ui/page/rows/stream-rows.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import type { RowStream, StreamProgress } from '#ui/grid/many/row-stream.ts'
import { querySource } from '#ui/page/rows/query-source.ts'

/** Resolves when what the model holds by now is on the screen. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    // The first frame hands the change to the component, the second one draws the canvas.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        void breath().then(resolve)
      }),
    )
  })
}

interface LoadOptions {
  readonly signal: AbortSignal
  readonly onProgress: (progress: StreamProgress | null) => void
  /** Made beforehand, so that its thread is there when it is needed. */
  readonly stream?: RowStream | undefined
  /** Rows that are not held could not be had. */
  readonly onFailure: (error: unknown) => void
  /** The first rows are in the model. */
  readonly onFirst?: () => void
}

const path = '/api/wms/system/grid-bench'

/** Fills a model with so many rows of the sample inventory, as the server sends them. */
export async function loadInventory(
  model: GridModel,
  count: number,
  { signal, onProgress, onFirst, onFailure, stream }: LoadOptions,
): Promise<void> {
  model.setData([])
  if (count > maxRowsHeld) {
    signal.addEventListener('abort', () => model.closeSource())
    await model.showSource(querySource(path, { SEARCH: { ROWS: count } }, 'ID'), onFailure)
    model.setCurrent(0)
    onFirst?.()
    return
  }
  let isFirst = true
  const show = (progress: StreamProgress) => {
    if (progress.rows > 0 && isFirst) {
      isFirst = false
      model.setCurrent(0)
      onFirst?.()
    }
    onProgress(progress)
  }
  const body = { SEARCH: { ROWS: count } }
  try {
    await streamCall(model, path, body, {
      signal,
      stream,
      onProgress: show,
    })
  } finally {
    onProgress(null)
  }
}
