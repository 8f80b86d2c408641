import type { Response } from 'playwright-core'
import {
  resolveColumns,
  type Column,
  type DocScreen,
  type GridPart,
  type MasterScreen,
  type PrintScreen,
  type ScanScreen,
  type SingleScreen,
  type Screen,
  type UploadScreen,
  type WorkScreen,
} from '#kernel/screen.ts'
import { testDay } from '#tests/support/floor.ts'
import { rowPattern, pageTexts } from '#tests/support/labels.ts'
import { walkChart } from './chart-walk.ts'
import { editableColumns } from './editable-columns.ts'
import type { KeyboardUser } from './keyboard-user.ts'
import { leaveAll, openPopupSelector } from './close-all.ts'
import { writeSheetFile } from './sheets.ts'
import { searchArgument } from './walk-search.ts'
import { standardKeys, type KeymapKeys } from './walk-keys.ts'
import { someOf, type WalkArguments } from './walk-floor.ts'

const front = '.panel[data-active]'
/** Optional columns. A stock change must change at least one of them. */
const changing = new Set(['TO_LOT_NO', 'TO_MARK', 'TO_VALID_DT', 'TO_WCODE', 'NEW_KG'])
/** Performs the main task of each kind of screen by keyboard, with the prepared record. */
export class ScreenWalk {
  readonly #user: KeyboardUser
  readonly #keys: KeymapKeys
  #createdCount = 0

  constructor(user: KeyboardUser, keys = standardKeys) {
    this.#user = user
    this.#keys = keys
  }

