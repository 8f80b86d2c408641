import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { openGridPage, type GridPage } from './harness.ts'

let grid: GridPage

beforeAll(async () => {
  grid = await openGridPage()
  await grid.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
})
afterAll(async () => {
  await grid.close()
})
beforeEach(async () => {
  await start({ row: 2, column: 'NAME' })
})

async function start(
  at: { row: number; column: string },
  options: Parameters<typeof window.mount>[0] = {},
): Promise<void> {
  await grid.page.evaluate(
    async ([place, more]) => {
      await window.mount({ rows: 20, ...more })
      window.model.setCurrent(place.row, place.column)
    },
    [at, options] as const,
  )
  await grid.page.locator('.grid-sink').focus()
}

const press = (...keys: string[]) =>
  keys.reduce(async (before, key) => {
    await before
    await grid.page.keyboard.press(key)
  }, Promise.resolve())
const type = (text: string) => grid.page.keyboard.type(text)
const read = (row: number, column: string) =>
  grid.page.evaluate(([at, id]) => window.model.value(at, id), [row, column] as const)
const current = () => grid.page.evaluate(() => window.model.current)
const selection = () => grid.page.evaluate(() => window.model.selection)
const sink = () => grid.page.locator('.grid-sink')
const message = () => grid.page.locator('.grid-fault')

