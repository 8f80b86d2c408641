import { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import { makeFigure, type Figure } from './machine.ts'

const presses = 20
/** The result of a key must appear before the delay is noticeable. */
const budgetMs = 50
const typingBudgetMs = 16

/**
 * Measures from a key press to the frame that shows its effect, for the most used keys of a screen.
 */
export async function measureKeys(url: string): Promise<Figure[]> {
  const user = await KeyboardUser.open(url)
  try {
    await user.logIn()
    await user.open('셀관리', 'Cell')
    await user.expectText(/행 1 \/ [1-9]/)
    await user.press('Alt+g', 'Control+Home', 'ArrowRight')
    await watch(user)
    const down = await measureTimes(user, () => user.press('ArrowDown'))
    const right = await measureTimes(user, () => user.press('ArrowRight'), 6)
    const page = await measureTimes(user, () => user.press('PageDown'), 6)
    const add = await measureTimes(user, () => user.press('Insert'))
    const undo = await measureTimes(user, () => user.press('Control+z'))
    await user.open('존관리', 'Zone')
    await user.expectText(/행 1 \/ [1-9]/)
    const tab = await measureTimes(user, () => user.press('Alt+PageUp'))
    const opened: number[] = []
    for (let run = 0; run < presses; run += 1) {
      opened.push(...(await measureTimes(user, () => user.press('Control+k'), 1)))
      await user.page.locator('[cmdk-input]').waitFor()
      await user.press('Escape')
      await user.page.locator('[cmdk-input]').waitFor({ state: 'detached' })
    }
    await user.press('Control+k')
    await user.page.locator('[cmdk-input]').waitFor()
    const letters = 'wofhemdwjdrjatnvlzld'.split('')
    const palette = await measureTimes(user, (at) => user.press(letters[at] ?? 'w'), letters.length)
    await user.press('Escape')
    return [
      makeFigure('grid: arrow down to paint', budgetMs, down),
      makeFigure('grid: arrow right to paint', budgetMs, right),
      makeFigure('grid: page down to paint', budgetMs, page),
      makeFigure('grid: add a row to paint', budgetMs, add),
      makeFigure('grid: undo to paint', budgetMs, undo),
      makeFigure('next tab to paint', budgetMs, tab),
      makeFigure('palette: Ctrl+K to painted line', budgetMs, opened),
      makeFigure('palette: letter to painted list, this site', typingBudgetMs, palette),
    ]
  } finally {
    await user.close()
  }
}

async function watch(user: KeyboardUser): Promise<void> {
  await user.page.evaluate(() => {
    const frames: number[] = []
    Reflect.set(window, 'keyFrames', frames)
    const after = new MessageChannel()
    let pressed = 0
    // A message posted in a frame is handled after the frame is painted.
    after.port1.addEventListener('message', () => frames.push(performance.now() - pressed))
    after.port1.start()
    const onKeyDown = (event: KeyboardEvent): void => {
      if (['Control', 'Alt', 'Shift'].includes(event.key)) return
      pressed = event.timeStamp
      requestAnimationFrame(() => after.port2.postMessage(0))
    }
    addEventListener('keydown', onKeyDown, { capture: true })
  })
}

async function measureTimes(
  user: KeyboardUser,
  press: (at: number) => Promise<void>,
  count = presses,
): Promise<number[]> {
  const found: number[] = []
  for (let index = 0; index < count; index += 1) {
    const before = await user.page.evaluate(() => Reflect.get(window, 'keyFrames').length as number)
    await press(index)
    const taken = await user.page.waitForFunction(
      (known) => (Reflect.get(window, 'keyFrames') as number[])[known],
      before,
    )
    found.push(Number(await taken.jsonValue()))
  }
  return found
}
