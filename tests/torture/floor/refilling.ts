import sql from 'sql-template-tag'
import { pileKey, type Pile } from './building.ts'
import { dock, faces, itemById } from './catalogue.ts'
import {
  pickCell,
  cellSubject,
  judgeNamed,
  serialsToName,
  pileOfRow,
  toQuantity,
  takeSerials,
  toText,
  toThousandths,
  type Floor,
  type Person,
  type Plan,
  type Row,
} from './floor.ts'
import { RefillScans, type KeptScans } from './refill-scans.ts'

const wcode = 'W01'
const everything = 999_999_999

interface Source {
  readonly pile: Pile
  readonly rest: number
}

/** People who put stock away from the dock and refill pick faces from other cells. */
export class Refillers {
  readonly #floor: Floor
  readonly #tasks: Row[] = []
  readonly #kept: KeptScans = new Map()
  #hasFaces = false

  constructor(floor: Floor) {
    this.#floor = floor
  }

  plan(person: Person): Plan | undefined {
    const { dice } = person
    if (dice.chance(0.4)) return this.#planPut(person)
    const task = dice.pick(this.#tasks)
    if (!task || dice.chance(0.2)) return { subjects: ['faces'], run: () => this.#order(person) }
    const { FROM_CELL_CD, TO_CELL_CD, TASK_NO } = task
    const to = toText(TO_CELL_CD)
    const isWrong =
      this.#floor.isWithoutCount(wcode, to) &&
      this.#floor.makesMistake(person, 'refilled a wrong cell')
    const wrong = pickCell(dice, wcode)
    const real = isWrong && this.#floor.isWithoutCount(wcode, wrong) ? wrong : to
    const cells = [toText(FROM_CELL_CD), to, real]
    const subjects = [
      'faces',
      `#${toText(TASK_NO)}`,
      ...cells.map((place) => cellSubject({ wcode, place })),
    ]
    return { subjects, run: () => this.#refill(person, task, real) }
  }

  /** Has the product create the tasks that its faces need, and reads the open ones. */
  async #order(person: Person) {
    const floor = this.#floor
    if (!this.#hasFaces) {
      const rows = faces.map(({ cell, item, least, most }) => ({
        BATCH_FLAG: 'I',
        CELL_CD: cell,
        OWNER_CD: 'HANBIT',
        STOCK_CD: item,
        MIN_QTY: least,
        MAX_QTY: most,
        UNIT_CD: 'EA',
        FIXED_YN: 'N',
        USE_YN: 'Y',
      }))
      const created = await floor.save(person, wcode, 'master/save-pick-face', rows)
      if (!created.isDone) throw new Error(`faces: ${created.text}`)
      this.#hasFaces = true
    }
    const rows = faces.map(({ cell, item }) => ({
      CELL_CD: cell,
      OWNER_CD: 'HANBIT',
      STOCK_CD: item,
    }))
    const needs = await floor.query(person, wcode, 'inventory/replenish-plan', {})
    const wanted = rows.filter(({ CELL_CD }) =>
      needs.some((need) => need['CELL_CD'] === CELL_CD && Number(need['PLAN_QTY']) > 0),
    )
    if (wanted.length > 0) await floor.save(person, wcode, 'inventory/plan-replenishment', wanted)
    const open = await floor.query(person, wcode, 'inventory/replenish-lines', {})
    this.#tasks.splice(0, Infinity, ...open.filter((row) => Number(row['REST_QTY']) > 0))
  }

  /** Source stock of a task. The station shows neither its pallet nor its condition. */
  async #source(task: Row): Promise<Source | undefined> {
    const [row] = await this.#floor.db.query<{
      unit: string
      rest: number
      condition: string
      cell: string
    }>(sql`
      select coalesce(nullif(b.pallet_no, ''), b.box_no) unit, t.qty - t.done_qty rest, b.condition_cd condition,
        b.cell_cd cell from move_task t join stock_balance b on b.balance_id = t.from_balance_id
      where t.task_no = ${toText(task['TASK_NO'])}::bigint and t.state_cd = '10'`)
    if (!row) return undefined
    const named = { ...task, CELL_CD: row.cell }
    const pile = {
      ...pileOfRow(wcode, named, toText(task['OWNER_CD']), row.condition),
      unit: row.unit,
    }
    return { pile, rest: toThousandths(row.rest) }
  }

