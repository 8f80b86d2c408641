import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { compose, composingKey, openGridPage, strike, type GridPage } from './harness.ts'

let grid: GridPage

beforeAll(async () => {
  grid = await openGridPage()
  await grid.page.evaluate(() => {
    const button = document.createElement('button')
    button.textContent = 'elsewhere'
    document.body.append(button)
  })
})
afterAll(() => grid.close())

const places = {
  'a cell': { column: 'NAME', before: '임플란트 픽스처 4.0×10', f2: false },
  'a frozen cell': { column: 'OWNER', before: 'HANBIT', f2: false },
  'a cell that is edited': { column: 'NAME', before: '임플란트 픽스처 4.0×10', f2: true },
} as const
type Place = (typeof places)[keyof typeof places]

const row = 3
/** Expected cursor movement of each key: rows down, visible columns to the right. */
const steps = {
  Enter: [1, 0],
  Tab: [0, 1],
  'Shift+Tab': [0, -1],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
} as const
type Key = keyof typeof steps

/**
 * Order of events for a key that ends a composition. It depends on the input method and browser.
 */
const orders = {
  'to the input method, the end, the key again': ['ime', 'end', 'key'],
  'to the input method and the end': ['ime', 'end'],
  'the end, then the key': ['end', 'key'],
  'the end, then the key with the code of input methods': ['end', 'key229'],
} as const
type Order = (typeof orders)[keyof typeof orders]

async function startEdit({ column, f2 }: Place): Promise<void> {
  await grid.page.evaluate(
    ([at, name]) => {
      window.model.setData(window.sampleRows(8))
      window.model.setCurrent(at, name)
    },
    [row, column] as const,
  )
  await grid.page.locator('.grid-sink').focus()
  if (f2) await grid.page.keyboard.press('F2')
  await compose(grid, ['ㅎ', '하', '한'])
}

/** Sends all events without waiting for the page, as an input method does. */
async function send(key: Key, order: Order): Promise<void> {
  const [name, shift] = [key.replace('Shift+', ''), key.startsWith('Shift+')]
  const parts = order.map((part): Promise<unknown> => {
    if (part === 'ime') return composingKey(grid, name, { shift })
    if (part === 'end') return grid.cdp.send('Input.insertText', { text: '한' })
    return strike(grid, [name], { shift, by229: part === 'key229' })
  })
  await Promise.all(parts)
}

const readState = () =>
  grid.page.evaluate(() => ({
    changes: window.model
      .changes()
      .map(({ index, row: values }) => [index, values['OWNER'], values['NAME']]),
    current: window.model.current,
    open: document.querySelector('.grid-sink.is-open') !== null,
  }))

const expectedChange = ({ column, before, f2 }: Place) => {
  const text = f2 ? `${before}한` : '한'
  return [
    [row, column === 'OWNER' ? text : 'HANBIT', column === 'NAME' ? text : places['a cell'].before],
  ]
}

describe.each(Object.entries(places))('한 composed in %s', (_, place) => {
  const columns = ['OWNER', 'ITEM', 'NAME', 'CELL']
  const keys = (Object.keys(steps) as Key[]).filter(
    // While editing, the arrows move the caret.
    (key) => !(place.f2 && key.startsWith('Arrow')),
  )

  describe.each(Object.entries(orders))('%s', (_, order) => {
    test.each(keys)('%s commits 한 once and moves once', async (key) => {
      await startEdit(place)
      await send(key, order)
      const [down, right] = steps[key]
      const at = columns.indexOf(place.column) + right
      // Shift+Tab from the first column moves to the last editable cell of the row above.
      const current =
        at < 0 && key === 'Shift+Tab'
          ? { row: row - 1, column: 'USE' }
          : { row: row + down, column: columns[Math.max(0, at)] }
      expect(await readState()).toEqual({ changes: expectedChange(place), current, open: false })
    })
  })

  test('a cell click, a button click and a window switch each save 한 once', async () => {
    const box = await grid.page.locator('.grid-root').boundingBox()
    for (const where of ['cell', 'button', 'window'] as const) {
      await startEdit(place)
      if (where === 'cell') {
        await grid.page.mouse.click((box?.x ?? 0) + 300, (box?.y ?? 0) + 26 + 24 * 6 + 12)
      } else if (where === 'button') {
        await grid.page.getByText('elsewhere').click()
      } else {
        // The browser ends the composition. The typed text remains in its cell until the window is
        // active again.
        await grid.cdp.send('Input.insertText', { text: '한' })
        await grid.page.evaluate(() => window.dispatchEvent(new Event('blur')))
        expect((await readState()).open).toBe(true)
        await strike(grid, ['Enter'])
      }
      expect({ where, changes: (await readState()).changes }).toEqual({
        where,
        changes: expectedChange(place),
      })
    }
  })

  test('Escape discards only the syllable being composed', async () => {
    await startEdit(place)
    await composingKey(grid, 'Escape')
    await compose(grid, [''])
    await strike(grid, ['Enter'])
    expect((await readState()).changes).toEqual([])
  })
})
