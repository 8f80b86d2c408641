import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import {
  compose,
  composingKey,
  openGridPage,
  releaseKey,
  strike,
  type GridPage,
} from './harness.ts'

let grid: GridPage

beforeAll(async () => {
  grid = await openGridPage()
})
afterAll(async () => {
  await grid.close()
})
beforeEach(async () => {
  await grid.page.evaluate(async () => {
    await window.mount({ rows: 20 })
    window.model.setCurrent(2, 'NAME')
  })
  await grid.page.locator('.grid-sink').focus()
})

const readState = () =>
  grid.page.evaluate(() => ({
    changes: window.model.changes().map(({ index, row }) => [index, row['NAME'], row['CELL']]),
    current: window.model.current,
  }))

/** Event order of a Korean input method: the key, the end of the composition, the key again. */
async function pressWhileComposing(key: string, text: string): Promise<void> {
  await composingKey(grid, key)
  await grid.cdp.send('Input.insertText', { text })
  await strike(grid, [key])
}

describe('after composing ㅎ→하→한', () => {
  test.each([
    { key: 'Enter', at: { row: 3, column: 'NAME' } },
    { key: 'Tab', at: { row: 2, column: 'CELL' } },
    { key: 'ArrowDown', at: { row: 3, column: 'NAME' } },
    { key: 'ArrowRight', at: { row: 2, column: 'CELL' } },
  ])('$key commits 한 once and moves once', async ({ key, at }) => {
    await compose(grid, ['ㅎ', '하', '한'])
    await pressWhileComposing(key, '한')
    expect(await readState()).toEqual({ changes: [[2, '한', 'A03-03-3']], current: at })
  })

  test('an Enter that arrives only after the composition commits and moves once', async () => {
    await compose(grid, ['ㅎ', '하', '한'])
    await grid.cdp.send('Input.insertText', { text: '한' })
    await strike(grid, ['Enter'])
    expect(await readState()).toEqual({
      changes: [[2, '한', 'A03-03-3']],
      current: { row: 3, column: 'NAME' },
    })
  })

  test('an Enter seen only by the input method commits and moves once', async () => {
    await compose(grid, ['ㅎ', '하', '한'])
    await composingKey(grid, 'Enter')
    await grid.cdp.send('Input.insertText', { text: '한' })
    expect(await readState()).toEqual({
      changes: [[2, '한', 'A03-03-3']],
      current: { row: 3, column: 'NAME' },
    })
  })

  test('a second Enter after one seen only by the input method moves again', async () => {
    await compose(grid, ['ㅎ', '하', '한'])
    await composingKey(grid, 'Enter')
    await grid.cdp.send('Input.insertText', { text: '한' })
    await releaseKey(grid, 'Enter')
    // A late echo can arrive up to 150 ms later.
    await new Promise((resolve) => setTimeout(resolve, 250))
    await strike(grid, ['Enter'])
    expect((await readState()).current).toEqual({ row: 4, column: 'NAME' })
  })

  test('an Enter that the input method delivers after the key is released moves once', async () => {
    await compose(grid, ['ㅎ', '하', '한'])
    await composingKey(grid, 'Enter')
    await grid.cdp.send('Input.insertText', { text: '한' })
    await releaseKey(grid, 'Enter')
    await strike(grid, ['Enter'])
    expect((await readState()).current).toEqual({ row: 3, column: 'NAME' })
  })

  test('a click on another cell commits 한 where it was typed', async () => {
    await compose(grid, ['ㅎ', '하', '한'])
    const box = await grid.page.locator('.grid-root').boundingBox()
    await grid.page.mouse.click((box?.x ?? 0) + 300, (box?.y ?? 0) + 26 + 24 * 6 + 12)
    expect(await readState()).toEqual({
      changes: [[2, '한', 'A03-03-3']],
      current: { row: 6, column: 'NAME' },
    })
  })

  test('losing focus commits 한 once', async () => {
    await compose(grid, ['ㅎ', '하', '한'])
    await grid.page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    })
    expect((await readState()).changes).toEqual([[2, '한', 'A03-03-3']])
  })

  test('text typed into two rows stays in these rows', async () => {
    await compose(grid, ['ㅎ', '하', '한'])
    await pressWhileComposing('Enter', '한')
    await compose(grid, ['ㄱ', '그', '글'])
    await pressWhileComposing('Enter', '글')
    expect((await readState()).changes).toEqual([
      [2, '한', 'A03-03-3'],
      [3, '글', 'A04-04-4'],
    ])
  })

  test('Escape after the syllable leaves the cell unchanged', async () => {
    await compose(grid, ['ㅎ', '하', '한'])
    await grid.cdp.send('Input.insertText', { text: '한' })
    await strike(grid, ['Escape'])
    expect(await readState()).toEqual({ changes: [], current: { row: 2, column: 'NAME' } })
  })
})

test('opening the editor does not lose the first jamo', async () => {
  await compose(grid, ['ㅎ'])
  expect(await grid.page.locator('.grid-sink').inputValue()).toBe('ㅎ')
  expect(await grid.page.locator('.grid-sink.is-open').count()).toBe(1)
})

test('composing over a read-only cell changes nothing', async () => {
  await grid.page.evaluate(() => window.model.setCurrent(2, 'LOT'))
  await compose(grid, ['ㅎ', '하', '한'])
  await pressWhileComposing('Enter', '한')
  expect((await readState()).changes).toEqual([])
  expect(await grid.page.locator('.grid-sink').inputValue()).toBe('')
})

test('restoring a cell discards text composed by a scan and keeps half-typed text', async () => {
  const sink = grid.page.locator('.grid-sink')
  const requestSnapshot = () =>
    sink.evaluate((element) => {
      const question: { restore?: () => void } = {}
      element.dispatchEvent(new CustomEvent('field-snapshot', { detail: question }))
      Reflect.set(window, 'restoreField', question.restore)
    })
  const restore = () => grid.page.evaluate(() => Reflect.get(window, 'restoreField')())
  await requestSnapshot()
  await compose(grid, ['ㅎ', '하'])
  await restore()
  const untouched = { changes: [], current: { row: 2, column: 'NAME' } }
  expect(await readState()).toEqual(untouched)
  expect([await sink.inputValue(), await grid.page.locator('.grid-sink.is-open').count()]).toEqual([
    '',
    0,
  ])
  expect(await sink.evaluate((element) => document.activeElement === element)).toBe(true)
  await strike(grid, ['1', '2'])
  await requestSnapshot()
  await compose(grid, ['ㅎ', '하'])
  await restore()
  expect(await readState()).toEqual(untouched)
  expect(await sink.inputValue()).toBe('12')
})
