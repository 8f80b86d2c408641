import sql from 'sql-template-tag'
import { pileKey, type Pile } from './building.ts'
import { catalogue, itemId, type Warehouse } from './catalogue.ts'
import {
  pickWarehouse,
  cellSubject,
  pileFor,
  toText,
  today,
  type Floor,
  type Person,
  type Plan,
  type Reply,
  type Row,
} from './floor.ts'

/** One pile of an item in a cell that is counted by serial numbers. */
interface SerialCell {
  readonly cell: string
  /** Key of the pile that receives foreign pieces in the books. */
  readonly key: string
  readonly there: readonly string[]
}

const named = catalogue.find(({ isNamed }) => isNamed)
const piece = 1000
const isShelf = (place: string): boolean => /^[A-Z]/.test(place)

/** People who count the pieces of an item by their serial numbers. */
export class SerialCounters {
  readonly #floor: Floor

  constructor(floor: Floor) {
    this.#floor = floor
  }

  plan(person: Person): Plan | undefined {
    const wcode = pickWarehouse(person.dice)
    const cells = this.#cells(wcode)
    if (!cells?.some(({ there }) => there.length > 0)) return undefined
    if (!cells.every(({ cell }) => this.#floor.isWithoutCount(wcode, cell))) return undefined
    const subjects = cells.map(({ cell }) => cellSubject({ wcode, place: cell }))
    return { subjects, run: () => this.#count(person, wcode) }
  }

  /**
   * Every cell with the item on its shelf or in its books. Undefined if one of them has several
   * piles of it, because a serial number does not identify its pile.
   */
  #cells(wcode: Warehouse): SerialCell[] | undefined {
    const { building } = this.#floor
    if (!named) return undefined
    const id = itemId(named)
    const keys = [...building.keys()].filter((key) => {
      const [where, place = '', item] = key.split('|')
      return where === wcode && item === id && isShelf(place)
    })
    const byCell = Map.groupBy(keys, (key) => key.split('|')[1] ?? '')
    const pileWithoutPallet = (place: string): Pile => pileFor(wcode, place, named)
    const isClear = [...byCell].every(([cell, [key, ...others]]) => {
      const isBooked = key !== undefined && building.booked(key) > 0
      return others.length === 0 && (isBooked || key === pileKey(pileWithoutPallet(cell)))
    })
    if (!isClear || keys.some((key) => !key.includes('|NORMAL|'))) return undefined
    return [...byCell].map(([cell, [key = '']]) => ({ cell, key, there: building.serials(key) }))
  }

  async #count(person: Person, wcode: Warehouse) {
    const floor = this.#floor
    const cells = this.#cells(wcode)
    const job = await this.#open(person, wcode)
    if (!cells || job === undefined) return
    const scanned = new Map<string, SerialCell>()
    const missed: string[] = []
    for (const cell of cells) {
      for (const serial of cell.there) {
        const isMissed =
          cell.there.length > 1 && floor.makesMistake(person, 'missed a piece in a count by serial')
        if (isMissed) missed.push(serial)
        else if (await this.#scan(person, wcode, job, cell, serial)) scanned.set(serial, cell)
        else return this.#cancel(person, wcode, job)
      }
    }
    const finished = await floor.save(person, wcode, 'inventory/finish-count', [{ JOB_NO: job }])
    if (!finished.isDone) return this.#cancel(person, wcode, job)
    return this.#approve(person, wcode, job, cells, scanned, missed)
  }

  async #open(person: Person, wcode: Warehouse): Promise<string | undefined> {
    const floor = this.#floor
    const search = { METHOD_CD: 'STOCK', OWNER_CD: named?.owner ?? '', STOCK_CD: named?.code ?? '' }
    const rows = await floor.query(person, wcode, 'inventory/count-groups', search)
    const group = rows.find((row) => row['STOCK_CD'] === named?.code)
    if (!group) return undefined
    const made = await floor.save(person, wcode, 'inventory/make-count', [
      { ...group, COUNT_DT: today() },
    ])
    return made.isDone ? toText(made.rows[0]?.['JOB_NO']) : undefined
  }

  /** Scans a plain serial number if the books have it, otherwise a label with the item. */
  async #scan(
    person: Person,
    wcode: Warehouse,
    job: string,
    { cell, key }: SerialCell,
    serial: string,
  ): Promise<boolean> {
    const floor = this.#floor
    const isKnown = floor.building.bookedPlaces().has(serial)
    const isPlain = isKnown && person.dice.chance(0.6)
    const code: Row = isPlain ? { CODE: serial } : { CODE: named?.code ?? '', SERIAL_NO: serial }
    const row = { JOB_NO: job, CELL_CD: cell, QTY: 1, ...code }
    const response = await floor.save(person, wcode, 'inventory/count-scan', [row])
    if (!response.isDone) {
      floor.find('REFUSED', `${serial} counted in ${cell}: ${response.text}`, key)
      return false
    }
    const isTwice = floor.makesMistake(person, 'scanned a serial number twice in a count')
    if (isTwice && (await floor.save(person, wcode, 'inventory/count-scan', [row])).isDone)
      floor.find('SERIAL', `${serial} counted twice in ${cell}`, key)
    return true
  }

