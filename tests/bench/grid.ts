import { setTimeout as pause } from 'node:timers/promises'
import { launchChromium } from '#tests/support/chromium.ts'
import { testCluster } from '#tests/support/postgres.ts'
import { startServer } from '#tests/support/server-process.ts'
import { measureGridPage, countMissedRows, type GridFigures } from './grid-page.ts'
import { servePage } from './served-page.ts'
import { TimedUser } from './timed-user.ts'

const rows = 1_000_000
/** Other grids, set up by their documentation and filled with rows from our own server. */
const peers = ['ag-grid', 'revogrid', 'tanstack'] as const

const lines: readonly (readonly [keyof GridFigures, string, number, number?])[] = [
  ['first', 'first rows painted', 300],
  ['all', 'all rows there', 8000, 4000],
  ['loadTask', 'longest task of the page meanwhile', 50],
  ['sort', 'sort by Korean name', 250],
  ['sortPainted', '… painted', 250],
  ['filter', 'filter contains', 80],
  ['filterPainted', '… painted', 80],
  ['clear', 'filter cleared', 20],
  ['clearPainted', '… painted', 50],
  ['footer', 'footer sum', 10],
  ['workTask', 'longest task of the page meanwhile', 50],
  ['group', 'grouped by two columns', 500],
  ['groupTask', 'longest task of the page meanwhile', 50],
  ['scrollP99', 'scroll by 2,400 px, 99th percentile', 17],
  ['blankFrames', 'frames without ink, of 60', 0],
  ['missedRows', 'rows missed of 20 gone to, 10 to 10,000,000', 0],
  ['keysTask', 'longest task: select all by keys, copy', 100],
  ['megabytes', 'page and workers, MB', 120],
]

/** Grid sizes of the row test. Beyond 1,375,000 rows a browser cannot scroll the full height. */
const sizesGoneThrough = [10, 1_190_000, 1_390_000, 10_000_000] as const

const patienceMs = 400_000

export async function measureGrids(requests: readonly string[]): Promise<void> {
  const isAsked = (name: string) => requests.length === 0 || requests.includes(name)
  const results = new Map<string, GridFigures>()
  const measure = async (name: string, figures: () => Promise<GridFigures>) => {
    if (!isAsked(name)) return
    try {
      results.set(name, await figures())
    } catch (error) {
      console.log(`${name} did not come through: ${String(error)}`)
    }
  }
  const embedded = await startServer()
  try {
    await measure('embedded', () => measureOurs(embedded.url))
    for (const peer of peers) await measure(peer, () => measurePeer(peer, embedded.url))
  } finally {
    await embedded.discard()
  }
  const cluster = isAsked('postgres') ? await testCluster() : undefined
  if (cluster) {
    const server = await startServer({ env: { DATABASE_URL: cluster.url } })
    try {
      await measure('postgres', () => measureOurs(server.url))
    } finally {
      await server.discard()
      await cluster.stop()
    }
  }
  print(results)
}

async function measureOurs(url: string): Promise<GridFigures> {
  const user = await TimedUser.login(url)
  // Warms up the store's statements and the server's code, as on a normal day.
  await (await user.arrow('system/grid-bench', { ROWS: 20_000 })).arrayBuffer()
  const signIn = async (page: OpenedPage) => {
    await page.goto(url)
    const [name = '', value = ''] = user.cookie.split('=')
    await page.context().addCookies([{ name, value, url }])
  }
  const figures = await withPage(async (page) => {
    await signIn(page)
    await page.goto(`${url}/z-dev/template/grid?mid=ZGRD&rows=${rows}&bench=1`)
    return measureGridPage(page)
  })
  let missed = 0
  for (const size of sizesGoneThrough) {
    missed += await withPage(async (page) => {
      await signIn(page)
      await page.goto(`${url}/z-dev/template/grid?mid=ZGRD&rows=${size}&bench=1`)
      return countMissedRows(page, size)
    })
  }
  return { ...figures, missedRows: missed }
}

async function measurePeer(peer: string, url: string): Promise<GridFigures> {
  const user = await TimedUser.login(url)
  const served = await servePage('peers', () => user.arrow('system/grid-bench', { ROWS: rows }))
  try {
    return await withPage(async (page) => {
      await page.goto(`${served.url}/?grid=${peer}`)
      return measureGridPage(page)
    })
  } finally {
    await served.close()
  }
}

type OpenedPage = Awaited<ReturnType<Awaited<ReturnType<typeof launchChromium>>['newPage']>>

/** A separate browser for each grid, to exclude the memory of the others. */
async function withPage<T>(work: (page: OpenedPage) => Promise<T>): Promise<T> {
  const browser = await launchChromium()
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'ko-KR' })
    page.setDefaultTimeout(patienceMs)
    page.on('pageerror', (error) => console.log(`page: ${error.message}`))
    return await Promise.race([work(page), failAfterPatience()])
  } finally {
    await browser.close()
  }
}

async function failAfterPatience(): Promise<never> {
  await pause(patienceMs, undefined, { ref: false })
  throw new Error(`not through after ${patienceMs / 1000} s`)
}

function print(results: ReadonlyMap<string, GridFigures>): void {
  const ours = results.get('postgres') ?? results.get('embedded')
  const others = peers.flatMap((name) => results.get(name) ?? [])
  const names = [...results.keys()]
  const padCell = (text: string) => text.padStart(12)
  console.log(
    `\n${rows.toLocaleString('en-US')} rows × 12 columns, milliseconds; ratio: best of the others / ours`,
  )
  console.log(['what'.padEnd(44), ...[...names, 'budget', 'ratio'].map(padCell)].join(''))
  for (const [key, title, budget, serverBudget] of lines) {
    const known = others.flatMap((figures) => figures[key] ?? []).filter(Number.isFinite)
    const figures = names.map((name) => padCell(figureText(results.get(name)?.[key])))
    const limit = serverBudget === undefined ? String(budget) : `${budget}/${serverBudget}`
    const own = ours?.[key]
    const isCompared = own !== undefined && known.length > 0
    const ratio = isCompared ? (Math.min(...known) / Math.max(1, own)).toFixed(1) : '–'
    console.log([title.padEnd(44), ...figures, padCell(limit), padCell(ratio)].join(''))
  }
}

function figureText(figure: number | undefined): string {
  return figure === undefined || Number.isNaN(figure) ? '–' : figure.toFixed(0)
}
