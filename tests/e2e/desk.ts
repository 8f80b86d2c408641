import fs from 'node:fs'
import { createRequire } from 'node:module'
import { expect } from 'vitest'
import type { WireRow } from '#kernel/field.ts'
import { columnTitles, rowStatus } from '#tests/support/labels.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'
import { KeyboardUser } from './keyboard-user.ts'
import { SecondDesk } from './second-desk.ts'

const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export const receiptTitles = [
  columnTitles.OWNER_ORDER_NO,
  columnTitles.STOCK_CD,
  columnTitles.STOCK_NM,
  columnTitles.EXPECTED_QTY,
  columnTitles.VALID_DT,
]

/** A user at a keyboard, the server, and a second user who works concurrently. */
export class Desk {
  readonly user: KeyboardUser
  readonly other: SecondDesk
  server: ServerProcess

  private constructor(server: ServerProcess, user: KeyboardUser, other: SecondDesk) {
    this.server = server
    this.user = user
    this.other = other
  }

  static async open(): Promise<Desk> {
    const server = await startServer()
    const user = await KeyboardUser.open(server.url)
    return new Desk(server, user, await SecondDesk.open(server.url, 'clerk'))
  }

  async close(): Promise<void> {
    await this.user.close()
    await this.server.discard()
  }

  async openRows(route: string, search = ''): Promise<void> {
    await this.user.openScreen(route, search)
    await this.user.expectText(new RegExp(`${rowStatus(1, '[1-9]')}|${rowStatus('–', 0)}`))
    await this.user.press('Alt+g')
    await this.#waitingIn('[data-key-sink]')
  }

  async #waitingIn(place: string): Promise<void> {
    await this.user.page.waitForFunction(
      (wanted) => document.activeElement?.matches(wanted),
      `.panel[data-active] ${place}`,
    )
  }

  async openUpload(query: string, route: string): Promise<void> {
    const { user } = this
    await user.open(query, route)
    await this.#waitingIn('.upload-intake input')
    await user.type('HANBIT')
    await user.press('Tab')
    await user.expectText('한빛헬스')
    await user.type('20261120')
    await user.press('Tab')
  }

  openReceiptUpload(): Promise<void> {
    return this.openUpload('ㅇㄱㅇㅅ', 'ReceiptUploadExcel')
  }

  async renameFirstOwner(name: string): Promise<void> {
    await this.openRows('Owner')
    await this.user.press('ArrowRight')
    // Keys without a pause count as a scanner's, so wait until the cursor has moved.
    await this.user.page.waitForFunction(() => {
      const sink = document.querySelector('.panel[data-active] [data-key-sink]')
      const cell = sink?.getAttribute('aria-activedescendant')
      return cell ? document.getElementById(cell)?.ariaColIndex === '2' : false
    })
    await this.user.type(name)
    await this.user.press('Enter')
    await this.expectShown('grid', 'GIFT', name)
  }

  async firstOwner(): Promise<WireRow> {
    return (await this.other.rows('master/owner', { OWNER_CD: 'GIFT' }))[0] ?? {}
  }

  /**
   * Waits for a row of the active grid as a screen reader announces it. `!` marks an invalid cell.
   */
  async expectShown(zone: 'grid' | 'lines', ...texts: string[]): Promise<void> {
    const grid = `.panel[data-active] [data-zone=${zone}] .grid-table`
    const rows = this.user.page.locator(`${grid} [role=row]`)
    const readCells = (): Promise<string[][]> =>
      rows.evaluateAll((found) =>
        found.map((row) =>
          [...row.children].map((cell) => (cell.ariaInvalid ? '!' : '') + (cell.textContent ?? '')),
        ),
      )
    await expect.poll(readCells, { timeout: 10_000 }).toContainEqual(expect.arrayContaining(texts))
  }

  focused(): Promise<string> {
    return this.user.page.evaluate(() => {
      const here = document.activeElement
      return here?.getAttribute('name') ?? here?.getAttribute('aria-label') ?? here?.id ?? ''
    })
  }

  /** Expects the page to follow the WCAG rules that axe checks. */
  async checkLooks(): Promise<void> {
    const { page } = this.user
    await page.evaluate(axe)
    const found = await page.evaluate<string[]>(`
      axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag22aa'] })
        .then(({ violations }) => violations.map((each) => each.id + ' ' + each.nodes[0].html))`)
    expect(found).toEqual([])
  }

  /** Key that closes the active popup. A prompt about unsaved edits is answered with discard. */
  async #leaveKey(): Promise<string> {
    const asks = this.user.page.locator('.popup:not([data-leaving]) [aria-keyshortcuts=Delete]')
    return (await asks.count()) > 0 ? 'Delete' : 'Enter'
  }

  /** Closes the active screen and its popups, discarding edits. */
  async leave(): Promise<void> {
    const { page } = this.user
    const screen = page.locator('.panel[data-active] :is([data-zone=grid], .upload-page)')
    const popup = page.locator('.popup')
    for (;;) {
      if ((await popup.count()) > 0) await this.user.press(await this.#leaveKey())
      else if ((await screen.count()) > 0) await this.user.press('Escape', 'Alt+w')
      else return
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done(null))))
    }
  }
}
