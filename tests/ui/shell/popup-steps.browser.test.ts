import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WalkFloor } from '#tests/e2e/walk-floor.ts'
import { columnTitles } from '#tests/support/labels.ts'
import { focusOn, goTo, openRows, openShell, type ShellPage, visit } from './shell-page.ts'

let shell: ShellPage
let page: Page

beforeAll(async () => {
  shell = await openShell()
  const { site } = shell
  const floor = new WalkFloor(site, await site.login('admin'), await site.login('second'))
  await floor.addStock()
  await floor.message('inbound')
})
afterAll(() => shell.close())
beforeEach(async () => {
  page = await shell.newPage()
  page.setDefaultTimeout(10_000)
  page.on('filechooser', () => undefined)
  await visit(page, shell.base)
})
afterEach(() => page.context().close())

const countPopups = (): Promise<number> => page.locator('.popup:not([data-leaving])').count()

/** A field for a code: how to reach it, and where its text is shown. */
interface Place {
  readonly name: string
  readonly go: () => Promise<unknown>
  readonly field: string
  /** A cell commits its text while typing. Its value is in the table. */
  readonly isCell?: boolean
  readonly windows: number
}

const places: readonly Place[] = [
  {
    name: 'a search field',
    go: () => openRows(page, 'InventoryByLot').then(() => page.keyboard.press('Alt+s')),
    field: '.search-panel input[aria-keyshortcuts=F4]',
    windows: 0,
  },
  {
    name: 'the form of a document',
    go: () => goTo(page, 'ShipmentCreateSingle'),
    field: '.panel[data-active] [data-zone=form] input[aria-keyshortcuts=F4]',
    windows: 0,
  },
  {
    name: 'the facts of an upload',
    go: () => goTo(page, 'ReceiptUploadExcel'),
    field: '.upload-intake input[aria-keyshortcuts=F4]',
    windows: 0,
  },
  {
    name: 'a prompt over a page',
    go: () => goTo(page, 'AddShipToPopup'),
    field: '#ask-OWNER_CD',
    windows: 1,
  },
  {
    name: 'the form of another popup',
    go: () => goTo(page, 'AddStockSamplePopup'),
    field: '#ask-OWNER_CD',
    windows: 1,
  },
  {
    name: 'a cell of a grid',
    go: async () => {
      await goTo(page, 'ReceiptCreate')
      await page.keyboard.press('Alt+g')
      await focusOn(page, '.panel[data-active] [data-key-sink]')
      await page.keyboard.press('Insert')
      await page.waitForSelector('.tab-dirty')
      await toColumn('.panel[data-active] [data-zone=grid]')
    },
    field: '.panel[data-active] [data-zone=grid] textarea',
    isCell: true,
    windows: 0,
  },
  {
    name: 'a cell of a grid in a window',
    go: async () => {
      await openRows(page, 'InterfacePikl')
      await goTo(page, '>partner.profiles')
      await focusOn(page, '.popup textarea')
      await page.keyboard.press('Insert')
      await page.waitForSelector('.popup [aria-description*=추가됨]', { state: 'attached' })
      await toColumn('.popup')
    },
    field: '.popup textarea',
    isCell: true,
    windows: 1,
  },
]

async function toColumn(grid: string): Promise<void> {
  const columns = page.locator(`${grid} [role=columnheader]`)
  await columns.getByText(columnTitles.OWNER_CD).first().waitFor({ state: 'attached' })
  const heads = await columns.allTextContents()
  await page.keyboard.press('Home')
  for (
    let step = 0;
    step < heads.findIndex((head) => head.startsWith(columnTitles.OWNER_CD));
    step += 1
  ) {
    await page.keyboard.press('ArrowRight')
  }
}

function readText({ field, isCell }: Place): Promise<string> {
  if (!isCell) return page.locator(field).first().inputValue()
  return page.locator(field).evaluate((sink) => {
    const id = sink.getAttribute('aria-activedescendant') ?? ''
    return document.querySelector(`[id="${id}"]`)?.textContent ?? ''
  })
}

const helpInput = '.popup:not([inert]) .help-list [role=combobox]'

describe.each(places.map((place) => [place.name, place] as const))(
  'value help of %s',
  (_, place) => {
    test('F4 opens the value help, typing narrows it, and Enter accepts a row and returns the focus', async () => {
      await place.go()
      await focusOn(page, place.field)
      await page.keyboard.press('F4')
      await focusOn(page, helpInput)
      expect(await countPopups()).toBe(place.windows + 1)
      await page.waitForSelector('.help-row >> text=GIFT')
      await page.keyboard.insertText('HANB')
      await page.waitForSelector('.help-foot >> text=/^1건/')
      await page.keyboard.press('Enter')
      await focusOn(page, place.field)
      expect(await countPopups()).toBe(place.windows)
      await expect.poll(() => readText(place)).toBe('HANBIT')
    })

    test('Escape closes only the value help and keeps the typed text', async () => {
      await place.go()
      await focusOn(page, place.field)
      await page.keyboard.insertText('HA')
      await page.keyboard.press('F4')
      await focusOn(page, helpInput)
      expect(await page.locator(helpInput).inputValue()).toBe('HA')
      await page.keyboard.press('Escape')
      await focusOn(page, place.field)
      expect(await countPopups()).toBe(place.windows)
      await expect.poll(() => readText(place)).toBe('HA')
      // The text is already in the cell, and only undo reverts it.
      if (place.isCell) return
      // The next Escape reverts the typed text and closes nothing around it.
      await page.keyboard.press('Escape')
      await focusOn(page, place.field)
      expect(await countPopups()).toBe(place.windows)
      expect(await readText(place)).not.toBe('HA')
    })
  },
)

const forms = [
  { line: 'AddShipToPopup', first: '#ask-OWNER_CD', texts: ['HANBIT', 'ST77'] },
  {
    line: 'SendEmailPopup',
    first: '[name=TO]',
    texts: ['owner@example.com', 'Shipping notice', '내일'],
  },
  { line: 'InputTextBoxPopup', first: '.popup textarea', texts: ['a long text'] },
]

test.each(forms)('Escape does not lose the text typed in $line', async ({ line, first, texts }) => {
  await goTo(page, line)
  await focusOn(page, first)
  for (const [index, text] of texts.entries()) {
    if (index > 0) await page.keyboard.press('Tab')
    await page.keyboard.insertText(text)
  }
  await page.keyboard.press('Escape')
  const question = page.locator('[role=alertdialog]')
  // The first Escape can revert the text of the field.
  if (!(await question.isVisible())) await page.keyboard.press('Escape')
  await question.waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  expect(await countPopups()).toBe(1)
  const kept = await page
    .locator('.popup :is(input, textarea)')
    .evaluateAll((fields) =>
      fields.map((field) =>
        field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
          ? field.value
          : '',
      ),
    )
  expect(kept).toContain(texts[0])
  await page.keyboard.press('Escape')
  await question.waitFor()
  await page.keyboard.press('Delete')
  await expect.poll(countPopups).toBe(0)
})

test('a window without typed text closes with one Escape', async () => {
  for (const { line, first } of forms) {
    await goTo(page, line)
    await focusOn(page, first)
    await page.keyboard.press('Escape')
    await expect.poll(countPopups).toBe(0)
  }
})
