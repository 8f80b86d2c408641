import { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import { makeFigure, type Figure } from './machine.ts'
import { measurePageMemory } from './page-memory.ts'

/** Times measured in the page, in milliseconds from the key that opens it. */
interface Opened {
  readonly firstRows: number
  readonly allRows: number
  readonly rows: number
  readonly longestTask: number
}

/**
 * Measures the stock list as users open it: first rows painted, all rows loaded, and the longest
 * task of the page in between.
 */
export async function measureStockScreen(url: string, runs = 3): Promise<Figure[]> {
  const user = await KeyboardUser.open(url)
  user.page.setDefaultTimeout(120_000)
  await user.logIn()
  await user.open('존관리', 'Zone')
  const opened: Opened[] = []
  for (let run = 0; run < runs; run += 1) {
    opened.push(await timeOpening(user))
    if (run < runs - 1) await user.press('Alt+w')
  }
  // The worker that reads the rows is released a second after the last one.
  await user.page.waitForTimeout(3000)
  const bytes = await measurePageMemory(user.page)
  const tasks = opened.map(({ longestTask }) => Math.round(longestTask))
  console.log(
    `  stock list on its screen: ${opened[0]?.rows} rows, ${Math.round(bytes / 1e6)} MB in page ` +
      `and workers, longest task while they come ${Math.max(...tasks)} ms`,
  )
  await user.close()
  return [
    makeFigure(
      'stock list on its screen: first rows painted',
      300,
      opened.map(({ firstRows }) => firstRows),
    ),
    makeFigure(
      'stock list on its screen: all rows there',
      15_000,
      opened.map(({ allRows }) => allRows),
    ),
  ]
}

async function timeOpening(user: KeyboardUser): Promise<Opened> {
  await user.palette('로트별 재고', 'InventoryByLot')
  await user.page.evaluate(() => {
    const onKeyDown = (event: KeyboardEvent): void =>
      void Reflect.set(window, 'enterMs', event.timeStamp)
    addEventListener('keydown', onKeyDown, { capture: true, once: true })
  })
  const opened = user.page.evaluate(watchRows)
  await user.press('Enter')
  return opened
}

function watchRows(): Promise<Opened> {
  const tasks: number[] = []
  const seen = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  })
  seen.observe({ type: 'longtask' })
  const msSinceEnter = (): number => performance.now() - Number(Reflect.get(window, 'enterMs'))
  return new Promise((resolve) => {
    let firstRows = 0
    const checkFrame = (): void => {
      const line = document.querySelector('.status-line')?.textContent ?? ''
      const rows = Number(/행 1 \/ ([\d,]+)/.exec(line)?.[1]?.replaceAll(',', '') ?? 0)
      const isThere =
        line.includes('InventoryByLot') &&
        document.querySelector('[data-panel][data-active] canvas') !== null &&
        rows > 0
      if (isThere && firstRows === 0) firstRows = msSinceEnter()
      const isComing = document.querySelector('[data-panel][data-active] .stream-line') !== null
      if (!isThere || isComing) return void requestAnimationFrame(checkFrame)
      const allRows = msSinceEnter()
      // Include work triggered by the last rows.
      setTimeout(() => {
        seen.disconnect()
        resolve({ firstRows, allRows, rows, longestTask: Math.max(0, ...tasks) })
      }, 500)
    }
    checkFrame()
  })
}
