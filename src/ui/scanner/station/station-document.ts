import { formatCount } from '#kernel/format-count.ts'
import { josa } from '#kernel/josa.ts'
import type { Value, WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { isGranted, type Procedure } from '#kernel/operation.ts'
import type { ScanScreen } from '#kernel/screen.ts'
import { t } from '#ui/base/language.ts'
import { Listeners } from '#ui/base/listeners.ts'
import { showMessage } from '#ui/windows/message.tsx'
import { acceptColumns, findMatchingLine } from '#ui/scanner/codes/scan-columns.ts'
import { CallError } from '#ui/remote/api.ts'
import { findScreen } from '#ui/remote/menu.ts'
import { errorReason, type ScanCalls } from './scan-calls.ts'
import { ScanRefusedError, type ScanEntry } from './scan-log.ts'
import { startState, type SentScan, type StationState } from './scan-state.ts'
import { toNumber, roundQuantity, toText, totals } from './scan-totals.ts'

export class StationDocument {
  readonly screen: ScanScreen
  readonly columns: { readonly code: string; readonly quantity: string }
  readonly listeners = new Listeners()
  readonly #calls: ScanCalls
  #state = startState
  #isStale = false

  constructor(screen: ScanScreen, calls: ScanCalls) {
    this.screen = screen
    this.columns = acceptColumns(screen)
    this.#calls = calls
  }

  get state(): StationState {
    return this.#state
  }

  set(change: Partial<StationState>): void {
    this.#state = { ...this.#state, ...change }
    this.listeners.call()
  }

  get number(): string {
    return String(this.#state.document?.[this.screen.documentKey] ?? '')
  }

  /**
   * @param isTyped True if entered by the user, who may type only the last digits. A scanned code is
   * complete.
   */
  async open(written: string, isTyped = false): Promise<Partial<ScanEntry>> {
    const typedNumber = written.trim().toUpperCase()
    const isEnd = isTyped && /^\d{4,}$/.test(typedNumber)
    let document = await this.#calls.document(typedNumber)
    if (!document && isEnd) document = await this.#endingWith(typedNumber)
    if (!document) {
      const [ko, en] = this.#kind
      throw new ScanRefusedError(
        label(`없는 ${ko}입니다: ${typedNumber}`, `${en} not found: ${typedNumber}`),
      )
    }
    const number = String(document[this.screen.documentKey])
    const lines = await this.#calls.lines(number)
    const place = undefined
    this.#isStale = false
    this.set({
      document,
      place,
      lines,
      line: undefined,
      asked: undefined,
      isFinished: false,
      unanswered: undefined,
    })
    return { kind: 'document', code: number }
  }

  get #kind(): readonly [ko: string, en: string] {
    const title = this.screen.document.output[this.screen.documentKey]?.label
    return [title?.ko ?? '전표', title?.en ?? 'Document']
  }

  /** The only open document with these last digits. Throws if there are several. */
  async #endingWith(digits: string): Promise<WireRow | undefined> {
    const [first, ...others] = await this.#calls.endingWith(digits)
    if (first === undefined) return undefined
    if (others.length === 0) return this.#calls.document(first.toUpperCase())
    const [ko, en] = this.#kind
    const all = [first, ...others].slice(0, 3).join(', ')
    throw new ScanRefusedError(
      label(
        `${digits}${josa(digits, '으로/로')} 끝나는 ${ko}${josa(ko, '이/가')} 여러 개입니다. 전체 번호를 입력하세요: ${all}`,
        `Several numbers end with ${digits} (${en}). Enter the complete number: ${all}`,
      ),
    )
  }

  placeInput(): WireRow {
    const { place } = this.screen
    return place === undefined ? {} : { [place]: this.#state.place ?? null }
  }

  async send(sent: SentScan, key: string): Promise<Partial<ScanEntry>> {
    const { accept } = this.screen
    const { code, quantity } = sent
    const answer = await this.#calls.run(accept, this.#scanInput(accept, sent), key)
    if (answer.row?.['PLACE_YN'] === 'Y') return this.#setPlace(answer.row, code)
    return this.#applyResult(answer.row ?? {}, code, quantity)
  }

  #scanInput({ input }: Procedure, { code, quantity, facts }: SentScan): WireRow {
    const row = { ...facts, ...this.#documentInput(input) }
    return { ...row, [this.columns.code]: code, [this.columns.quantity]: quantity }
  }

  /**
   * Offers the other procedure for a rejected code, under the key of the rejected scan, which saved
   * nothing. Undefined if there is none or it is declined.
   */
  async sendOtherwise(
    sent: SentScan,
    key: string,
    error: unknown,
  ): Promise<Partial<ScanEntry> | undefined> {
    const { otherwise, route } = this.screen
    const isCode = error instanceof CallError && error.rows[0]?.COLUMN === this.columns.code
    if (!otherwise || !isCode || sent.quantity <= 0) return undefined
    if (!isGranted(findScreen(route)?.actions, otherwise.does)) return undefined
    const text = `${errorReason(error)} ${t(otherwise.question)}`
    if (!(await showMessage({ kind: 'question', text }))) return undefined
    const input = this.#scanInput(otherwise.does, sent)
    const { message } = await this.#calls.run(otherwise.does, input, key)
    return { kind: 'question', code: sent.code, message }
  }

  #documentInput(input: Readonly<Record<string, unknown>>): WireRow {
    const document = this.#state.document ?? {}
    const names = Object.keys(input).filter((name) => Object.hasOwn(document, name))
    return Object.fromEntries(names.map((name): [string, Value] => [name, document[name] ?? null]))
  }

  /** A piece that is carried to the place (`SCAN_QTY`) can be undone, unlike the place. */
  async #setPlace(answer: WireRow, code: string): Promise<Partial<ScanEntry>> {
    const place = String(answer[this.screen.place ?? ''])
    const delta = toNumber(answer['SCAN_QTY'])
    const isSame = place === this.#state.place
    if ((isSame || delta !== undefined) && code !== place) await this.#refreshCounted()
    const line = delta === undefined ? undefined : findMatchingLine(this.#state.lines, answer)
    this.set({ place, line })
    if (delta !== undefined) return { kind: 'goods', code, delta, line }
    return { kind: 'place', code: isSame && code !== place ? `${place} ${code}` : place }
  }

  async #applyResult(answer: WireRow, code: string, quantity: number): Promise<Partial<ScanEntry>> {
    const { counted } = this.screen
    const before = this.#state.lines
    let at = findMatchingLine(before, answer)
    if (at === undefined || answer[counted] === undefined) {
      await this.#refreshCounted()
      at ??= findLineByCode(this.#state.lines, code)
    } else {
      const line = { ...before[at], ...answer }
      this.set({ lines: before.map((row, index) => (index === at ? line : row)) })
    }
    const line = at === undefined ? undefined : this.#state.lines[at]
    this.set({ isFinished: this.#isComplete() })
    // The quantity can be split over several lines of the item.
    const grown =
      totals(this.screen, this.#state.lines).counted - totals(this.screen, before).counted
    const isUnseen = this.#isStale || toNumber(line?.[counted]) === undefined
    const delta = isUnseen ? quantity : roundQuantity(grown)
    return { line: at, delta, ...lineFacts(this.screen, line, code) }
  }

  /** Outdated lines do not show whether something is left. */
  #isComplete(): boolean {
    const { counted, wanted = 0 } = totals(this.screen, this.#state.lines)
    return this.screen.endsFull === true && !this.#isStale && wanted > 0 && counted >= wanted
  }

  async refreshIfStale(): Promise<void> {
    if (this.#isStale) await this.#refresh()
  }

  async #refresh(): Promise<void> {
    this.set({ lines: await this.#calls.lines(this.number) })
    this.#isStale = false
  }

  /** Reloads the lines after a successful count. On failure, the next scan reloads them first. */
  async #refreshCounted(): Promise<void> {
    this.#isStale = true
    await this.#refresh().catch(() => undefined)
  }

  /**
   * In a blind count, asks for confirmation if lines are not counted. If quantities are expected,
   * the server rejects such a finish.
   */
  async #confirmUncounted(wanted: number | undefined): Promise<void> {
    const { lines } = this.#state
    const open = lines.filter((line) => toNumber(line[this.screen.counted]) === undefined).length
    if (wanted !== undefined || open === 0) return
    const text = label(
      `${formatCount(lines.length)}행 가운데 ${formatCount(open)}행을 실사하지 않았습니다. 완료하면 이 작업에서는 더 실사할 수 없습니다. 완료할까요?`,
      `${formatCount(open)} of ${formatCount(lines.length, 'line')} not counted. After finishing, nothing more can be counted in this job. Finish?`,
    )
    if (await showMessage({ kind: 'question', text: t(text) })) return
    throw new ScanRefusedError(label('완료하지 않았습니다.', 'Not finished.'))
  }

  async finish(key: string): Promise<Partial<ScanEntry>> {
    const { document, isFinished } = this.#state
    if (!document || isFinished)
      throw new ScanRefusedError(
        label(
          '열린 전표가 없습니다. 전표를 먼저 스캔하세요.',
          'No document is open. Scan one first.',
        ),
      )
    const { counted, wanted } = totals(this.screen, this.#state.lines)
    if (wanted !== undefined && counted < wanted && !this.screen.canEndShort) {
      const rest = wanted - counted
      throw new ScanRefusedError(
        label(
          `${formatCount(rest)}개가 남았습니다. 모두 스캔한 뒤 완료하세요.`,
          `${formatCount(rest)} remaining. Scan them all before finishing.`,
        ),
      )
    }
    await this.#confirmUncounted(wanted)
    const { finish, documentKey } = this.screen
    const answer = await this.#calls.run(finish, this.#documentInput(finish.input), key)
    const reported = Object.entries(answer.row ?? {}).filter(([name]) =>
      Object.hasOwn(document, name),
    )
    this.set({ isFinished: true, document: { ...document, ...Object.fromEntries(reported) } })
    const message = answer.message || t(label('완료했습니다.', 'Finished.'))
    return { code: String(document[documentKey]), message }
  }
}

function lineFacts(
  { wanted, counted }: ScanScreen,
  line: WireRow | undefined,
  code: string,
): Partial<ScanEntry> {
  if (!line) return { code }
  return {
    code: toText(line['STOCK_CD']) ?? code,
    item: toText(line['STOCK_NM']),
    lot: toText(line['LOT_NO']),
    validDate: toText(line['VALID_DT']),
    counted: toNumber(line[counted]),
    wanted: toNumber(line[wanted]),
  }
}

export function findLineByCode(
  lines: readonly WireRow[],
  code: string | undefined,
): number | undefined {
  const index = lines.findIndex((line) =>
    ['STOCK_CD', 'BARCODE', 'LOT_NO'].some((name) => toText(line[name]) === code),
  )
  return index < 0 || code === undefined ? undefined : index
}
