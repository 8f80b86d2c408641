import type { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import { rowPattern, columnTitles } from '#tests/support/labels.ts'
import { ean13, WedgeScanner, type WedgeOptions } from './wedge-scanner.ts'

/** All speeds, suffixes and input method states: 24 ways to scan one code. */
const ways: readonly WedgeOptions[] = [0, 1, 2, 5, 10, 20].flatMap((gapMs) =>
  (['Enter', 'Tab'] as const).flatMap((suffix) =>
    [false, true].map((hangul) => ({ gapMs, suffix, hangul })),
  ),
)

/** Result of the scans at one place. All four counts must be 0. */
export interface PlaceTally {
  readonly place: string
  readonly scans: number
  readonly lost: number
  /** Received codes that were never scanned. */
  readonly changed: number
  /** Codes received more than once. */
  readonly doubled: number
  /** Codes received out of order. */
  readonly disordered: number
  /** Tabs, popups, navigations or requests that no scan should cause. */
  readonly leaked: number
}

interface GridState {
  readonly at: number
  readonly column: string
  readonly cells: string[]
  readonly columns: number
  readonly editing: string
}

/** Rows to fill before moving the cursor back up. They fit on the screen. */
const rowsAtOnce = 12

/**
 * Scans 13 digits in every way at every place that can have the focus, and counts the errors. The
 * page must be logged in. For the last place, the checking station must have a document open.
 */
export class ScanMatrix {
  readonly #user: KeyboardUser
  readonly #scanner: WedgeScanner
  readonly #scans: readonly WedgeOptions[]
  /** Requests since the current place started, without settings. */
  #calls: { path: string; body: { SEARCH?: object; PROCEDURE?: string; ROWS?: object[] } }[] = []
  #number = 0

  private constructor(user: KeyboardUser, scanner: WedgeScanner, repeats: number) {
    this.#user = user
    this.#scanner = scanner
    this.#scans = Array.from({ length: repeats }, () => ways).flat()
    user.page.on('request', (request) => {
      const path = new URL(request.url()).pathname
      // The first scan loads the code formats of the owners.
      if (!path.startsWith('/api/wms/') || path.endsWith('/master/code-format')) return
      this.#calls.push({ path, body: JSON.parse(request.postData() ?? '{}') })
    })
  }

  /** @param repeats number of scans per way and place */
  static async on(user: KeyboardUser, repeats: number): Promise<ScanMatrix> {
    return new ScanMatrix(user, await WedgeScanner.on(user.page), repeats)
  }

  async cells(): Promise<PlaceTally> {
    const right = ['ArrowRight', 'ArrowRight', 'ArrowRight']
    const { at, cells, columns } = await this.#intoColumn(columnTitles.BARCODE, 'Home', ...right)
    const around = await this.#surroundings()
    const wanted: string[] = []
    const scanned: string[] = []
    for (let first = 0; first < this.#scans.length; first += rowsAtOnce) {
      const batch = this.#scans.slice(first, first + rowsAtOnce)
      const codes: string[] = []
      for (const way of batch) codes.push(await this.#scan(way))
      const inRows = codes.map((_, row) => at + row * columns)
      const state = await this.#until(
        () => this.#grid(),
        (now) => now.editing === '' && inRows.every((cell, row) => now.cells[cell] === codes[row]),
      )
      wanted.push(...codes)
      scanned.push(...inRows.map((cell) => state.cells[cell] ?? ''))
      // Changes in any other cell are misplaced input.
      const strays = state.cells.filter(
        (text, cell) => !inRows.includes(cell) && text !== cells[cell],
      )
      scanned.push(...strays)
      cells.splice(0, cells.length, ...state.cells)
      for (let row = 0; row < batch.length; row += 1) await this.#user.press('ArrowUp')
    }
    return this.#tally('cell', wanted, scanned, around)
  }

  async frozenCell(): Promise<PlaceTally> {
    const { at } = await this.#intoColumn(columnTitles.STOCK_CD, 'Insert', 'Home', 'ArrowRight')
    const around = await this.#surroundings()
    const wanted: string[] = []
    const scanned: string[] = []
    for (const way of this.#scans) {
      const code = await this.#scan(way)
      const state = await this.#until(
        () => this.#grid(),
        (now) => now.editing === '' && now.cells[at] === code,
      )
      wanted.push(code)
      scanned.push(state.cells[at] ?? '')
      // The cursor moved on as after Enter. Move back to overwrite this cell.
      await this.#user.press('ArrowUp')
    }
    return this.#tally('frozen cell', wanted, scanned, around)
  }

  async searchField(): Promise<PlaceTally> {
    await this.#user.openScreen('Owner')
    await this.#user.expectText(rowPattern('\\d+', ''))
    const field = this.#user.page
      .getByLabel(columnTitles.OWNER_NM)
      .filter({ visible: true })
      .first()
    const around = await this.#surroundings()
    const wanted: string[] = []
    for (const way of this.#scans) {
      // A finished search moves the focus to its rows.
      await field.focus()
      wanted.push(await this.#scan(way))
      await this.#until(
        () => Promise.resolve(this.#calls.length),
        (count) => count >= wanted.length,
      )
    }
    const searched = this.#calls.map(({ body }) =>
      String(Reflect.get(body.SEARCH ?? {}, 'OWNER_NM')),
    )
    this.#calls = this.#calls.filter(({ body }) => body.SEARCH === undefined)
    return this.#tally('search field', wanted, searched, around)
  }

  async palette(): Promise<PlaceTally> {
    await this.#user.press('Control+k')
    const input = this.#user.page.locator('[cmdk-input]')
    await input.waitFor()
    const around = await this.#surroundings()
    const wanted: string[] = []
    const scanned: string[] = []
    for (const way of this.#scans) {
      const code = await this.#scan(way)
      wanted.push(code)
      scanned.push(
        await this.#until(
          () => input.inputValue(),
          (text) => text === code,
        ),
      )
    }
    // Ignore requests, because the command line looks up records.
    this.#calls = []
    const tally = await this.#tally('palette open', wanted, scanned, around)
    await this.#user.press('Escape')
    await input.waitFor({ state: 'detached' })
    return tally
  }

  /** Scans with nothing focused, for the active checking station. */
  async nothingFocused(): Promise<PlaceTally> {
    const around = await this.#surroundings()
    const wanted: string[] = []
    for (const way of this.#scans) {
      await this.#user.page.evaluate(() => {
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      })
      wanted.push(await this.#scan(way))
      await this.#until(
        () => Promise.resolve(this.#calls.length),
        (count) => count >= wanted.length,
      )
    }
    const sent = this.#calls.flatMap(({ body }) => body.ROWS ?? [])
    this.#calls = this.#calls.filter(({ body }) => body.PROCEDURE !== 'outbound/check-scan')
    const codes = sent.map((row) => String(Reflect.get(row, 'CODE')))
    return this.#tally('nothing focused', wanted, codes, around)
  }

  async #scan(way: WedgeOptions): Promise<string> {
    this.#number += 1
    const code = ean13(this.#number)
    await this.#scanner.scan(code, way)
    return code
  }

  /** Moves to a cell of the item grid with the keyboard and checks which column it reached. */
  async #intoColumn(column: string, ...keys: string[]): Promise<GridState> {
    await this.#user.openScreen('StockBasic')
    await this.#user.expectText(rowPattern('\\d+', ''))
    await this.#user.press('Alt+g', ...keys)
    const state = await this.#until(
      () => this.#grid(),
      (now) => now.column === column,
    )
    if (state.column !== column) throw new Error(`the cursor is in ${state.column}, not ${column}`)
    return state
  }

  /** State that a key leaking into a shortcut would change. */
  #surroundings(): Promise<string> {
    this.#calls = []
    return this.#user.page.evaluate(() =>
      JSON.stringify({
        address: location.href,
        tabs: document.querySelectorAll('.tab-bar [role=tab]').length,
        windows: document.querySelectorAll('[role=dialog], [role=alertdialog]').length,
        palette: document.querySelector('[cmdk-input]') !== null,
      }),
    )
  }

  #grid(): Promise<GridState> {
    return this.#user.page.evaluate(() => {
      const sink = document.activeElement
      const current = document.getElementById(sink?.getAttribute('aria-activedescendant') ?? '')
      const grid = current?.closest('[role=grid]')
      const cells = [...(grid?.querySelectorAll('[role=gridcell]') ?? [])]
      const index = current?.getAttribute('aria-colindex') ?? ''
      return {
        column:
          grid?.querySelector(`[role=columnheader][aria-colindex="${index}"]`)?.textContent ?? '',
        at: current ? cells.indexOf(current) : -1,
        cells: cells.map((cell) => cell.textContent),
        columns: Number(grid?.getAttribute('aria-colcount')),
        editing: sink instanceof HTMLTextAreaElement ? sink.value : 'no grid',
      }
    })
  }

  /** Polls until the state is the expected one. Returns the last state after ten seconds. */
  async #until<T>(read: () => Promise<T>, isWanted: (now: T) => boolean): Promise<T> {
    const giveUpAt = Date.now() + 10_000
    for (;;) {
      const now = await read()
      if (isWanted(now) || Date.now() > giveUpAt) return now
      await new Promise((resolve) => setTimeout(resolve, 15))
    }
  }

  async #tally(
    place: string,
    wanted: readonly string[],
    scanned: readonly string[],
    around: string,
  ): Promise<PlaceTally> {
    const calls = this.#calls.length
    const changes = (await this.#surroundings()) === around ? 0 : 1
    const arrived = scanned.filter((code) => wanted.includes(code))
    const inOrder = wanted.filter((code) => arrived.includes(code))
    return {
      place,
      scans: wanted.length,
      lost: wanted.length - inOrder.length,
      changed: scanned.length - arrived.length,
      doubled: arrived.length - new Set(arrived).size,
      disordered: [...new Set(arrived)].filter((code, index) => code !== inOrder[index]).length,
      leaked: calls + changes,
    }
  }
}
