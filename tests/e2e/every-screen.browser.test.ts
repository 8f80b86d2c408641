import { afterAll, beforeAll, expect, test } from 'vitest'
import { allEntries } from '#areas/menu-map.ts'
import { rotatingSample } from '#tests/support/suite.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'
import { clearDrawnText, readDrawnTexts, recordDrawnText } from './drawn-text.ts'
import { KeyboardUser } from './keyboard-user.ts'

let server: ServerProcess
let user: KeyboardUser
const answers: string[] = []
const pending = new Set<unknown>()

beforeAll(async () => {
  server = await startServer()
  user = await KeyboardUser.open(server.url, { serviceWorkers: 'block' })
  const { page } = user
  await recordDrawnText(page)
  page.on('request', (request) => {
    if (!request.url().includes('/api/events')) pending.add(request)
  })
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  page.on('response', (response) => {
    if (response.status() >= 400) answers.push(`${response.status()} ${response.url()}`)
  })
  page.on('console', (message) => {
    if (message.type() === 'error') answers.push(message.text())
  })
  await user.logIn()
  // Ignore the login page's request for a session, which fails because none exists yet.
  answers.splice(0)
})
afterAll(async () => {
  await user.close()
  await server.discard()
})

/** Waits until no request is pending in two consecutive frames. */
async function waitUntilSettled(): Promise<void> {
  const nextFrame = () => user.page.evaluate(() => new Promise(requestAnimationFrame))
  await expect
    .poll(async () => {
      await nextFrame()
      const before = pending.size
      await nextFrame()
      return before + pending.size
    })
    .toBe(0)
}

/** A number, document number or title that cannot be read to its end. */
async function findUnreadable(): Promise<string[]> {
  const { page } = user
  const drawn = (await readDrawnTexts(page)).filter(({ text, isHeader }) => {
    const isCode = /^(?=.*\d)[A-Z0-9-]{4,}…$/.test(text)
    const isRaw = /^(?:undefined|null|NaN|\[object.*)$/.test(text)
    return /^#+$/.test(text) || (isHeader && text.includes('…')) || isCode || isRaw
  })
  const footers = await page.locator('.panel[data-active] .grid-footer-mark').allTextContents()
  return [...new Set([...drawn.map(({ text }) => text), ...footers.map((mark) => `Σ ${mark}`)])]
}

const looks = [
  { language: 'ko', theme: 'dark', width: 1280 },
  { language: 'ko', theme: 'light', width: 1600 },
  { language: 'en', theme: 'light', width: 1280 },
  { language: 'en', theme: 'dark', width: 1600 },
] as const

type Appearance = (typeof looks)[number]

/** Opens a screen in one language, theme and size, and searches. */
async function expectOpens(path: string, abbr: string, { language, theme, width }: Appearance) {
  const { page } = user
  await page.setViewportSize({ width, height: 800 })
  await page.evaluate(
    ([chosen, colours]) => {
      localStorage.setItem('wms.language', chosen)
      localStorage.setItem('wms.theme', colours)
    },
    [language, theme] as const,
  )
  await page.goto(`${server.url}${path}?mid=${abbr}`)
  await page.locator('.panel[data-active]').waitFor()
  await waitUntilSettled()
  await user.press('F8')
  await waitUntilSettled()
  await clearDrawnText(page)
  // Draws everything again at its final widths.
  await page.setViewportSize({ width, height: 801 })
  await waitUntilSettled()
}

/** Popups open in a window. Pages for visitors and the error page do not open in a tab. */
const pages = allEntries.filter(({ path }) => !/^\/(?:pop|login|error)\b/.test(path))
const screens = rotatingSample('screens opened in every look', pages, 19)

test.each(screens.map(({ route, path, abbr }) => [route, path, abbr] as const))(
  'the screen %s shows titles, numbers and sums to their end in every look, without errors',
  async (_, path, abbr) => {
    const seen: string[] = []
    for (const look of looks) {
      await expectOpens(path, abbr, look)
      for (const text of await findUnreadable())
        seen.push(`${look.language} ${look.theme} ${look.width}: ${text}`)
    }
    expect(seen).toEqual([])
    expect(answers.splice(0)).toEqual([])
    expect(user.complaints.splice(0)).toEqual([])
  },
  60_000,
)
