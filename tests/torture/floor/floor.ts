import type { Value } from '#kernel/field.ts'
import type { Database } from '#server/db/database.ts'
import { Building, pileKey, type PersonAction, type Pile } from './building.ts'
import { cellNames, itemById, itemId, type Item, type Warehouse } from './catalogue.ts'
import type { Dice } from './dice.ts'
import { Findings, type FindingKind } from './findings.ts'

export type Row = Record<string, Value>

/** A logged-in user of one warehouse. */
export interface Session {
  query(name: string, search?: Row): Promise<Row[]>
  save(
    procedure: string,
    rows: readonly Row[],
  ): Promise<{
    readonly status: number
    readonly body: {
      readonly message?: string
      readonly data: { readonly rows: Row[] }
      readonly rows?: readonly { readonly POERROR: string; readonly COLUMN?: string }[]
    }
  }>
}

export interface Person {
  readonly name: string
  readonly dice: Dice
  readonly sessions: Readonly<Record<Warehouse, Session>>
}

export interface Reply {
  readonly isDone: boolean
  readonly status: number
  readonly rows: readonly Row[]
  /** Error texts, in Korean. */
  readonly text: string
}

/** A planned action. No other action of the same round touches its subjects (cells, documents). */
export interface Plan {
  readonly subjects: readonly string[]
  run(): Promise<void>
}

/** Missing pieces that a picker reported. Valid until the place is counted. */
interface ShortReport {
  readonly step: number
  /** Allocations with a higher number were made after the report of missing pieces. */
  readonly lastAllocation: number
  readonly deviation: number
}

/** Share of actions in which a person makes a mistake. */
const errorRate = 0.06

export class Floor {
  readonly db: Database
  readonly building = new Building()
  readonly findings = new Findings()
  readonly people: readonly Person[]
  readonly answers = new Map<string, number>()
  readonly mistakes = new Map<string, number>()
  readonly shortReports = new Map<string, ShortReport>()
  /**
   * Step of the last change to stock awaiting inspection outside the station, by `stockSubject`.
   */
  readonly inspectionsElsewhere = new Map<string, number>()
  /** Cells where a count is open. People make no unrecorded change there; see `isWithoutCount`. */
  readonly countedCells = new Set<string>()
  /** Cells whose counts were approved in this round. Their books are compared at its end. */
  readonly approvedCells = new Set<string>()
  steps = 0
  #numbers = 0

  constructor(db: Database, people: readonly Person[]) {
    this.db = db
    this.people = people
  }

  nextNumber(): number {
    this.#numbers += 1
    return this.#numbers
  }

  async save(person: Person, wcode: Warehouse, name: string, rows: readonly Row[]): Promise<Reply> {
    this.steps += 1
    const { status, body } = await person.sessions[wcode].save(name, rows)
    const answer = `${name} ${status}`
    this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1)
    const texts = (body.rows ?? []).map(({ POERROR, COLUMN }) => `${COLUMN ?? ''} ${POERROR}`)
    const text = status === 200 ? '' : [body.message ?? '', ...texts].join(' · ')
    return { isDone: status === 200, status, rows: status === 200 ? body.data.rows : [], text }
  }

  query(person: Person, wcode: Warehouse, name: string, search: Row): Promise<Row[]> {
    return person.sessions[wcode].query(name, search)
  }

  begin(person: Person, text: string): PersonAction {
    return this.building.begin(this.steps, `${person.name}: ${text}`)
  }

  find(kind: FindingKind, text: string, place: string): void {
    const trace = this.building.trace(place)
    this.findings.add({ kind, step: this.steps, text, trace })
  }

  /** Whether the person makes a mistake now, at the set rate. Counts the mistakes by kind. */
  makesMistake(person: Person, kind: string): boolean {
    if (!person.dice.chance(errorRate)) return false
    this.mistakes.set(kind, (this.mistakes.get(kind) ?? 0) + 1)
    return true
  }

  /** Whether no count is open in the cell. A count could not notice a change that was not keyed. */
  isWithoutCount(wcode: string, cell: string): boolean {
    return !this.countedCells.has(`${wcode}|${cell}`)
  }

  otherThan(person: Person, ...excluded: readonly string[]): Person {
    const others = this.people.filter(({ name }) => ![person.name, ...excluded].includes(name))
    return person.dice.pick(others) ?? person
  }
}

