import type { Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import { leaveAll } from '#tests/e2e/close-all.ts'
import { WalkFloor, type WalkArguments } from '#tests/e2e/walk-floor.ts'
import { screens } from '#tests/support/all-screens.ts'
import { rotatingSample } from '#tests/support/suite.ts'
import { logInTo } from './signed-in.ts'
import { openShell, type ShellPage } from '#tests/ui/shell/shell-page.ts'
import { readPageAsText } from './page-as-text.ts'
import { prepareWalk } from '#tests/e2e/walk-preparations.ts'
import { screenTitle } from '#tests/support/labels.ts'

let shell: ShellPage
let floor: WalkFloor
let user: KeyboardUser
/** Requests waiting for a response while the server is slow. */
let held: (() => void)[] | undefined
let underWay = 0

async function passRoute(route: Route): Promise<void> {
  underWay += 1
  if (held) await new Promise<void>((response) => held?.push(response))
  try {
    const response = await route.fetch()
    await route.fulfill({ response })
  } catch {
    // The page aborted the request.
  }
  underWay -= 1
}

beforeAll(async () => {
  shell = await openShell()
  const { site } = shell
  floor = new WalkFloor(site, await site.login('admin'), await site.login('second'))
  user = await logInTo(shell.base, async ({ page }) => {
    await page.route(/\/api\/(?!events)/, passRoute)
  })
})
afterAll(async () => {
  await user.close()
  await shell.close()
})

/** Waits until all requests are complete, the page is rendered and no new request follows. */
async function waitUntilQuiet(): Promise<void> {
  for (let quiet = 0; quiet < 4; quiet = underWay > 0 ? 0 : quiet + 1) {
    await user.page.evaluate(
      () => new Promise((drawn) => setTimeout(() => requestAnimationFrame(drawn), 60)),
    )
  }
}

interface Case {
  readonly title: string
  /** Screens to open first. The last one is active. */
  readonly on?: readonly (readonly [title: string, route: string])[]
  /** Screen whose test data is created before each run. */
  readonly screen?: keyof typeof screens
  /** Key names, or text after a quotation mark. {NAME} is replaced with a value of that data. */
  readonly keys: readonly string[]
}

const owners = [screenTitle('Owner'), 'Owner'] as const
const zones = [screenTitle('Zone'), 'Zone'] as const
const stock = [screenTitle('InventoryByLot'), 'InventoryByLot'] as const

const cases: readonly Case[] = [
  {
    title: 'the menu asked for while a page opens',
    keys: ['Control+k', `"${screenTitle('Owner')}`, 'Enter', 'Alt+m', '"존관'],
  },
  {
    title: 'the menu asked for after keys for the page',
    keys: [
      'Control+k',
      `"${screenTitle('Owner')}`,
      'Enter',
      'Alt+s',
      '"QQ',
      'Alt+m',
      `"${screenTitle('Zone')}`,
      'Enter',
      'Alt+s',
      '"RR',
    ],
  },
  {
    title: 'the command line asked for after keys for the page',
    keys: ['Control+k', `"${screenTitle('Owner')}`, 'Enter', 'Alt+s', '"QQ', 'Control+k', '"존관'],
  },
  {
    title: 'the list of warehouses asked for while a page opens',
    keys: ['Control+k', `"${screenTitle('Owner')}`, 'Enter', 'Alt+0'],
  },
  {
    title: 'the help asked for while a page opens',
    keys: ['Control+k', `"${screenTitle('Owner')}`, 'Enter', 'F1', '"저장'],
  },
  {
    title: 'a station asked for, and the command line at once',
    keys: ['Control+k', `"${screenTitle('ShippedCheck')}`, 'Enter', 'Control+k', '"존관'],
  },
  {
    title: 'an upload asked for, and the menu at once',
    keys: ['Control+k', '"ㅇㄱㅇㅅ', 'Enter', 'Alt+m', '"존관'],
  },
  {
    title: 'an upload and its first fields',
    keys: ['Control+k', '"ㅇㄱㅇㅅ', 'Enter', '"HANBIT', 'Tab', '"20261120', 'Tab'],
  },
  {
    title: 'a search from its fields, and on among the rows',
    on: [owners],
    keys: ['Alt+s', '"HAN', 'F8', 'ArrowRight', '"NAME', 'Enter'],
  },
  {
    title: 'a search from its fields, and the command line at once',
    on: [owners],
    keys: ['Alt+s', '"HAN', 'Enter', 'Control+k', '">USB 스캐너 연결'],
  },
  {
    title: 'a value help opened, typed into and answered',
    on: [stock],
    keys: ['Alt+s', 'F4', '"HANBIT', 'Enter', 'Tab', '"PL'],
  },
  {
    title: 'a value help in a grid, and the next cell',
    on: [[screenTitle('Cell'), 'Cell']],
    keys: ['Alt+g', 'Insert', '"NEW-1', 'Tab', 'F4', '"A', 'Enter', 'Tab', 'Tab'],
  },
  {
    title: 'a code that is none, and the value help it leads to',
    on: [stock],
    keys: ['Alt+s', '"HANB', 'Enter', 'ArrowDown', 'Enter', 'Tab', '"PL'],
  },
  {
    title: 'a window that asks the server first',
    keys: ['Control+k', '">백업 계획', 'Enter', 'Tab', '"12'],
  },
  {
    title: 'saved views, and the name of a new one',
    on: [zones],
    keys: ['Alt+g', 'Alt+Shift+v', '"지금'],
  },
  {
    title: 'a report side by side, and the rows of one of its cells',
    screen: 'InventorySummary',
    keys: [
      'Control+k',
      '"InventorySummary STOCK_CD={STOCK_CD}',
      'Enter',
      'Alt+Shift+x',
      'Enter',
      'End',
      'Enter',
    ],
  },
  {
    title: 'a save, another row and a save',
    on: [owners],
    screen: 'Zone',
    keys: [
      'Alt+g',
      'Control+Home',
      'ArrowRight',
      '"{ZONE_CD}a',
      'Enter',
      'Control+s',
      '"{ZONE_CD}b',
      'Enter',
      'Control+s',
    ],
  },
  {
    title: 'a save, and another screen',
    on: [zones],
    screen: 'Zone',
    keys: [
      'Alt+g',
      'Control+Home',
      'ArrowRight',
      'ArrowRight',
      '"{ZONE_CD}c',
      'Enter',
      'Control+s',
      'Control+k',
      `"${screenTitle('Owner')}`,
      'Enter',
      'ArrowDown',
    ],
  },
  {
    title: 'tabs, rows and a search',
    on: [owners, zones],
    keys: [
      'Alt+PageUp',
      'Alt+g',
      'ArrowDown',
      'Alt+PageDown',
      'Alt+g',
      'ArrowDown',
      'Alt+2',
      'Alt+s',
      '"QQ',
    ],
  },
  {
    title: 'a station: a document, its goods and the end of it',
    screen: 'ShippedCheck',
    keys: [
      'Control+k',
      `"${screenTitle('ShippedCheck')}`,
      'Enter',
      '"{SHIPMENT_NO}',
      'Enter',
      '"{STOCK_CD}',
      'Enter',
      'Control+s',
    ],
  },
]

/**
 * Presses the keys. Either waits for the page after each key, or sends all keys before any
 * response.
 */
async function press(keys: readonly string[], isAhead: boolean): Promise<void> {
  for (const key of keys) {
    if (key.startsWith('"')) await user.type(key.slice(1))
    else await user.press(key)
    // Users pause briefly between keys, unlike a scanner.
    if (isAhead) await user.page.waitForTimeout(40)
    else await waitUntilQuiet()
  }
}

/** Runs a case. Returns a function that reads the resulting page. */
async function runCase(
  { on = [], screen: needed, keys }: Case,
  isAhead: boolean,
): Promise<() => Promise<string[]>> {
  await leaveAll(user)
  const screen = needed && screens[needed]
  const found: WalkArguments = (screen ? await prepareWalk(floor, screen) : undefined) ?? {}
  for (const [title, route] of on) await user.open(title, route)
  await waitUntilQuiet()
  if (isAhead) held = []
  const filled = keys.map((key) => key.replace(/\{(\w+)\}/, (_, name: string) => found[name] ?? ''))
  await press(filled, isAhead)
  const answers = held ?? []
  held = undefined
  for (const answer of answers) answer()
  await waitUntilQuiet()
  return async () => {
    const words = await readPageAsText(user.page)
    // Masks names that differ between runs, and save times.
    return words.map((text) =>
      Object.values(found)
        .reduce((all, name) => all.replaceAll(name, '·'), text)
        .replaceAll(/\d\d:\d\d:\d\d/g, ''),
    )
  }
}

test.each(rotatingSample('slow server', cases, 5).map((run) => [run.title, run] as const))(
  '%s: typing ahead of a slow server gives the same result as waiting',
  async (_, run) => {
    const withDelays = await (await runCase(run, false))()
    // A gap between two pages can be longer than the idle time `waitUntilQuiet` waits for.
    await expect.poll(await runCase(run, true)).toEqual(withDelays)
  },
)

test('no page throws an uncaught error', () => {
  expect(user.complaints).toEqual([])
})
