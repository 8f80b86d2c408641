import type { CDPSession } from 'playwright-core'
import { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import { createSearchIndex, type SearchEntry } from '#ui/command-line/search-index.ts'
import { realEntries } from '#tests/ui/palette/real-menu.ts'
import { makeFigure, type Figure } from './machine.ts'

const entryCount = 5_000
const budgetMs = 16
const rowsShown = 50

const goods = ['비타민', '세라믹 필터', '방청 스프레이', '임플란트', '선크림', '프로틴', '마스크팩']
const kinds = ['대용량', '리필', '선물세트', '샘플', '2입', '특가']

function getName(index: number, number: number): string {
  return `${goods[index % goods.length]} ${kinds[index % kinds.length]} ${number}호`
}

function createLargeSite(): readonly SearchEntry[] {
  const items = Array.from(
    { length: entryCount - realEntries.length },
    (_, index): SearchEntry => ({
      id: `item:${index}`,
      group: 'screen',
      ko: getName(index, index % 997),
      en: `Item ${index}`,
      codes: [`SKU${String(index).padStart(7, '0')}`],
    }),
  )
  return [...realEntries, ...items]
}

const presses = [
  'ㅈ',
  'ㅈㄱ',
  'ㅈㄱㅇ',
  'ㅈㄱㅇㄷ',
  'w',
  'wo',
  'wor',
  'worh',
  's',
  'sk',
  'sku000',
  'SKU0012345',
  '재',
  '재고 이',
  '비타민 샘플',
  '선크',
  'ㅅㅋㄹ',
  'recieving',
  '재고이둥',
  'qzxqzx',
] as const

/** Measures from a key press to its list over 5,000 entries: 20 key presses after a warm-up. */
export function measurePalette(): readonly Figure[] {
  const index = createSearchIndex(createLargeSite())
  const timeSearch = (typed: string): number => {
    const started = performance.now()
    index.search(typed, { limit: rowsShown })
    return performance.now() - started
  }
  for (const typed of presses) timeSearch(typed)
  return [
    makeFigure(`palette: key press over ${index.size} entries`, budgetMs, presses.map(timeSearch)),
  ]
}

const typedWords = [
  '비타민 샘플 12',
  'worhdlehd',
  'recieving',
  'ㅈㄱㅇㄷ',
  'item',
  '선크림',
] as const

/**
 * Measures from a key press to the painted list: in the product with 5,000 command line entries,
 * with its menu only, and in a bare page that only draws as many lines. The bare page shows the
 * share of the machine and browser. Times run from the key event to the presentation of the frame.
 * They are the browser's own event timings, which a page receives only rounded to 8 ms. The browser
 * paints without waiting for the display's refresh, which takes up to 17 ms.
 */
export async function measurePaintedPalette(url: string): Promise<readonly Figure[]> {
  return [
    await measureLetters(url, async (user) => {
      await mockMacros(user)
      await user.logIn()
      return `${await openPalette(user, entryCount / 2)} entries`
    }),
    await measureLetters(url, async (user) => {
      await user.logIn()
      return `${await openPalette(user, 0)} entries`
    }),
    await measureLetters(url, async (user) => {
      await user.page.goto('about:blank')
      await user.page.evaluate(drawBarePage)
      return 'a bare page'
    }),
  ]
}

function drawBarePage(): void {
  document.body.innerHTML = '<input cmdk-input><p class="palette-mirror"></p><div></div>'
  const input = document.querySelector('input')
  const mirror = document.querySelector('p')
  const lines = Array.from({ length: 14 }, () => document.createElement('p'))
  document.querySelector('div')?.append(...lines)
  input?.addEventListener('input', () => {
    if (mirror) mirror.textContent = input.value
    for (const [place, line] of lines.entries()) {
      line.textContent = `${input.value} 비타민 샘플 ${place}`
    }
  })
}

async function measureLetters(
  url: string,
  open: (user: KeyboardUser) => Promise<string>,
): Promise<Figure> {
  const user = await KeyboardUser.open(url, {
    browserArgs: ['--disable-frame-rate-limit', '--disable-gpu-vsync'],
    serviceWorkers: 'block',
  })
  try {
    const opened = await open(user)
    await user.page.locator('[cmdk-input]').focus()
    await watchFrames(user)
    await typeLetters(user)
    const times = await measureFrames(user, () => typeLetters(user))
    return makeFigure(`palette: letter to painted list, ${opened}`, budgetMs, times)
  } finally {
    await user.close()
  }
}

/** Gives a user many macros, which the command line lists in addition to menu and commands. */
async function mockMacros({ page }: KeyboardUser): Promise<void> {
  await page.route('**/api/setting/load', async (route) => {
    const response = await route.fetch()
    const json = (await response.json()) as { data: object }
    const macros = Array.from({ length: entryCount - realEntries.length }, (_, index) => {
      return { name: getName(index, index), steps: [] }
    })
    await route.fulfill({ response, json: { ...json, data: { ...json.data, macros } } })
  })
}

/** Reading and indexing thousands of macros takes the page a while. */
const patienceMs = 30_000

async function openPalette(user: KeyboardUser, maxRows: number): Promise<number> {
  for (const since = performance.now(); performance.now() - since < patienceMs;) {
    await user.press('Control+k')
    const foot = await user.page.locator('.palette-count').textContent()
    const held = Number(/[/] (\d+)/.exec(foot ?? '')?.[1])
    if (held > maxRows) return held
    await user.press('Escape')
  }
  throw new Error('the macros of the user have not come')
}

/**
 * Global name of a Promise that resolves at the next frame, to true if the frame shows the
 * results for the typed letter.
 */
const NEXT_FRAME = 'nextListFrame'

/**
 * Watches the frame after each letter. Does not request every frame, which would keep the browser
 * drawing during the measurement.
 */
async function watchFrames({ page }: KeyboardUser): Promise<void> {
  await page.evaluate((name) => {
    const input = document.querySelector<HTMLInputElement>('[cmdk-input]')
    // Rendered in the same commit as the list, so both appear together.
    const mirror = document.querySelector('.palette-mirror')
    const awaitFrame = (): void => {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      Reflect.set(window, name, promise)
      input?.addEventListener(
        'input',
        () => requestAnimationFrame(() => resolve(mirror?.textContent === input.value)),
        { once: true },
      )
      void promise.then(() => setTimeout(awaitFrame))
    }
    awaitFrame()
  }, NEXT_FRAME)
}

/** The pace of a fast typist. Work after a list is painted counts toward the next list. */
const betweenLettersMs = 60

/**
 * Time each key is held, in milliseconds. Longer than painting a list takes, so the release does
 * not affect the measurement.
 */
const heldMs = 30

async function typeLetters(user: KeyboardUser): Promise<number> {
  const { page } = user
  const cdp = await page.context().newCDPSession(page)
  const input = page.locator('[cmdk-input]')
  for (const word of typedWords) {
    for (const letter of word) {
      const frame = await page.evaluateHandle(
        (name) => ({ shown: Reflect.get(window, name) as Promise<boolean> }),
        NEXT_FRAME,
      )
      await pressKey(cdp, { key: letter, code: 'KeyA', windowsVirtualKeyCode: 65, text: letter })
      if (!(await frame.evaluate(({ shown }) => shown))) {
        throw new Error('a frame was painted before its list was there')
      }
      await pause(betweenLettersMs - heldMs)
    }
    await input.selectText()
    await pause(betweenLettersMs)
    await pressKey(cdp, { key: 'Delete', code: 'Delete', windowsVirtualKeyCode: 46 })
    await pause(betweenLettersMs - heldMs)
  }
  return typedWords.reduce((sum, word) => sum + word.length + 1, 0)
}

interface Key {
  readonly key: string
  readonly code: string
  readonly windowsVirtualKeyCode: number
  readonly text?: string
}

async function pressKey(cdp: CDPSession, { text = '', ...key }: Key): Promise<void> {
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', text, ...key })
  await pause(heldMs)
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key })
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/**
 * Record of the browser's trace. For a handled event it includes the presentation time of the
 * frame.
 */
interface TraceRecord {
  readonly name?: string
  readonly ph?: string
  readonly args?: { readonly data?: { readonly type?: string; readonly duration?: number } }
}

/** Time from a pressed key to the following frame; empty for other records. */
function keyDurations({ name, ph, args }: TraceRecord): number[] {
  const { type, duration } = args?.data ?? {}
  const isKey = name === 'EventTiming' && ph === 'b' && type === 'keydown'
  return isKey && duration !== undefined ? [duration] : []
}

async function measureFrames(
  { page }: KeyboardUser,
  typing: () => Promise<number>,
): Promise<number[]> {
  const browser = page.context().browser()
  if (!browser) throw new Error('the browser is gone')
  const cdp = await browser.newBrowserCDPSession()
  const times: number[] = []
  cdp.on('Tracing.dataCollected', ({ value }: { value: readonly object[] }) => {
    times.push(...value.flatMap(keyDurations))
  })
  const ended = new Promise<void>((resolve) => cdp.once('Tracing.tracingComplete', () => resolve()))
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline'] },
  })
  const keys = await typing()
  await cdp.send('Tracing.end')
  await ended
  if (times.length !== keys) throw new Error(`${keys} keys, ${times.length} timed`)
  return times
}
