import type { Page } from 'playwright-core'
import { openBench } from './grid-bench.ts'
import { measurePageMemory } from './page-memory.ts'

/** Times of one grid, in milliseconds unless noted. */
export interface GridFigures {
  readonly first: number
  readonly all: number
  readonly loadTask: number
  readonly sort: number
  readonly sortPainted: number
  readonly filter: number
  readonly filterPainted: number
  readonly footer: number
  readonly clear: number
  readonly clearPainted: number
  readonly workTask: number
  /**
   * Time to group by two columns, and the longest page task during grouping. NaN if unsupported.
   */
  readonly group: number
  readonly groupTask: number
  readonly scrollP99: number
  /** Number of frames without visible text among 60 scroll jumps. NaN without a canvas. */
  readonly blankFrames: number
  /** Longest page task while selecting all by keyboard and copying. */
  readonly keysTask: number
  readonly megabytes: number
  /** Number of moves that focused a wrong row, summed over several grid sizes. Only for our grid. */
  readonly missedRows?: number
}

type Timed = Omit<
  GridFigures,
  'megabytes' | 'keysTask' | 'blankFrames' | 'missedRows' | 'group' | 'groupTask'
>

const repeats = 3

export async function measureGridPage(page: Page): Promise<GridFigures> {
  await openBench(page)
  await page.waitForTimeout(2000)
  const loaded = await page.evaluate(timeLoad)
  const after = await measurePageMemory(page)
  const worked = await page.evaluate(timeWork, repeats)
  const grouped = await page.evaluate(timeGroups, repeats)
  const scrollP99 = await page.evaluate(timeScroll)
  const end = await measurePageMemory(page)
  const blankFrames = await page.evaluate(countBlank)
  const keysTask = await timeKeys(page)
  return {
    ...loaded,
    ...worked,
    ...grouped,
    scrollP99,
    blankFrames,
    keysTask,
    megabytes: Math.max(after, end) / 1e6,
  }
}

async function timeLoad(): Promise<Pick<Timed, 'first' | 'all' | 'loadTask'>> {
  const tasks: number[] = []
  const seen = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  })
  seen.observe({ type: 'longtask' })
  const { bench } = window
  if (!bench) throw new Error('no bench')
  // Start in a separate task. Otherwise the synchronous work of the grid would not be measured.
  await new Promise((resolve) => setTimeout(resolve, 100))
  const { firstMs, allMs } = await bench.load()
  await new Promise((resolve) => setTimeout(resolve, 300))
  seen.disconnect()
  return { first: firstMs, all: allMs, loadTask: Math.max(0, ...tasks) }
}

async function timeWork(
  times: number,
): Promise<Omit<Timed, 'first' | 'all' | 'loadTask' | 'scrollP99'>> {
  const { bench } = window
  if (!bench) throw new Error('no bench')
  const tasks: number[] = []
  const seen = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  })
  seen.observe({ type: 'longtask' })
  const figures: Record<string, number[]> = {}
  const recordTime = async (name: string, work: () => Promise<unknown>) => {
    const started = performance.now()
    await work()
    const painted = performance.now() - started
    ;(figures[name] ??= []).push(bench.resultMs())
    ;(figures[`${name}Painted`] ??= []).push(painted)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  for (let run = 0; run < times; run++) {
    await recordTime('other', () => bench.sort('LOT', 'asc'))
    await recordTime('sort', () => bench.sort('ITEM_NM', 'asc'))
    await recordTime('filter', () => bench.filter('ITEM_NM', '비타민'))
    await recordTime('clear', () => bench.filter('ITEM_NM', ''))
    await recordTime('footer', () => bench.footerSum('QTY'))
  }
  seen.disconnect()
  const median = (name: string) => {
    const sorted = (figures[name] ?? []).toSorted((a, b) => a - b)
    return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  }
  return {
    sort: median('sort'),
    sortPainted: median('sortPainted'),
    filter: median('filter'),
    filterPainted: median('filterPainted'),
    footer: median('footer'),
    clear: median('clear'),
    clearPainted: median('clearPainted'),
    workTask: Math.max(0, ...tasks),
  }
}

