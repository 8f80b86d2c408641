import { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import { createSearchIndex, type SearchEntry } from '#ui/palette/search-index.ts'
import { realEntries } from '#tests/ui/palette/real-menu.ts'
import { figure, type Figure } from './machine.ts'

const entryCount = 100_000
const budgetMs = 16
const rowsShown = 50

const goods = ['비타민', '세라믹 필터', '방청 스프레이', '임플란트', '선크림', '프로틴', '마스크팩']
const kinds = ['대용량', '리필', '선물세트', '샘플', '2입', '특가']

function nameOf(index: number, number: number): string {
  return `${goods[index % goods.length]} ${kinds[index % kinds.length]} ${number}호`
}

/** The real menu, filled up with items to the size of a large site. */
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

/** From a key press to the list it means, over 100,000 entries: 20 presses after a warm-up. */
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
 * From a key press to the painted list, in the product itself with 100,000 entries in its command
 * line. The browser paints without waiting for the beat of a display, which alone is up to 17 ms.
 */
export async function measurePaintedPalette(url: string): Promise<readonly Figure[]> {
  const user = await KeyboardUser.open(url, ['--disable-frame-rate-limit', '--disable-gpu-vsync'])
  try {
    await giveMacros(user)
    await user.logIn()
    const held = await openPalette(user)
    await watchPaints(user)
    await typeLetters(user)
    const times = await typeLetters(user)
    return [figure(`palette: letter to painted list, ${held} entries`, budgetMs, times)]
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

/** A hundred thousand macros take the page a few seconds to read and to index. */
const patienceMs = 30_000

/** How many entries the command line holds, once the macros are among them. */
async function openPalette(user: KeyboardUser): Promise<number> {
  for (const since = performance.now(); performance.now() - since < patienceMs;) {
    await user.press('Control+k')
    const foot = await user.page.locator('.palette-count').textContent()
    const held = Number(/[/] (\d+)/.exec(foot ?? '')?.[1])
    if (held > entryCount / 2) return held
    await user.press('Escape')
  }
  throw new Error('the macros of the user have not come')
}

/** Notes for each letter how long the page took to the end of the frame that shows its list. */
async function watchPaints({ page }: KeyboardUser): Promise<void> {
  await page.evaluate(() => {
    const paints: number[] = []
    Reflect.set(window, 'paints', paints)
    const after = new MessageChannel()
    let pressed = 0
    // A message posted in a frame is handled once the frame has been painted.
    after.port1.addEventListener('message', () => paints.push(performance.now() - pressed))
    after.port1.start()
    addEventListener('keydown', (event) => (pressed = event.timeStamp), { capture: true })
    addEventListener('input', () => requestAnimationFrame(() => after.port2.postMessage(0)))
  })
}

async function typeLetters({ page }: KeyboardUser): Promise<number[]> {
  const cdp = await page.context().newCDPSession(page)
  const times: number[] = []
  for (const word of typedWords) {
    for (const letter of word) {
      const before = await page.evaluate(() => (Reflect.get(window, 'paints') as number[]).length)
      const key = { key: letter, code: 'KeyA', windowsVirtualKeyCode: 65 }
      await cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', text: letter, ...key })
      await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key })
      const taken = await page.waitForFunction(
        (known) => (Reflect.get(window, 'paints') as number[])[known],
        before,
      )
      times.push(Number(await taken.jsonValue()))
      // As fast as a quick hand: what is drawn beneath the lines in sight is part of the cost.
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
    await page.locator('[cmdk-input]').fill('')
  }
  return times
}