  /** @throws if the task cannot be done or the server rejects it. */
  async walk(screen: Screen, found: WalkArguments): Promise<void> {
    await this.#open(screen, found)
    switch (screen.kind) {
      case 'list':
        await this.#read()
        return screen.chart && walkChart(this.#user, front)
      case 'master':
        return screen.rowsFixed ? this.#change(screen) : this.#addAndDelete(screen, found)
      case 'doc':
        return this.#write(screen, found)
      case 'single':
        return this.#writeOne(screen, found)
      case 'work':
        return this.#act(screen, found)
      case 'print':
        return this.#print(screen)
      case 'scan':
        return this.#scan(screen, found)
      case 'upload':
        return this.#upload(screen, found)
      case 'layout':
      case 'custom':
        return this.#isIn('')
    }
  }

  leave(): Promise<void> {
    return leaveAll(this.#user)
  }

  async #open(screen: Screen, found: WalkArguments): Promise<void> {
    const { page } = this.#user
    const argument = searchArgument(screen, found)
    await this.#user.press('Control+k')
    await page.locator('[cmdk-input]').waitFor()
    await page.keyboard.insertText(screen.route + argument)
    const chosen = page.locator('[cmdk-item][aria-selected=true][data-value^="screen:"]')
    await chosen
      .getByText(`/${screen.route}`)
      .first()
      .waitFor()
      .catch(() => chosen.waitFor())
    const isAsked = 'grid' in screen && (screen.searchAtOpen === true || argument !== '')
    const request = isAsked ? this.#waitForQuery(screen.grid.source.name) : undefined
    await this.#user.press('Enter')
    await request
    await page.locator('.status-line').getByText(screen.route, { exact: true }).waitFor()
  }

  async #isIn(zone: string): Promise<void> {
    await this.#user.page.waitForFunction(
      (wanted) => document.activeElement?.closest(wanted) !== null,
      `${front} ${zone}`.trim(),
    )
  }

  async #rows(): Promise<void> {
    await this.#user.expectText(rowPattern('\\S+', '[1-9]'))
    await this.#user.press('Alt+g')
    await this.#isIn('[data-zone=grid]')
  }

  async #read(): Promise<void> {
    await this.#rows()
    await this.#user.press(...this.#keys.first, ...this.#keys.last)
    await this.#user.page
      .locator(`${front} [data-zone=grid] .grid-live`)
      .getByText(/^행 1, ./)
      .waitFor({ state: 'attached' })
  }

  async #addAndDelete(screen: MasterScreen, found: WalkArguments): Promise<void> {
    await this.#user.expectText(rowPattern('\\S+', '\\d'))
    await this.#user.press('Alt+g')
    await this.#isIn('[data-zone=grid]')
    await this.#user.press(...this.#keys.add)
    const typed = await this.#fill(screen.route, screen.grid, screen.save.input, found)
    // A save reloads the rows, so wait for the new ones.
    const again = this.#waitForQuery(screen.grid.source.name)
    await Promise.all([this.#saves(this.#keys.save), again])
    if (screen.rowsKept) return
    const texts = [...typed.values()].filter((value) => value.length > 1 && value !== testDay)
    const name = texts.find((value) => value.startsWith('WALK-')) ?? texts.at(-1) ?? ''
    await this.#user.press(...this.#keys.find)
    await this.#isIn('.find-bar')
    await this.#user.page.keyboard.insertText(name)
    await this.#user.press('Enter', 'Escape')
    await this.#isIn('[data-zone=grid]')
    await this.#press(this.#keys.delete)
    const deleted = await this.#saves(this.#keys.save)
    if (!/"BATCH_FLAG":"D"/.test(deleted)) throw new Error(`nothing was deleted: ${deleted}`)
  }

  /** Toggles the first check box of the first row, or types into a cell if there is none. */
  async #change(screen: MasterScreen): Promise<void> {
    await this.#rows()
    const columns = resolveColumns('', screen.grid.source.output, screen.grid.columns)
    const index = columns.findIndex(({ kind, editable }) => kind === 'flag' && editable !== false)
    if (index >= 0) {
      await this.#user.press(...this.#keys.first, ...Array<string>(index).fill('ArrowRight'), ' ')
    } else {
      const always = columns.findIndex(({ editable }) => editable === true)
      const first = always < 0 ? columns.findIndex(({ editable }) => editable) : always
      await this.#user.press(...this.#keys.first, ...Array<string>(first).fill('ArrowRight'))
      await this.#user.page.keyboard.insertText(`WALK-${(this.#createdCount += 1)}`)
      await this.#user.press('Enter')
    }
    await this.#saves(this.#keys.save)
  }

  async #write(screen: DocScreen, found: WalkArguments): Promise<void> {
    await this.#user.page.locator(`${front} [data-zone=grid]`).waitFor()
    const isShown = screen.link.some((name) => found[name] !== undefined)
    if (isShown) await this.#rows()
    else {
      await this.#user.press('Alt+g', ...this.#keys.add)
      await this.#isIn('[data-zone=grid]')
      await this.#fill(screen.route, screen.grid, screen.save.input, found)
    }
    await this.#user.press('Alt+l', ...this.#keys.add)
    await this.#isIn('[data-zone=lines]')
    // The existing document already has the item, so its new line needs a different one.
    const { STOCK_CD, ...others } = found
    const line = isShown ? others : { ...others, ...(STOCK_CD && { STOCK_CD }) }
    await this.#fill(screen.route, screen.lines, screen.save.lines ?? {}, line)
    await this.#saves(this.#keys.save)
  }

  /** Fills a header form: Tab moves between fields, Enter moves on to the lines. */
  async #writeOne(screen: SingleScreen, found: WalkArguments): Promise<void> {
    await this.#user.page.locator(`${front} [data-zone=form]`).waitFor()
    await this.#user.press(...this.#keys.addForm)
    await this.#isIn('[data-zone=form]')
    const columns = editableColumns(screen.route, screen.grid)
    const head = screen.form.flatMap((name) => columns.find((column) => column.name === name) ?? [])
    for (const column of head) {
      const isFresh = found[`NEW_${column.name}`] !== undefined
      const isWanted = screen.save.input[column.name]?.required === true || isFresh
      const box = this.#user.page.locator(`${front} [data-zone=form] input:focus`)
      const isShown = await box.inputValue({ timeout: 200 }).catch(() => '')
      if (isWanted && isShown === '') {
        await this.#user.page.keyboard.insertText(this.#valueFor(column, found))
      }
      await this.#user.press('Tab')
    }
    await this.#user.press('Alt+l', ...this.#keys.add)
    await this.#isIn('[data-zone=lines]')
    await this.#fill(screen.route, screen.lines, screen.save.lines ?? {}, found)
    await this.#saves(this.#keys.save)
  }

  async #act(screen: WorkScreen, found: WalkArguments): Promise<void> {
    await this.#rows()
    await this.#fill(screen.route, screen.grid, screen.act.input, { ...found, isWork: 'Y' })
    await this.#saves(this.#keys.save)
  }

  async #print(screen: PrintScreen): Promise<void> {
    await this.#rows()
    const printed = this.#user.page.waitForResponse((response) =>
      response.url().includes(`/api/print/${screen.printOut.name}`),
    )
    await this.#user.press(...this.#keys.print)
    const answer = await printed
    if (!answer.ok()) throw new Error(await answer.text())
    // Output for other systems is saved as a file, without a preview.
    if (answer.headers()['content-type'] !== 'application/pdf') return
    await this.#user.page.locator('.print-preview').waitFor()
    await this.#user.press('Escape')
  }

  async #scan(screen: ScanScreen, found: WalkArguments): Promise<void> {
    const { page } = this.#user
    await this.#isIn('')
    await page.keyboard.insertText(found[screen.documentKey] ?? '')
    await this.#user.press('Enter')
    const facts = page.locator(`${front} .scan-facts`)
    await facts.getByText(found[screen.documentKey] ?? '').waitFor()
    const place = screen.place ? [found[screen.place]] : []
    const codes = [...place, found['STOCK_CD'], ...(found['THEN'] ? [found['THEN']] : [])]
    for (const code of codes) {
      const counted = this.#answer()
      await page.keyboard.insertText(code ?? '')
      await this.#user.press('Enter', ...(found['ANSWER'] ? [found['ANSWER']] : []))
      await readAcceptedBody(await counted)
    }
    // The last piece finishes the document.
    if (screen.endsFull) return
    await this.#saves(this.#keys.finish)
  }

  async #upload(screen: UploadScreen, found: WalkArguments): Promise<void> {
    const { page } = this.#user
    await this.#isIn('.upload-intake')
    for (const [name, field] of Object.entries(screen.header)) {
      await page.keyboard.insertText(this.#valueFor({ ...plain, ...field, name }, found))
      await this.#user.press('Tab')
      // A browser opens its file chooser soon after a key, so wait for the lookup of the typed
      // value.
      if (field.lookup === 'owner') await this.#user.expectText('한빛헬스')
    }
    const columns = resolveColumns(screen.route, screen.save.input, screen.columns).filter(
      ({ name }) => !Object.hasOwn(screen.header, name),
    )
    const wanted = columns.filter(({ required }) => required)
    const row = wanted.map((column) => this.#valueFor(column, found))
    const file = await writeSheetFile('walk.xlsx', [wanted.map(({ label }) => label.ko), row])
    await this.#user.chooseFile('Control+i', file)
    await this.#user.expectText(pageTexts.rowsRead(1))
    if (screen.ownerMapping) await this.#letters(columns, wanted)
    await this.#user.press(...this.#keys.read)
    await this.#user.expectText(pageTexts.uploadChecked)
    await this.#saves(this.#keys.save)
  }

  async #letters(columns: readonly Column[], wanted: readonly Column[]): Promise<void> {
    for (const column of columns) {
      const index = wanted.indexOf(column)
      await this.#user.press('Control+a')
      if (index >= 0) await this.#user.page.keyboard.insertText(String.fromCharCode(65 + index))
      else await this.#user.press('Delete')
      await this.#user.press('Tab')
    }
  }

  async #fill(
    route: string,
    part: GridPart,
    input: Readonly<Record<string, { readonly required: boolean }>>,
    found: WalkArguments,
  ): Promise<ReadonlyMap<string, string>> {
    const columns = resolveColumns(route, part.source.output, part.columns)
    const drawn = columns.filter(({ hidden }) => !hidden)
    const editable = editableColumns(route, part)
    const typed = new Map<string, string>()
    const isWanted = ({ name }: Column): boolean =>
      input[name]?.required === true || changing.has(name) || found[`NEW_${name}`] !== undefined
    const last = editable.findLastIndex(isWanted)
    if (last < 0) return typed
    await this.#unfold()
    await this.#waitForMode(this.#keys.type, '입력')
    if (found['isWork']) await this.#user.press('Home')
    if (found['isWork'] && drawn[0] !== editable[0]) await this.#user.press('Tab')
    for (const [index, column] of editable.slice(0, last + 1).entries()) {
      if (isWanted(column)) typed.set(column.name, await this.#type(column, found))
      // On the last cell Enter moves down, to the next document if there is one.
      await this.#user.press(index === editable.length - 1 ? 'Enter' : 'Tab')
    }
    await this.#waitForMode(this.#keys.typed, '명령')
    return typed
  }

  /** Tab skips folded columns, so the walk opens them first to know where it goes. */
  async #unfold(): Promise<void> {
    const focused = this.#user.page.locator(`${front} .grid-root:has(:focus) .grid-folded`)
    if (await focused.isVisible()) await this.#user.press('Alt+z')
  }

  /** Presses keys at human speed, because four letters in a burst count as a scan. */
  async #press(keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#user.page.keyboard.press(key, { delay: 45 })
  }

  /**
   * Waits until letters count as text or commands and not as a scan, which the status line shows.
   */
  async #waitForMode(keys: readonly string[], mode: string): Promise<void> {
    await this.#press(keys)
    if (keys.length > 0) await this.#user.page.locator('.status-mode').getByText(mode).waitFor()
  }

  async #type(column: Column, found: WalkArguments): Promise<string> {
    if (column.kind === 'select') {
      await this.#user.press('F4')
      await this.#user.page.locator(`${front} .grid-options`).first().waitFor()
      // Moving through an open list sets its highlighted value.
      await this.#user.press('ArrowDown', ...(column.name === 'OTHER_CD' ? [] : ['ArrowUp']))
      return ''
    }
    const value = this.#valueFor(column, found)
    await this.#user.page.keyboard.insertText(value)
    return value
  }

  #valueFor({ name, kind, lookup }: Column, found: WalkArguments): string {
    // Codes with a fixed format are prepared by the floor.
    const [known, fresh] = [found[name], found[`NEW_${name}`]]
    if (lookup === undefined && fresh !== undefined) return fresh
    if (kind === 'number') return '1'
    if (['TO_VALID_DT', 'NEW_DT'].includes(name)) return '20301231'
    if (kind === 'date') return testDay
    if (name === 'TO_STOCK_CD') return 'OTHER'
    if (name.startsWith('TO_') && lookup === 'cell') return 'A-150'
    if (lookup !== undefined) return known ?? someOf[lookup] ?? ''
    // Typed codes without a lookup, and lots, are generated here.
    if (known !== undefined && name.endsWith('_NO') && name !== 'LOT_NO') return known
    this.#createdCount += 1
    return `WALK-${this.#keys.letter}${this.#createdCount}`
  }

  /** Waits for the rows of the next query and the frame that shows them. */
  async #waitForQuery(query: string): Promise<void> {
    const { page } = this.#user
    const isAnswer = (response: Response): boolean => response.url().endsWith(`/api/wms/${query}`)
    // If no query is sent, the later search for the rows reports the error.
    const answer = await page.waitForResponse(isAnswer).catch(() => undefined)
    const atRest = page.locator('[role=tab][aria-selected=true]:not([aria-busy=true])')
    // A response that the page aborts for a newer one never finishes.
    await Promise.race([answer?.finished(), atRest.waitFor()])
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    )
    // A row numbered by the server is a different row after a reload, so wait for it.
    await atRest.waitFor()
  }

  #answer(): Promise<Response> {
    return this.#user.page.waitForResponse((response) => {
      const request = response.request().postData() ?? ''
      return response.url().endsWith('/saveProcedure') && !request.includes('"DRY_RUN":"Y"')
    })
  }

  async #saves(keys: readonly string[]): Promise<string> {
    const response = this.#answer()
    // Find and read the message in one step, because it can be removed in between.
    const request = this.#user.page
      .waitForFunction(
        (message) => document.querySelector<HTMLElement>(message)?.innerText,
        `${openPopupSelector}[data-kind=message]`,
      )
      .then((text) => text.jsonValue())
    const given = response.then(() => undefined)
    await this.#press(keys)
    // Only one of the two happens. Fail if neither does.
    const first = await Promise.any([given, request]).catch(() => 'nothing' as const)
    if (first !== undefined && first !== 'nothing') {
      if (first.startsWith('오류')) throw new Error(first)
      await this.#user.press('Enter')
    }
    if (first === 'nothing')
      throw new Error(
        `${keys.join(' ')} sent nothing: ${await this.#user.page.locator('.status-line').innerText()}`,
      )
    const sent = await response.catch(() => undefined)
    if (sent === undefined) throw new Error(`nothing was sent after: ${first}`)
    return readAcceptedBody(sent)
  }
}

const plain = { editable: true, frozen: false, hidden: false } as const

async function readAcceptedBody(response: Response): Promise<string> {
  if (!response.ok()) throw new Error(`${response.status()} ${await response.text()}`)
  return response.request().postData() ?? ''
}
