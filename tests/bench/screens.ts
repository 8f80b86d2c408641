import { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import { processPassword } from '#tests/support/server-process.ts'
import { pageTexts } from '#tests/support/labels.ts'
import { makeFigure, type Figure } from './machine.ts'

const logins = 5
const openings = 20

/**
 * Measures the time from Enter at login to a page that accepts keys, and from Enter in the palette
 * to a screen.
 */
export async function measureScreens(url: string): Promise<Figure[]> {
  const ready: number[] = []
  for (let run = 0; run < logins; run += 1) {
    const user = await KeyboardUser.open(url)
    await user.page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'id')
    await user.type('admin')
    await user.press('Tab')
    await user.type(processPassword)
    const started = performance.now()
    await user.press('Enter')
    await user.expectText(pageTexts.homeTips)
    ready.push(performance.now() - started)
    await user.close()
  }
  const user = await KeyboardUser.open(url)
  await user.logIn()
  // The first opening loads the screens' code. The budgets apply to later ones.
  await user.open('존관리', 'Zone')
  await user.expectText(/행 1 \/ \d/)
  const opened: number[] = []
  for (let run = 0; run < openings; run += 1) {
    opened.push(await timeOpening(user, 'Zone'))
    await user.expectText(/행 1 \/ \d/)
  }
  await user.close()
  return [
    makeFigure('page ready after login', 1500, ready),
    makeFigure('screen opens from the palette', 150, opened),
  ]
}

async function timeOpening(user: KeyboardUser, route: string): Promise<number> {
  await user.press('Alt+w')
  await user.palette('존관리', route)
  // Start listening before the key press. Otherwise the time would count from the start of the
  // page.
  await user.page.evaluate(() => {
    const onKeyDown = (event: KeyboardEvent): void =>
      void Reflect.set(window, 'enterMs', event.timeStamp)
    addEventListener('keydown', onKeyDown, { capture: true, once: true })
  })
  const painted = user.page.evaluate(
    (name) =>
      new Promise<number>((resolve) => {
        const checkFrame = (): void => {
          const panel = document.querySelector('[data-panel][data-active]')
          const isThere =
            document.querySelector('.status-line')?.textContent.includes(name) &&
            panel?.querySelector('canvas')
          if (!isThere) requestAnimationFrame(checkFrame)
          else {
            requestAnimationFrame(() => {
              resolve(performance.now() - Number(Reflect.get(window, 'enterMs')))
            })
          }
        }
        checkFrame()
      }),
    route,
  )
  await user.press('Enter')
  return painted
}