async function timeGroups(times: number): Promise<Pick<GridFigures, 'group' | 'groupTask'>> {
  const { bench } = window
  if (!bench?.group) return { group: Number.NaN, groupTask: Number.NaN }
  const tasks: number[] = []
  const seen = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  })
  const took: number[] = []
  for (let run = 0; run < times; run++) {
    seen.observe({ type: 'longtask' })
    await bench.group(run % 2 === 0 ? ['OWNER', 'ZONE'] : ['ZONE', 'OWNER'])
    took.push(bench.resultMs())
    await new Promise((resolve) => setTimeout(resolve, 100))
    seen.disconnect()
    await bench.group([])
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const group = took.toSorted((a, b) => a - b)[Math.floor(took.length / 2)] ?? Number.NaN
  return { group, groupTask: Math.max(0, ...tasks) }
}

/**
 * 99th percentile of the time between frames, over 300 frames of 2,400 pixels each from the top.
 */
async function timeScroll(): Promise<number> {
  const scroller = window.bench?.scroller()
  if (!scroller) return Number.NaN
  scroller.scrollTo({ top: 0, behavior: 'instant' })
  await new Promise((resolve) => setTimeout(resolve, 500))
  const gaps: number[] = []
  await new Promise<void>((resolve) => {
    let last = 0
    const step = (now: number): void => {
      if (last > 0) gaps.push(now - last)
      last = now
      if (gaps.length === 300) return resolve()
      scroller.scrollTop += 2400
      requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })
  return gaps.toSorted((a, b) => a - b)[296] ?? Number.NaN
}

/** Inspects the middle of the canvas after each of 60 jumps of 2,400 pixels. */
async function countBlank(): Promise<number> {
  const scroller = window.bench?.scroller()
  const canvas = document.querySelector('canvas')
  const ink = canvas?.getContext('2d')
  if (!scroller || !canvas || !ink) return Number.NaN
  let blank = 0
  for (let frame = 0; frame < 60; frame++) {
    scroller.scrollTop += 2400
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    const { data } = ink.getImageData(100, Math.floor(canvas.height / 2), 300, 60)
    if (data.every((value, index) => value === data[index % 4])) blank++
  }
  return blank
}

/**
 * Moves to rows of a page with `rows` rows and counts wrong targets, where another row is active or
 * the row is outside the grid. Rows are numbered from 1 in their ID column.
 */
export async function countMissedRows(page: Page, rows: number): Promise<number> {
  await openBench(page)
  await page.evaluate(() => window.bench?.load())
  await page.locator('[data-zone=grid] textarea').first().focus()
  let missed = 0
  for (const row of [rows - 1, 0, Math.floor(rows / 2), Math.min(rows - 1, 9), rows - 2]) {
    const read = await page.evaluate(async (at) => {
      await window.bench?.focusCell('ID', at)
      return window.bench?.readCell('ID', at)
    }, row)
    const isThere = await page
      .waitForFunction(isPointedAt, row, { timeout: 10_000 })
      .then(() => true)
      .catch(() => false)
    if (!isThere || read !== (row + 1).toLocaleString('en-US')) missed++
  }
  return missed
}

/** Whether `aria-activedescendant` is this row and its cell is inside the grid. */
function isPointedAt(row: number): boolean {
  const sink = document.querySelector<HTMLElement>('[data-zone=grid] textarea')
  const cell = document.getElementById(sink?.getAttribute('aria-activedescendant') ?? '')
  const box = sink?.closest('.grid-root')?.getBoundingClientRect()
  const place = sink?.getBoundingClientRect()
  const isInside = box && place && place.top > box.top && place.bottom <= box.bottom
  return Number(cell?.parentElement?.ariaRowIndex) - 2 === row && isInside === true
}

async function timeKeys(page: Page): Promise<number> {
  const sink = page.locator('[data-zone=grid] textarea').first()
  if ((await sink.count()) === 0) return Number.NaN
  await page.evaluate(() => {
    const tasks: number[] = []
    Reflect.set(window, 'keyTasks', tasks)
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration)
    }).observe({ type: 'longtask' })
  })
  await sink.focus()
  for (const key of ['Control+Home', 'Control+Shift+End', 'Control+a', 'Control+c']) {
    await page.keyboard.press(key)
    await page.waitForTimeout(1000)
  }
  return page.evaluate(() => {
    const tasks: unknown = Reflect.get(window, 'keyTasks')
    return Math.max(0, ...(Array.isArray(tasks) ? tasks.map(Number) : []))
  })
}