export const today = (): string =>
  new Date().toLocaleDateString('sv', { timeZone: 'Asia/Seoul' }).replaceAll('-', '')

export const toQuantity = (thousandths: number): number => thousandths / 1000
export const toThousandths = (value: Value | undefined): number =>
  Math.round(Number(value ?? 0) * 1000)
export const toText = (value: Value | undefined): string => String(value ?? '')

export function pileFor(wcode: string, place: string, item: Item, extra: Partial<Pile> = {}): Pile {
  const facts = { lot: '', valid: '', condition: 'NORMAL', unit: '' }
  return { wcode, place, item: itemId(item), ...facts, ...extra }
}

/** Pile that a row of a list refers to. */
export function pileOfRow(wcode: string, row: Row, owner: string, condition = 'NORMAL'): Pile {
  return {
    wcode,
    place: toText(row['CELL_CD']),
    item: `${owner}/${toText(row['STOCK_CD'])}`,
    lot: toText(row['LOT_NO']),
    valid: toText(row['VALID_DT']),
    condition: toText(row['CONDITION_CD'] ?? condition),
    unit: toText(row['PALLET_NO']) || toText(row['BOX_NO']),
  }
}

export const stagedPile = (pile: Pile, shipment: string): Pile => {
  return { ...pile, place: `@${shipment}`, unit: '' }
}

/** Piles of pieces in cells of the warehouse. */
export function getShelvedPiles(floor: Floor, wcode: Warehouse): Pile[] {
  return floor.building.piles(wcode).filter(({ place }) => /^[A-Z]/.test(place))
}

export const cellSubject = ({ wcode, place }: Pick<Pile, 'wcode' | 'place'>): string =>
  `${wcode}|${place}`

export function pickWarehouse(dice: Dice): Warehouse {
  return dice.chance(0.75) ? 'W01' : 'W02'
}

export function pickCell(dice: Dice, wcode: Warehouse): string {
  return dice.pick(cellNames(wcode)) ?? 'A-001'
}

/** All piles of an item and lot in a warehouse. */
export const stockSubject = ({ wcode, item, lot, valid }: Pile): string =>
  [wcode, item, lot, valid].join('|')

/** A quantity of whole pieces between one and all of them. */
export function pickSome(dice: Dice, pile: Pile, max: number): number {
  const { piece } = itemById(pile.item)
  const pieces = Math.floor(max / piece)
  return pieces < 1 ? 0 : dice.between(1, pieces) * piece
}

/** Column with the serial numbers of a row, for items that require them at every posting. */
export function serialsToName(item: string, serials: readonly string[]): Row {
  return itemById(item).isNamed && serials.length > 0 ? { SERIALS: serials.join(' ') } : {}
}

/** Serial numbers of pieces that a person takes from a pile. */
export function takeSerials(floor: Floor, key: string, qty: number): readonly string[] {
  return floor.building.serials(key).slice(0, qty / 1000)
}

/** Whether the books have these serial numbers in the pile. */
export function hasBooked(floor: Floor, pile: Pile, serials: readonly string[]): boolean {
  const booked = new Set(floor.building.bookedSerials(pileKey(pile)))
  return serials.every((serial) => booked.has(serial))
}

/**
 * Reports the rejection of a save as a finding if the books have every keyed serial number in the
 * pile.
 */
export function judgeNamed(
  floor: Floor,
  pile: Pile,
  serials: readonly string[],
  text: string,
): void {
  if (serials.length === 0 || !text.includes('SERIALS')) return
  if (!hasBooked(floor, pile, serials)) return
  floor.find('SERIAL', `${serials.join(' ')} in ${pile.place}: ${text}`, pileKey(pile))
}

/** Balance of a pile as shown on the stock screens. */
export async function getBalance(
  floor: Floor,
  person: Person,
  pile: Pile,
): Promise<{ id: string; free: number; qty: number } | undefined> {
  const { owner, code } = itemById(pile.item)
  const wcode = pile.wcode as Warehouse
  const search = { CELL_CD: pile.place, OWNER_CD: owner, STOCK_CD: code }
  const rows = await floor.query(person, wcode, 'inventory/stock-to-work', search)
  const key = pileKey(pile)
  const row = rows.find((candidate) => pileKey(pileOfRow(wcode, candidate, owner)) === key)
  if (!row) return undefined
  return {
    id: toText(row['BALANCE_ID']),
    free: toThousandths(row['FREE_QTY']),
    qty: toThousandths(row['QTY']),
  }
}
