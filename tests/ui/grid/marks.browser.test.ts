import { afterAll, beforeAll, expect, test } from 'vitest'

import { openGridPage, type GridPage } from './harness.ts'

let grid: GridPage

beforeAll(async () => {
  grid = await openGridPage()
})
afterAll(async () => {
  await grid.close()
})

/** Sums in the thousands under a column with space for three digits. */
const mountNarrow = async (theme: 'dark' | 'light', width = 1180) => {
  await grid.page.evaluate((options) => window.mount({ rows: 40, ...options }), { theme, width })
  await grid.page.locator('.grid-sink').focus()
  await grid.page.evaluate(() => {
    window.model.setColumnWidth('VALID', 60)
    window.model.setColumnWidth('QTY', 36)
    window.model.setCurrent(0, 'VALID')
  })
}
const footer = (id: string) => grid.page.locator(`.grid-footer span[data-column="${id}"]`)

test.each(['dark', 'light'] as const)(
  'a number too wide for its cell becomes a mark, its full value still available (%s)',
  async (theme) => {
    await mountNarrow(theme)
    const message = grid.page.locator('.grid-fault')
    await expect.poll(() => message.textContent()).toBe('2027-01-01')
    const cell = await grid.page.locator('.grid-sink').boundingBox()
    await grid.page.mouse.move((cell?.x ?? 0) + 20, (cell?.y ?? 0) + 12)
    await expect
      .poll(() => grid.page.locator('.grid-body').getAttribute('title'))
      .toBe('2027-01-01')
    await expect
      .poll(() => footer('QTY').locator('.grid-footer-mark').textContent())
      .toMatch(/^#+$/)
    const sum = await grid.page.evaluate(() => window.model.footerValue('QTY'))
    const whole = Number(sum).toLocaleString('en-US')
    expect(await footer('QTY').getAttribute('title')).toBe(whole)
    expect(await footer('QTY').locator('.grid-footer-whole').textContent()).toBe(whole)
    const folder = process.env['MARKS_SHOTS']
    if (folder !== undefined) await grid.page.screenshot({ path: `${folder}/marks-${theme}.png` })
  },
)

test('a sum clipped by the window edge shows marks until scrolled into view', async () => {
  await mountNarrow('dark', 760)
  const folder = process.env['MARKS_SHOTS']
  const scroller = grid.page.locator('.dvn-scroller')
  const countMarks = () => footer('CBM').locator('.grid-footer-mark').count()
  const whole = await grid.page.evaluate(() => window.model.footerValue('CBM'))
  // Each step cuts off less of the column.
  const texts: string[] = []
  for (let left = 0; left <= 200; left += 20) {
    await scroller.evaluate((element, to) => element.scrollTo({ left: to }), left)
    await grid.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)))
    const mark =
      (await countMarks()) > 0
        ? await footer('CBM').locator('.grid-footer-mark').textContent()
        : null
    texts.push(mark ?? (await footer('CBM').textContent()) ?? '')
    if (folder !== undefined && left === 60)
      await grid.page.screenshot({ path: `${folder}/marks-edge.png` })
  }
  expect(texts.at(-1)?.replaceAll(',', '')).toBe(Number(whole).toFixed(3))
  for (const text of texts) expect(text).toMatch(/^(#*|[\d,]+\.\d{3})$/)
  expect(texts.some((text) => text.startsWith('#'))).toBe(true)
})
