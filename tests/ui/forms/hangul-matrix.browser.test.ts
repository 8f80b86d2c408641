import type { CDPSession, Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { compose, composingKey, strike } from '#tests/ui/grid/harness.ts'
import { signIn, type SignedIn } from '#tests/ui/keyboard/signed-in.ts'
import { columnTitles, rowPattern } from '#tests/support/labels.ts'
import { waitForRows } from './wait-for-rows.ts'

let signedIn: SignedIn
let hands: { cdp: CDPSession }
let calls: string[] = []

beforeAll(async () => {
  signedIn = await signIn()
  const { page } = signedIn.user
  hands = { cdp: await page.context().newCDPSession(page) }
  page.on('request', (request) => {
    const found = (request.postData() ?? '').match(/한/g)
    if (found) calls.push(`${new URL(request.url()).pathname} ${found.length}`)
  })
})
afterAll(() => signedIn.close())
afterEach(() => expect(signedIn.user.complaints).toEqual([]))

/**
 * Order of events for a key pressed during a composition. It depends on the input method and
 * browser.
 */
const orders = {
  'the input method, the end, the key': ['ime', 'end', 'key'],
  'the input method and the end': ['ime', 'end'],
  'the end and the key': ['end', 'key'],
} as const
type Order = (typeof orders)[keyof typeof orders]

const codes: Readonly<Record<string, string>> = { s: 'KeyS', k: 'KeyK' }

/** Sends all events without waiting for the page, as an input method does. */
async function send(key: string, order: Order): Promise<void> {
  const parts = key.split('+')
  const name = parts.at(-1) ?? ''
  const held = { ctrl: parts.includes('Control'), shift: parts.includes('Shift') }
  const sent = order.map((part): Promise<unknown> => {
    if (part === 'ime') return composingKey(hands, codes[name] ?? name, held)
    if (part === 'key') return strike(hands, [name], held)
    // On Escape the input method discards its composition.
    if (key === 'Escape') return compose(hands, [''])
    return hands.cdp.send('Input.insertText', { text: '한' })
  })
  await Promise.all(sent)
}

async function composeIn(field: Locator): Promise<void> {
  await waitForRows(signedIn.user.page)
  await field.focus()
  await field.fill('')
  calls = []
  await compose(hands, ['ㅎ', '하', '한'])
}

const paletteInput = () => signedIn.user.page.locator('[cmdk-input]')
const label = (name: string) =>
  signedIn.user.page.getByLabel(name, { exact: true }).filter({ visible: true }).first()

describe.each(Object.entries(orders))(
  '한 typed in a search field with event order: %s',
  (_, order) => {
    const ownerField = () => label('화주명')
    const searched = '/api/wms/master/owner 1'

    test('Tab, Shift+Tab, the arrow keys and Ctrl+S leave the syllable in the field exactly once', async () => {
      await signedIn.user.openScreen('Owner')
      // Fields are not in use until the first rows are loaded.
      const { page } = signedIn.user
      await signedIn.user.waitForElement(
        page.locator('.status-line').getByText(rowPattern('.+', '[1-9]')),
      )
      await page.waitForFunction(() =>
        document.activeElement?.closest('[data-zone=grid], [data-zone=search]'),
      )
      for (const key of ['Tab', 'Shift+Tab', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
        await composeIn(ownerField())
        await send(key, order)
        expect({ key, text: await ownerField().inputValue(), calls }).toEqual({
          key,
          text: '한',
          calls: [],
        })
      }
      await composeIn(ownerField())
      await send('Control+s', order)
      expect([await ownerField().inputValue(), calls]).toEqual(['한', []])
    })

    test.each(['Enter', 'F8'])('%s searches for the syllable once', async (key) => {
      await composeIn(ownerField())
      await send(key, order)
      await expect.poll(() => calls).toEqual([searched])
      // A later Enter in the same field searches again.
      await composeIn(ownerField())
      await send('Enter', ['end', 'key'])
      await expect.poll(() => calls).toEqual([searched])
      expect(await ownerField().inputValue()).toBe('한')
    })

    test('the command line opens over the field and returns the focus to it', async () => {
      await composeIn(ownerField())
      await send('Control+k', order)
      await paletteInput().waitFor()
      expect(await ownerField().inputValue()).toBe('한')
      expect(await paletteInput().inputValue()).toBe('')
      await signedIn.user.press('Escape')
      await paletteInput().waitFor({ state: 'detached' })
      expect(await ownerField().evaluate((element) => element === document.activeElement)).toBe(
        true,
      )
    })

    test('Escape discards the syllable, but not the text before it', async () => {
      await waitForRows(signedIn.user.page)
      await ownerField().fill('창고')
      calls = []
      await compose(hands, ['ㅎ', '하', '한'])
      await send('Escape', order[0] === 'ime' ? order : ['ime', ...order])
      expect([await ownerField().inputValue(), calls]).toEqual(['창고', []])
      await signedIn.user.press('Escape')
    })
  },
)

describe.each(Object.entries(orders))('한 in a grid cell, event order: %s', (name, order) => {
  const { length: letter } = name
  const saveCalls = () => calls.filter((call) => call.includes('saveProcedure'))

  test.each(['Control+s', 'Control+k', 'F8'])(
    '%s keeps the syllable in its cell, and it is saved once',
    async (key) => {
      const { user } = signedIn
      await user.openScreen('Zone')
      await user.expectText(rowPattern('\\S+', '1'))
      await user.press('Alt+g', 'Control+Home', 'ArrowRight', 'ArrowRight')
      // Use a different name each time, because saving an unchanged value is not a change.
      await user.type(`${key.at(-1)}${letter}`)
      calls = []
      await compose(hands, ['ㅎ', '하', '한'])
      await send(key, order)
      if (key === 'Control+k') await paletteInput().waitFor()
      // Only the end of the edit ends a composition, so F8 prompts first. An open edit waits for
      // the rows.
      const isPrompted = key === 'F8' && order.at(-1) === 'end'
      if (isPrompted) await user.page.locator('[role=alertdialog]').waitFor()
      if (key !== 'Control+s') {
        if (isPrompted || key === 'Control+k') await user.press('Escape')
        await user.page.locator('[cmdk-input], [role=alertdialog]').waitFor({ state: 'detached' })
        expect(saveCalls()).toEqual([])
        await user.press('Control+s')
      }
      await expect.poll(saveCalls).toEqual(['/api/wms/comm/wmsCommon/saveProcedure 1'])
      await user.page.locator('.tab-dirty').waitFor({ state: 'detached' })
    },
  )
})

describe('Enter after 한 in a lookup, delivered late', () => {
  test.each([0, 40, 120, 150])(
    'opens the value help and selects nothing after %i ms',
    async (gapMs) => {
      const { user } = signedIn
      await user.openScreen('InventoryByLot')
      await waitForRows(user.page)
      const field = label(columnTitles.OWNER_CD)
      await composeIn(field)
      await composingKey(hands, 'Enter')
      await hands.cdp.send('Input.insertText', { text: '한' })
      await new Promise((resolve) => setTimeout(resolve, gapMs))
      await strike(hands, ['Enter'])
      await user.page.locator('.help-list [role=option]').first().waitFor()
      expect(await field.inputValue()).toBe('한')
      await user.press('Escape')
      await user.page.locator('.help-list').waitFor({ state: 'detached' })
      await user.press('Escape')
    },
  )
})