  async #cancel(person: Person, wcode: Warehouse, job: string): Promise<void> {
    await this.#floor.save(person, wcode, 'inventory/cancel-count', [{ JOB_NO: job }])
  }

  async #approve(
    person: Person,
    wcode: Warehouse,
    job: string,
    cells: readonly SerialCell[],
    scanned: ReadonlyMap<string, SerialCell>,
    missed: readonly string[],
  ) {
    const floor = this.#floor
    const results = await floor.query(person, wcode, 'inventory/count-results', { JOB_NO: job })
    const open = results.filter((row) => ['DIFF', 'MOVED'].includes(toText(row['RESULT_CD'])))
    const changes = this.#changes(cells, scanned)
    const text = `counted ${[...scanned.keys()].join(' ')} in ${job}`
    if (open.length === 0) {
      if (changes.length > 0)
        floor.find('COUNT', `${text}, without a difference`, changes[0]?.to ?? wcode)
      return
    }
    const approver = floor.otherThan(person)
    const rows = open.map(({ JOB_NO = null, LINE_NO = null }) => ({ JOB_NO, LINE_NO }))
    const response = await floor.save(approver, wcode, 'inventory/approve-count', rows)
    if (!response.isDone) return this.#judgeRefusal(wcode, changes, response, text)
    const hands = floor.begin(approver, `approves ${job}: ${text}`)
    for (const serial of missed) hands.mistake(`missed ${serial} in ${job}`)
    for (const { serial, from, to } of changes) {
      hands.book(from, to, piece, [serial])
      if (to === null) floor.building.bookSerials(null, [serial])
    }
    for (const { cell } of cells) floor.approvedCells.add(`${wcode}|${cell}`)
  }

  /**
   * Expected changes of the books: foreign pieces arrive from where they are booked, and missing
   * ones leave.
   */
  #changes(cells: readonly SerialCell[], scanned: ReadonlyMap<string, SerialCell>) {
    const { building } = this.#floor
    const booked = building.bookedPlaces()
    const arriving = [...scanned].flatMap(([serial, { key }]) => {
      const from = booked.get(serial) ?? null
      return from === key ? [] : [{ serial, from, to: key as string | null }]
    })
    const counted = cells.filter(({ there }) => there.length > 0)
    const missing = counted.flatMap(({ key }) =>
      building
        .bookedSerials(key)
        .filter((serial) => !scanned.has(serial))
        .map((serial) => ({ serial, from: key as string | null, to: null })),
    )
    return [...arriving, ...missing]
  }

  /** Allocated pieces, and pieces booked outside the shelves, cannot be adjusted. */
  async #judgeRefusal(
    wcode: Warehouse,
    changes: readonly { readonly from: string | null }[],
    response: Reply,
    text: string,
  ): Promise<void> {
    const isOutside = changes.some(({ from }) => {
      const [where, place = ''] = from?.split('|') ?? []
      return from !== null && (where !== wcode || !isShelf(place))
    })
    const [row] = await this.#floor.db.query<{ held: number }>(sql`
      select count(*) held from stock_balance
      where wcode = ${wcode} and owner_cd = ${named?.owner ?? ''} and stock_cd = ${named?.code ?? ''}
        and (alloc_qty > 0 or pick_qty > 0)`)
    if (isOutside || Number(row?.held ?? 0) > 0) return
    this.#floor.find('REFUSED', `${text}: ${response.text}`, changes[0]?.from ?? wcode)
  }
}
