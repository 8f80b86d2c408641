import { breath } from '#ui/grid/background.ts'
import type { GridModel } from '#ui/grid/grid-model.ts'
import { inventoryBatch } from './grid-template-rows.ts'

/** Rows made between two looks at the keyboard: a few milliseconds of work. */
const BATCH_ROWS = 16_384

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

/** Fills a model with so many rows of inventory, as columns, without holding the page up. */
export async function loadInventory(
  model: GridModel,
  count: number,
  signal: AbortSignal,
): Promise<void> {
  model.setData([])
  await model.expectRows(count)
  for (let first = 0; first < count && !signal.aborted; first += BATCH_ROWS) {
    model.appendBatch(inventoryBatch(first, Math.min(BATCH_ROWS, count - first)))
    if (first === 0) model.setCurrent(0)
    await breath()
  }
}
