// @ts-nocheck
import { openGridPage } from './harness.ts'
const grid = await openGridPage()
const { page } = grid
page.on('pageerror', (e) => console.log('pageerror', e.message))
for (const theme of ['dark', 'light']) {
  await page.evaluate(async (theme) => {
    await window.mount({ rows: 40, theme })
    const m = window.model
    m.setCell(3, 'QTY', 77)
    m.insertRow(5, { OWNER: 'HANBIT', ITEM: 'NEW' })
    m.deleteRows([8])
    m.setRowErrors([{ id: 3, message: '재고가 부족합니다', columns: ['QTY'] }])
    m.refuse(11, 'VALID', { code: 'date', text: '20260230' })
    m.setChecked([2, 3], true)
    m.sort([
      { column: 'OWNER', direction: 'asc' },
      { column: 'QTY', direction: 'desc' },
    ])
  }, theme)
  await page.waitForTimeout(500)
  await page.evaluate(() => {
    const c = window.model
    c.setCurrent(4, 'ITEM')
    c.cursor.extendTo({ row: 9, at: 3 })
    c.touch()
  })
  await page.waitForTimeout(300)
  await page.screenshot({
    path: `/tmp/grid-${theme}-1.png`,
    clip: { x: 0, y: 0, width: 1220, height: 660 },
  })
  await page.evaluate(() => {
    const m = window.model
    m.sort([])
    m.setCurrent(11, 'VALID')
  })
  await page.waitForTimeout(300)
  await page.screenshot({
    path: `/tmp/grid-${theme}-2.png`,
    clip: { x: 0, y: 0, width: 1220, height: 660 },
  })
  await page.evaluate(() => window.model.setCurrent(6, 'QTY'))
  await page.keyboard.type('12개')
  await page.keyboard.press('Enter')
  await page.waitForTimeout(300)
  await page.screenshot({
    path: `/tmp/grid-${theme}-3.png`,
    clip: { x: 500, y: 100, width: 700, height: 200 },
  })
  await page.keyboard.press('Escape')
  await page.evaluate(() => window.model.setCurrent(6, 'STATE'))
  await page.keyboard.press('Alt+ArrowDown')
  await page.waitForTimeout(300)
  await page.screenshot({
    path: `/tmp/grid-${theme}-4.png`,
    clip: { x: 500, y: 100, width: 700, height: 250 },
  })
  await page.keyboard.press('Escape')
  await page.evaluate(() => window.model.setCurrent(6, 'NAME'))
  await page.keyboard.type('세라믹 필터 20L 아주 긴 이름의 품목을 입력하면 늘어납니다')
  await page.waitForTimeout(300)
  await page.screenshot({
    path: `/tmp/grid-${theme}-5.png`,
    clip: { x: 0, y: 100, width: 1220, height: 150 },
  })
}
await grid.close()
