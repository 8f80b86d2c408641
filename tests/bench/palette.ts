import type { CDPSession } from 'playwright-core'
import { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import { createSearchIndex, type SearchEntry } from '#ui/command-line/search-index.ts'
import { realEntries } from '#tests/ui/palette/real-menu.ts'
import { figure, type Figure } from './machine.ts'

const entryCount = 5_000
const budgetMs = 16
const rowsShown = 50

const goods = ['비타민', '세라믹 필터', '방청 스프레이', '임플란트', '선크림', '프로틴', '마스크팩']
const kinds = ['대용량', '리필', '선물세트', '샘플', '2입', '특가']

function nameOf(index: number, number: number): string {
  return `${goods[index % goods.length]} ${kinds[index % kinds.length]} ${number}호`
}

/** The real menu, filled up with items to the size of the largest site. */
function largeSite(): readonly SearchEntry[] {
  const items = Array.from(
    { length: entryCount - realEntries.length },
    (_, index): SearchEntry => ({
      id: `item:${index}`,
      group: 'screen',
      ko: nameOf(index, index % 997),
      en: `Item ${index}`,
      codes: [`SKU${String(index).padStart(7, '0')}`],
    }),
  )
  return [...realEntries, ...items]
}

/** Twenty key presses as a palette gets them: initials, the wrong layout, codes, words, typos. */
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

/** From a key press to the list it means, over 5,000 entries: 20 presses after a warm-up. */
export function measurePalette(): readonly Figure[] {
  const index = createSearchIndex(largeSite())
  const time = (typed: string): number => {
    const started = performance.now()
    index.search(typed, { limit: rowsShown })
    return performance.now() - started
  }
  for (const typed of presses) time(typed)
  return [figure(`palette: key press over ${index.size} entries`, budgetMs, presses.map(time))]
}

/** Words typed letter by letter: Hangul, the wrong layout, codes, typing errors. */
const typedWords = [
  '비타민 샘플 12',
  'worhdlehd',
  'recieving',
  'ㅈㄱㅇㄷ',
  'item',
  '선크림',
] as const

/**
 * From a key press to the painted list, in the product itself with 5,000 entries in its command
 * line, then with its menu alone, and in a page that does nothing but draw as many lines, which is
 * the share of the machine and its browser: from the moment the browser took the key to the
 * presentation of the frame that shows the list, as the browser's own event timing has them, which
 * the page gets rounded to 8 ms. The browser paints without waiting for the beat of a display, which
 * alone is up to 17 ms.
 */
export async function measurePaintedPalette(url: string): Promise<readonly Figure[]> {
  return [
    await measureLetters(url, async (user) => {
      await giveMacros(user)
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

/** An input, what is typed into it, and so many lines that say so, too. */
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

/** The keys on the page that `open` has made ready, which answers what it is. */
async function measureLetters(
  url: string,
  open: (user: KeyboardUser) => Promise<string>,
): Promise<Figure> {
  const user = await KeyboardUser.open(url, {
    browserArgs: ['--disable-frame-rate-limit', '--disable-gpu-vsync'],
    serviceWorkers: 'block',
  })
  try {
    const what = await open(user)
    await user.page.locator('[cmdk-input]').focus()
    await watchFrames(user)
    await typeLetters(user)
    const times = await presentations(user, () => typeLetters(user))
    return figure(`palette: letter to painted list, ${what}`, budgetMs, times)
  } finally {
    await user.close()
  }
}

/** A user with so many macros: what the command line holds beside the menu and the commands. */
async function giveMacros({ page }: KeyboardUser): Promise<void> {
  await page.route('**/api/setting/load', async (route) => {
    const response = await route.fetch()
    const json = (await response.json()) as { data: object }
    const macros = Array.from({ length: entryCount - realEntries.length }, (_, index) => {
      return { name: nameOf(index, index), steps: [] }
    })
    await route.fulfill({ response, json: { ...json, data: { ...json.data, macros } } })
  })
}

/** Thousands of macros take the page a moment to read and to index. */
const patienceMs = 30_000

/** How many entries the command line holds, once they are more than so many. */
async function openPalette(user: KeyboardUser, most: number): Promise<number> {
  for (const since = performance.now(); performance.now() - since < patienceMs;) {
    await user.press('Control+k')
    const foot = await user.page.locator('.palette-count').textContent()
    const held = Number(/[/] (\d+)/.exec(foot ?? '')?.[1])
    if (held > most) return held
    await user.press('Escape')
  }
  throw new Error('the macros of the user have not come')
}

/** A letter's frame: resolves once it is there, with whether it shows what that letter has found. */
const NEXT_FRAME = 'nextListFrame'

/**
 * Listens for the frame after each letter. It is not asked for frame by frame, which would keep the
 * browser drawing beside what is timed.
 */
async function watchFrames({ page }: KeyboardUser): Promise<void> {
  await page.evaluate((name) => {
    const input = document.querySelector<HTMLInputElement>('[cmdk-input]')
    // It is drawn by the list's own commit, so that one is there with the other.
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

/** As fast as a quick hand: what is done after a list is painted is part of the next one's cost. */
const betweenLettersMs = 60

/** A hand holds a key longer than a list takes, so that nothing is asked of a browser that paints. */
const heldMs = 30

/** Types the words and deletes each one again; returns how many keys that took. */
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
      await strike(cdp, { key: letter, code: 'KeyA', windowsVirtualKeyCode: 65, text: letter })
      if (!(await frame.evaluate(({ shown }) => shown))) {
        throw new Error('a frame was painted before its list was there')
      }
      await pause(betweenLettersMs - heldMs)
    }
    // One press of Delete over the whole of it, which somebody has selected before.
    await input.selectText()
    await pause(betweenLettersMs)
    await strike(cdp, { key: 'Delete', code: 'Delete', windowsVirtualKeyCode: 46 })
    await pause(betweenLettersMs - heldMs)
  }
  return typedWords.reduce((sum, word) => sum + word.length + 1, 0)
}

interface Key {
  readonly key: string
  readonly code: string
  readonly windowsVirtualKeyCode: number
  /** What it types; nothing for a key that only does something. */
  readonly text?: string
}

/** Presses a key and lets it go when a hand would. */
async function strike(cdp: CDPSession, { text = '', ...key }: Key): Promise<void> {
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', text, ...key })
  await pause(heldMs)
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key })
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** One record of the browser's trace; of a handled event it says when its frame was presented. */
interface TraceRecord {
  readonly name?: string
  readonly ph?: string
  readonly args?: { readonly data?: { readonly type?: string; readonly duration?: number } }
}

/** What a key pressed took to the frame that followed it; nothing for any other record. */
function keyDuration({ name, ph, args }: TraceRecord): number[] {
  const { type, duration } = args?.data ?? {}
  const isKey = name === 'EventTiming' && ph === 'b' && type === 'keydown'
  return isKey && duration !== undefined ? [duration] : []
}

/** How long each key that `typing` presses took to the frame that followed it, in milliseconds. */
async function presentations(
  { page }: KeyboardUser,
  typing: () => Promise<number>,
): Promise<number[]> {
  const browser = page.context().browser()
  if (!browser) throw new Error('the browser is gone')
  const cdp = await browser.newBrowserCDPSession()
  const times: number[] = []
  cdp.on('Tracing.dataCollected', ({ value }: { value: readonly object[] }) => {
    times.push(...value.flatMap(keyDuration))
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
