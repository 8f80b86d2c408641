import type { Page } from 'playwright-core'
import type { CellValue } from '#ui/grid/columns/column.ts'

/** Milliseconds from the request to rows on the screen, and to all of them. */
export interface BenchLoad {
  readonly firstMs: number
  readonly allMs: number
}

/** Grid operations for an external benchmark. Each promise resolves after the result is painted. */
export interface GridBench {
  load(): Promise<BenchLoad>
  sort(column: string, direction: 'asc' | 'desc'): Promise<void>
  filter(column: string, text: string): Promise<void>
  footerSum(column: string): Promise<CellValue>
  /** Groups by these columns, nested and collapsed. An empty list removes the grouping. */
  group?(columns: readonly string[]): Promise<void>
  scrollTo(px: number): Promise<void>
  focusCell(column: string, row: number): Promise<void>
  readCell(column: string, row: number): Promise<string>
  scroller(): Element | null
  /** Milliseconds until the last result was known, without waiting for frames. */
  resultMs(): number
}

declare global {
  interface Window {
    bench?: GridBench
  }
}

/**
 * Waits for the grid of the page, which is ours or a peer. Drives ours through the same interface.
 */
export async function openBench(page: Page): Promise<void> {
  const isReady = () => window.bench !== undefined || window.drivenGrid !== undefined
  await page.waitForFunction(isReady, undefined, { timeout: 300_000 })
  await page.evaluate(`(${String(driveGrid)})(${String(waitForNextPaint)})`)
}

function waitForNextPaint(): Promise<void> {
  return new Promise((resolve) => {
    const channel = new MessageChannel()
    channel.port1.onmessage = () => {
      channel.port1.close()
      resolve()
    }
    // The first frame passes the change to the component, the second draws the canvas.
    requestAnimationFrame(() => requestAnimationFrame(() => channel.port2.postMessage(null)))
  })
}

/** Runs in the page, which has neither imports nor other functions of this file. */
function driveGrid(painted: typeof waitForNextPaint): void {
  const screen = window.drivenGrid
  if (!screen || window.bench) return
  const model = screen.grid
  let resultMs = 0
  const waitUntilShown = async (started = performance.now()) => {
    await model.settled()
    resultMs = performance.now() - started
    await painted()
  }
  const timeWork = async (work: () => void) => {
    const started = performance.now()
    work()
    await waitUntilShown(started)
  }
  const getColumn = (id: string) => {
    const column = model.column(id)
    if (!column) throw new Error(`no column ${id}`)
    return column
  }
  window.bench = {
    load: async () => {
      const started = performance.now()
      let firstMs = 0
      const isLoaded = await screen.load(() => {
        void painted().then(() => {
          firstMs = performance.now() - started
        })
      })
      if (!isLoaded) throw new Error('rows were not loaded')
      await waitUntilShown()
      return { firstMs, allMs: performance.now() - started }
    },
    sort: (column, direction) =>
      timeWork(() => model.sort([{ column: getColumn(column).id, direction }])),
    filter: (column, text) =>
      timeWork(() => {
        const condition = {
          column: getColumn(column).id,
          operator: 'Like',
          values: [text],
        } as const
        model.filter(text === '' ? [] : [condition])
      }),
    footerSum: async (column) => {
      await timeWork(() => {
        // Clear cached sums to measure a fresh calculation.
        model.forgetSums()
        model.footerValue(getColumn(column).id)
      })
      return model.footerValue(column)
    },
    group: (columns) =>
      timeWork(() => {
        const keys = columns.map((column) => ({ column: getColumn(column).id }))
        model.group(keys.length > 0 ? { keys, openLevels: 0, turned: new Set() } : null)
      }),
    scrollTo: async (px) => {
      screen.scroller()?.scrollTo({ top: px, behavior: 'instant' })
      await waitUntilShown()
    },
    focusCell: async (column, row) => {
      model.setCurrent(row, getColumn(column).id)
      await waitUntilShown()
    },
    readCell: async (column, row) => {
      // Reading a row that is not loaded requests it.
      model.text(row, getColumn(column))
      await waitUntilShown()
      return model.text(row, getColumn(column))
    },
    scroller: () => screen.scroller(),
    resultMs: () => resultMs,
  }
}