describe('editing', () => {
  test('typing replaces the value, F2 appends to it, Escape discards the edit', async () => {
    await type('가방')
    await press('Enter')
    expect(await read(2, 'NAME')).toBe('가방')
    await press('ArrowUp', 'F2')
    await type('끈')
    await press('Enter')
    expect(await read(2, 'NAME')).toBe('가방끈')
    await press('ArrowUp')
    await type('아니')
    await press('Escape')
    expect(await read(2, 'NAME')).toBe('가방끈')
    expect(await current()).toEqual({ row: 2, column: 'NAME' })
  })

  test('an arrow key commits typed text but moves the caret after F2', async () => {
    await type('가')
    await press('ArrowRight')
    expect(await read(2, 'NAME')).toBe('가')
    expect(await current()).toEqual({ row: 2, column: 'CELL' })
    await press('ArrowLeft', 'F2', 'ArrowLeft')
    await type('나')
    await press('Enter')
    expect(await read(2, 'NAME')).toBe('나가')
  })

  test('Tab moves to the next editable cell, and Enter returns to the row below the starting cell', async () => {
    await start({ row: 2, column: 'CELL' })
    await press('Tab', 'Tab', 'Enter')
    expect(await current()).toEqual({ row: 3, column: 'CELL' })
    await press('Shift+Tab')
    expect(await current()).toEqual({ row: 3, column: 'NAME' })
  })

  test('non-numeric text stays in the editor with an error message', async () => {
    await start({ row: 2, column: 'QTY' })
    await type('열개')
    await press('Enter')
    expect(await sink().inputValue()).toBe('열개')
    expect(await message().textContent()).toBe('숫자를 입력하세요.')
    expect(await current()).toEqual({ row: 2, column: 'QTY' })
    expect(await read(2, 'QTY')).toBe(720)
    await press('Escape')
    expect(await message().isVisible()).toBe(false)
  })

  test('a cell left with invalid text keeps it marked, and F2 resumes the edit', async () => {
    await start({ row: 2, column: 'VALID' })
    await type('20260230')
    await grid.page.mouse.click(400, 200)
    expect(await grid.page.evaluate(() => window.model.rejections())).toMatchObject([
      { row: 2, column: 'VALID', rejection: { code: 'noSuchDate', text: '20260230' } },
    ])
    await grid.page.evaluate(() => window.model.setCurrent(2, 'VALID'))
    await expect.poll(() => message().textContent()).toContain('올바른 날짜가 아닙니다')
    await press('F2', 'Backspace', 'Backspace')
    await type('28')
    await press('Enter')
    expect(await read(2, 'VALID')).toBe('20260228')
    expect(await grid.page.evaluate(() => window.model.rejections())).toEqual([])
  })

  test('a select cell accepts a code, a name, or a choice from its list', async () => {
    await start({ row: 2, column: 'STATE' })
    await type('20')
    await press('Enter')
    expect(await read(2, 'STATE')).toBe('20')
    await type('보세')
    await press('Enter')
    expect(await read(3, 'STATE')).toBe('40')
    await press('Alt+ArrowDown', 'ArrowUp', 'Enter')
    expect(await read(4, 'STATE')).toBe('30')
    expect(await current()).toEqual({ row: 5, column: 'STATE' })
    await press('F4')
    await type('임')
    await press('Enter')
    expect(await read(5, 'STATE')).toBe('30')
  })

  test('a click in the list selects the clicked option', async () => {
    await start({ row: 2, column: 'STATE' })
    await press('F4')
    await grid.page.getByRole('option', { name: '보세' }).click()
    expect(await read(2, 'STATE')).toBe('40')
    expect(await sink().evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test('text being typed stays with its record when the rows are sorted', async () => {
    await type('가방')
    await grid.page.evaluate(() => window.model.sort([{ column: 'ITEM', direction: 'desc' }]))
    const changed = await grid.page.evaluate(() =>
      window.model.changes().map(({ row }) => [row['ITEM'], row['NAME']]),
    )
    expect(changed).toEqual([['SKU100274', '가방']])
    expect(await current()).toEqual({ row: 17, column: 'NAME' })
  })

  test('text being typed is never applied to newly loaded data', async () => {
    await type('가방')
    await grid.page.evaluate(() =>
      window.model.setData(Array.from({ length: 5 }, () => ({ ITEM: 'X', NAME: '가' }))),
    )
    await press('Enter')
    expect(await grid.page.evaluate(() => window.model.changes())).toEqual([])
  })

  test('F4 on a lookup cell requests value help and fills in the result', async () => {
    await start({ row: 2, column: 'CELL' })
    await press('F4')
    const query = await grid.page.evaluate(() => {
      const [request] = window.heard.help
      request?.commit('B01-01-1', { LOT: 'L9' })
      return [request?.row, request?.column.id, request?.text]
    })
    expect(query).toEqual([2, 'CELL', 'A03-03-3'])
    expect([await read(2, 'CELL'), await read(2, 'LOT')]).toEqual(['B01-01-1', 'L9'])
    expect(await sink().evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test('Space toggles a check cell, and checks the row from a read-only cell', async () => {
    await start({ row: 2, column: 'USE' })
    await press('Space')
    expect(await read(2, 'USE')).toBe('Y')
    await start({ row: 2, column: 'LOT' })
    await press('Space')
    expect(await grid.page.evaluate(() => window.model.checkedIds())).toEqual([2])
  })

  test('spreadsheet shortcuts copy from above, fill, clear, undo and insert a date', async () => {
    await start({ row: 2, column: 'QTY' })
    await press('Control+Quote')
    expect(await read(2, 'QTY')).toBe(612)
    await press('Shift+ArrowDown', 'Shift+ArrowDown')
    await type('7')
    await press('Control+Enter')
    expect(await Promise.all([2, 3, 4, 5].map((row) => read(row, 'QTY')))).toEqual([7, 7, 7, 1044])
    await press('Delete')
    expect(await read(3, 'QTY')).toBe(null)
    await press('Control+z')
    expect(await read(3, 'QTY')).toBe(7)
    await press('ArrowUp', 'Shift+ArrowDown', 'Control+d')
    expect(await read(2, 'QTY')).toBe(612)
    await start({ row: 2, column: 'VALID' })
    await press('Control+Semicolon')
    expect(await read(2, 'VALID')).toBe('20261120')
  })
})

describe('navigation', () => {
  test('arrow keys, Home and End move and select, Ctrl+A selects all rows', async () => {
    await press('ArrowDown', 'ArrowRight')
    expect(await current()).toEqual({ row: 3, column: 'CELL' })
    await press('Home')
    expect(await current()).toEqual({ row: 3, column: 'OWNER' })
    await press('Control+End')
    expect(await current()).toEqual({ row: 19, column: 'DONE' })
    await press('Control+Home', 'Control+ArrowDown')
    expect(await current()).toEqual({ row: 19, column: 'OWNER' })
    await press('Control+a')
    expect(await selection()).toMatchObject({ top: 0, bottom: 19 })
    await press('Control+Home', 'Shift+ArrowRight', 'Shift+ArrowDown')
    expect(await selection()).toEqual({ top: 0, bottom: 1, columns: ['OWNER', 'ITEM'] })
  })

  test('Enter or a double click opens a row with nothing to edit', async () => {
    await start({ row: 4, column: 'NAME' }, { readOnly: true })
    await press('Enter')
    await grid.page.mouse.dblclick(400, 8 + 27 + 24 * 6 + 12)
    expect(await grid.page.evaluate(() => window.heard.activated)).toEqual([4, 6])
  })

  test('Tab leaves a grid without editable cells', async () => {
    await start({ row: 4, column: 'NAME' }, { readOnly: true })
    await press('Tab')
    expect(await sink().evaluate((element) => element === document.activeElement)).toBe(false)
  })

  test('the grid ignores a key event the application has already handled', async () => {
    await grid.page.evaluate(() => {
      const preventDefault = (event: KeyboardEvent) => event.preventDefault()
      window.addEventListener('keydown', preventDefault, { capture: true, once: true })
    })
    await press('ArrowDown')
    expect(await current()).toEqual({ row: 2, column: 'NAME' })
  })

  test('the grid scrolls a distant current cell into view', async () => {
    await start({ row: 0, column: 'OWNER' }, { rows: 50_000, width: 700 })
    await press('Control+End')
    const box = await grid.page.locator('.grid-root').boundingBox()
    await expect
      .poll(async () => {
        const cell = await sink().boundingBox()
        return box && cell && cell.x + cell.width <= box.x + 700 && cell.y > box.y + 500
      })
      .toBe(true)
  })
})

test('sums appear under their columns and update after an edit', async () => {
  const sum = () => grid.page.locator('.grid-footer [data-column="QTY"]').textContent()
  await start({ row: 2, column: 'QTY' }, { rows: 3 })
  await expect.poll(sum).toBe('1,836')
  await type('1000')
  await press('Enter')
  await expect.poll(sum).toBe('2,116')
})

test('a grid hidden with its tab accepts keyboard input once shown again', async () => {
  const setDisplay = async (display: 'none' | 'block') => {
    await grid.page.evaluate((value) => {
      const place = document.getElementById('root')
      if (place) place.style.display = value
    }, display)
    const state = display === 'none' ? 'detached' : 'attached'
    await grid.page.waitForSelector('.dvn-scroller', { state })
  }
  await setDisplay('none')
  await setDisplay('block')
  await sink().focus()
  await type('다시')
  await press('Enter')
  expect(await read(2, 'NAME')).toBe('다시')
  await grid.page.mouse.click(400, 8 + 27 + 24 * 6 + 12)
  expect(await current()).toEqual({ row: 6, column: 'NAME' })
  expect(await sink().evaluate((element) => element === document.activeElement)).toBe(true)
})

describe('the clipboard', () => {
  const readClipboard = () => grid.page.evaluate(async () => navigator.clipboard.readText())

  test('Ctrl+C copies the selection and Ctrl+V pastes it elsewhere', async () => {
    await start({ row: 0, column: 'OWNER' })
    await press('Shift+ArrowDown', 'Shift+ArrowRight', 'Control+c')
    expect(await readClipboard()).toBe('HANBIT\tSKU100200\r\nSEOJIN\tSKU100237')
    await grid.page.evaluate(() => window.model.setCurrent(5, 'OWNER'))
    await press('Control+v')
    expect([await read(5, 'ITEM'), await read(6, 'ITEM')]).toEqual(['SKU100200', 'SKU100237'])
  })

  test('Ctrl+X copies the cell and clears it', async () => {
    await press('Control+x')
    expect([await readClipboard(), await read(2, 'NAME')]).toEqual(['무선 이어폰 팁 M', null])
  })

  test('pasting past the last row adds rows once and undoes in one step', async () => {
    await start({ row: 19, column: 'ITEM' })
    await grid.page.evaluate(async () => navigator.clipboard.writeText('N1\t가\nN2\t나\nN3\t다'))
    await press('Control+v')
    const readChanges = () =>
      grid.page.evaluate(() => window.model.changes().map(({ flag, row }) => [flag, row['ITEM']]))
    expect(await readChanges()).toEqual([
      ['U', 'N1'],
      ['I', 'N2'],
      ['I', 'N3'],
    ])
    await press('Control+z')
    expect(await readChanges()).toEqual([])
    expect(await grid.page.evaluate(() => window.model.rowCount)).toBe(20)
  })

  test('pasting during an edit inserts the text into the editor', async () => {
    await grid.page.evaluate(async () => navigator.clipboard.writeText('끈'))
    await type('가방')
    await press('Control+v', 'Enter')
    expect(await read(2, 'NAME')).toBe('가방끈')
  })
})

describe('the pointer', () => {
  const cellPoint = (row: number, x: number) => [x, 8 + 27 + 24 * row + 12] as const

  test('a click makes a cell current and leaves focus in the sink', async () => {
    await grid.page.mouse.click(...cellPoint(6, 400))
    expect(await current()).toEqual({ row: 6, column: 'NAME' })
    expect(await sink().evaluate((element) => element === document.activeElement)).toBe(true)
    await type('마우스')
    await press('Enter')
    expect(await read(6, 'NAME')).toBe('마우스')
  })

  test('a double click opens the cell with its text', async () => {
    await grid.page.mouse.dblclick(...cellPoint(6, 400))
    expect(await sink().inputValue()).toBe('무선 이어폰 팁 M')
  })

  test('a drag selects cells, a click on a row number its row, and check boxes check rows', async () => {
    await grid.page.mouse.move(...cellPoint(2, 200))
    await grid.page.mouse.down()
    await grid.page.mouse.move(...cellPoint(4, 400), { steps: 4 })
    await grid.page.mouse.up()
    expect(await selection()).toEqual({ top: 2, bottom: 4, columns: ['ITEM', 'NAME'] })
    await grid.page.mouse.click(...cellPoint(3, 25))
    expect(await selection()).toMatchObject({ top: 3, bottom: 3 })
    expect((await selection())?.columns).toHaveLength(12)
    await grid.page.mouse.click(...cellPoint(3, 60))
    await grid.page.mouse.click(60, 22)
    await grid.page.waitForFunction(() => window.model.checkedIds().length === 20)
  })

  test('a header click sorts, a second reverses the order, Shift adds a key', async () => {
    const clickHeader = (x: number) => grid.page.mouse.click(x, 22)
    await clickHeader(110)
    await clickHeader(110)
    await grid.page.keyboard.down('Shift')
    await clickHeader(790)
    await grid.page.keyboard.up('Shift')
    expect(await grid.page.evaluate(() => window.model.sortKeys)).toEqual([
      { column: 'OWNER', direction: 'desc' },
      { column: 'QTY', direction: 'asc' },
    ])
  })
})

describe('accessibility', () => {
  test('axe reports no violations at rest or while editing', async () => {
    const axe = new URL('../../../node_modules/axe-core/axe.min.js', import.meta.url).pathname
    await grid.page.addScriptTag({ path: axe })
    for (const key of ['ArrowDown', 'F2']) {
      await press(key)
      await expect.poll(() => sink().getAttribute('aria-activedescendant')).not.toBe(null)
      const found = await grid.page.evaluate(async () => {
        const { violations } = await window.axe.run('.grid-root')
        return violations.map(({ id, nodes }) => [id, nodes[0]?.html])
      })
      expect(found).toEqual([])
    }
  })

  test('the grid has a name, and its current cell is referenced and announced', async () => {
    await press('ArrowDown')
    await expect
      .poll(() => grid.page.locator('.grid-live').textContent())
      .toBe('행 4, Name, 임플란트 픽스처 4.0×10')
    const table = grid.page.getByRole('grid', { name: 'Stock by lot' })
    await expect.poll(() => table.getAttribute('aria-rowcount')).toBe('21')
    await expect
      .poll(() =>
        sink().evaluate((element) => {
          const cell = document.getElementById(element.getAttribute('aria-activedescendant') ?? '')
          return [cell?.textContent, cell?.role, cell?.parentElement?.ariaRowIndex]
        }),
      )
      .toEqual(['임플란트 픽스처 4.0×10', 'gridcell', '5'])
  })

  test('losing and regaining focus are each reported once', async () => {
    await grid.page.evaluate(() => {
      window.heard.focus.length = 0
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    })
    for (const y of [200, 300]) await grid.page.mouse.click(400, y)
    expect(await grid.page.evaluate(() => window.heard.focus)).toEqual([false, true])
  })
})