  #scan(person: Person, from: string, to: string | null, CODE: string, extra: Row = {}) {
    const row = { FROM_CELL_CD: from, TO_CELL_CD: to, CODE, QTY: everything, ...extra }
    return this.#floor.save(person, wcode, 'inventory/replenish-scan', [row])
  }

  async #refill(person: Person, task: Row, real: string) {
    const floor = this.#floor
    this.#tasks.splice(this.#tasks.indexOf(task), 1)
    const source = await this.#source(task)
    if (!source || source.pile.place !== toText(task['FROM_CELL_CD'])) return
    const { pile } = source
    const begun = await this.#scan(person, pile.place, null, itemById(pile.item).code)
    const [first] = begun.rows
    // If several tasks of the cell move the item, the station can choose another one.
    if (!begun.isDone || first?.['TASK_NO'] !== task['TASK_NO']) return
    await this.#tryTwice(person, pile, task)
    const there = floor.building.real(pileKey(pile))
    const found = Math.min(source.rest, there)
    const { piece } = itemById(pile.item)
    const isPart = found > piece && person.dice.chance(0.2)
    const qty = isPart ? piece : found
    if (qty > 0) await this.#place(person, task, source, real, qty)
    if (qty === source.rest || isPart) return
    const short = await floor.save(person, wcode, 'inventory/finish-replenish', [
      { FROM_CELL_CD: pile.place },
    ])
    if (short.isDone)
      floor.begin(person, `refill from ${pile.place} ended short`).touch(pileKey(pile))
  }

  /** Tries to continue a task that another person has started, which must be rejected. */
  async #tryTwice(person: Person, pile: Pile, task: Row) {
    if (!person.dice.chance(0.3)) return
    const other = this.#floor.otherThan(person)
    const response = await this.#scan(other, pile.place, null, itemById(pile.item).code)
    if (response.isDone && response.rows[0]?.['TASK_NO'] === task['TASK_NO']) {
      const text = `task ${toText(task['TASK_NO'])} was given to two people`
      this.#floor.find('CLAIM', text, cellSubject(pile))
    }
  }

  async #place(person: Person, task: Row, { pile, rest }: Source, real: string, qty: number) {
    const floor = this.#floor
    const key = pileKey(pile)
    const to = toText(task['TO_CELL_CD'])
    const serials = takeSerials(floor, key, qty)
    const isScanned = itemById(pile.item).isNamed && person.dice.chance(0.7)
    const number = toText(task['TASK_NO'])
    const scans = new RefillScans(floor, this.#kept, { person, task: number, pile, to, rest })
    if (isScanned && !(await scans.scan(serials))) return
    // Without scans the station moves the serials that the books have in the entire pile. The
    // serials in hand can differ after a miscount.
    const counted = scans.counted()
    const keyed = isScanned || counted.length > 0 ? counted : undefined
    const row = isScanned ? {} : { QTY: toQuantity(qty) }
    const response = await this.#scan(person, pile.place, to, to, row)
    if (!response.isDone) {
      judgeNamed(floor, pile, serials, response.text)
      if (isScanned) await scans.putBack()
      return
    }
    scans.finish()
    const hands = floor.begin(person, `refilled ${to} with ${toQuantity(qty)} from ${pile.place}`)
    if (real !== to) hands.mistake(`refilled ${real} instead of ${to}`)
    const booked = keyed ? keyed.length * itemById(pile.item).piece : qty
    if (booked !== qty) hands.mistake(`refilled ${to} with pieces scanned before and left`)
    hands.carry(key, pileKey({ ...pile, place: real, unit: '' }), qty, serials)
    hands.book(key, pileKey({ ...pile, place: to, unit: '' }), booked, keyed)
  }

  #planPut(person: Person): Plan | undefined {
    const pile = person.dice.pick(this.#floor.building.piles(wcode, dock))
    if (!pile) return undefined
    const cell = pickCell(person.dice, wcode)
    const subjects = [cellSubject(pile), cellSubject({ wcode, place: cell })]
    return { subjects, run: () => this.#put(person, pile, cell) }
  }

  /** Puts stock into the proposed cell, or into another one with a reason. */
  async #put(person: Person, pile: Pile, cell: string) {
    const floor = this.#floor
    const { owner, code } = itemById(pile.item)
    const search = { OWNER_CD: owner, STOCK_CD: code, CELL_CD: dock }
    const rows = await floor.query(person, wcode, 'inventory/put-away-stock', search)
    const [row, ...others] = rows.filter(
      (candidate) => pileKey(pileOfRow(wcode, candidate, owner, pile.condition)) === pileKey(pile),
    )
    // The list does not distinguish held pieces from others.
    if (others.length > 0) return
    const there = Math.min(floor.building.real(pileKey(pile)), toThousandths(row?.['WAIT_QTY']))
    if (!row || there === 0) return
    const serials = takeSerials(floor, pileKey(pile), there)
    const named = serialsToName(pile.item, serials)
    const { BALANCE_ID = null, PUT_CELL_CD = null } = row
    const put = { BALANCE_ID, WORK_QTY: toQuantity(there), PUT_CELL_CD, TO_CELL_CD: cell, ...named }
    const isOther = PUT_CELL_CD !== null && PUT_CELL_CD !== cell
    if (isOther && (await floor.save(person, wcode, 'inventory/put-away', [put])).isDone) {
      floor.find(
        'REFUSED',
        `another cell than ${toText(PUT_CELL_CD)} needs no reason`,
        cellSubject(pile),
      )
    }
    const reason = { REASON_CD: isOther ? '4' : null }
    const response = await floor.save(person, wcode, 'inventory/put-away', [{ ...put, ...reason }])
    if (!response.isDone) {
      judgeNamed(floor, pile, serials, response.text)
      return
    }
    const hands = floor.begin(person, `put ${toQuantity(there)} of ${pile.item} away into ${cell}`)
    const unit = pile.unit
    const target = pileKey({ ...pile, place: cell, unit })
    hands.carry(pileKey(pile), target, there, serials)
    hands.book(pileKey(pile), target, there, itemById(pile.item).isNamed ? serials : [])
  }
}
