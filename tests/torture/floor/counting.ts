import { pileKey, type Pile } from './building.ts'
import { catalogue, itemById, type Warehouse } from './catalogue.ts'
import {
  getGroupId,
  groupKeys,
  newGroup,
  noteMove,
  noteScan,
  countReal,
  type CountGroup,
} from './count-group.ts'
import type { Dice } from './dice.ts'
import {
  pickCell,
  pickWarehouse,
  cellSubject,
  pileOfRow,
  toQuantity,
  getShelvedPiles,
  pickSome,
  toText,
  today,
  type Floor,
  type Person,
  type Plan,
  type Row,
} from './floor.ts'

export interface CountJob {
  readonly number: string
  readonly wcode: Warehouse
  /** Only this item is counted, if given. */
  readonly item: string | undefined
  readonly cells: ReadonlySet<string>
  counter: string
  phase: 'counting' | 'recounting' | 'counted'
  groups: Map<string, CountGroup>
  /** First counts of the groups to recount, or approved ones. Valid if the recount is not done. */
  readonly earlier: Map<string, CountGroup>
  /** Groups whose approval requested a recount. */
  readonly unclear: Set<string>
  /** Groups on the count list, which are counted even if their cell is empty. */
  listed: ReadonlySet<string>
  refusals: number
}

const openLimit = 3

export class Counters {
  readonly #floor: Floor
  readonly #dice: Dice
  readonly jobs: CountJob[] = []

  constructor(floor: Floor, dice: Dice) {
    this.#floor = floor
    this.#dice = dice
    floor.building.watch((key, change) => {
      const id = getGroupId(key)
      for (const { groups } of this.jobs) {
        const group = groups.get(id)
        if (group) noteMove(floor.building, group, change, this.#dice)
      }
    })
  }

  close(job: CountJob): void {
    this.jobs.splice(this.jobs.indexOf(job), 1)
    for (const cell of job.cells) this.#floor.countedCells.delete(`${job.wcode}|${cell}`)
  }

  /**
   * Plans a count job for a cell, preferably one with missing pieces, or for all cells of an item.
   */
  planJob(person: Person): Plan | undefined {
    if (this.jobs.length >= openLimit) return undefined
    const { dice } = person
    const wcode = pickWarehouse(dice)
    const pile = this.#wanted(person, wcode)
    const item = pile && dice.chance(0.3) ? pile.item : undefined
    const cell = pile?.place ?? pickCell(dice, wcode)
    const cells = new Set(item ? this.#cellsOf(wcode, item) : [cell])
    if ([...cells].some((candidate) => !this.#floor.isWithoutCount(wcode, candidate)))
      return undefined
    const subjects = [...cells].map((place) => cellSubject({ wcode, place }))
    return { subjects, run: () => this.#open(person, wcode, item, cells) }
  }

  #wanted(person: Person, wcode: Warehouse): Pile | undefined {
    const { building, shortReports } = this.#floor
    const wrong = [...shortReports.keys(), ...building.deviations().map(({ key }) => key)]
    const places = new Set(wrong.map((key) => key.split('|', 2).join('|')))
    const piles = getShelvedPiles(this.#floor, wcode)
    const urgent = piles.filter((pile) => places.has(cellSubject(pile)))
    return person.dice.pick(urgent.length > 0 && person.dice.chance(0.6) ? urgent : piles)
  }

  #cellsOf(wcode: Warehouse, item: string): string[] {
    return [...this.#floor.building.keys()].flatMap((key) => {
      const [where, place = '', what] = key.split('|')
      return where === wcode && what === item && /^[A-Z]/.test(place) ? [place] : []
    })
  }

  async #open(person: Person, wcode: Warehouse, item: string | undefined, cells: Set<string>) {
    const floor = this.#floor
    let group: Row = { METHOD_CD: 'CELL', ZONE_CD: 'A', CELL_CD: [...cells][0] ?? null }
    if (item !== undefined) {
      const { owner, code } = itemById(item)
      const search = { METHOD_CD: 'STOCK', OWNER_CD: owner, STOCK_CD: code }
      const rows = await floor.query(person, wcode, 'inventory/count-groups', search)
      const row = rows.find(
        (candidate) => candidate['STOCK_CD'] === code && candidate['OWNER_CD'] === owner,
      )
      if (!row) return
      group = row
    }
    const rows = [{ ...group, COUNT_DT: today() }]
    const response = await floor.save(person, wcode, 'inventory/make-count', rows)
    if (!response.isDone) return
    for (const cell of cells) floor.countedCells.add(`${wcode}|${cell}`)
    const number = toText(response.rows[0]?.['JOB_NO'])
    const listed = await this.listedGroups(person, wcode, number)
    this.jobs.push({
      number,
      wcode,
      item,
      cells,
      listed,
      counter: person.name,
      phase: 'counting',
      groups: new Map(),
      earlier: new Map(),
      unclear: new Set(),
      refusals: 0,
    })
  }

  /** Groups on the count list, which names neither quantity nor condition. */
  async listedGroups(person: Person, wcode: Warehouse, JOB_NO: string): Promise<Set<string>> {
    const rows = await this.#floor.query(person, wcode, 'inventory/count-work', { JOB_NO })
    return new Set(
      rows.map((row) => getGroupId(pileKey(pileOfRow(wcode, row, toText(row['OWNER_CD']))))),
    )
  }

  /** Plans the next scan of a job, by its counter or by the person who continues it. */
  planScan(person: Person, job: CountJob): Plan | undefined {
    const isRecount = job.phase === 'recounting'
    if (isRecount && person.name === job.counter) return undefined
    const group = this.#next(job)
    const isOver = !group || this.#floor.makesMistake(person, 'walked off in a count')
    if (isOver) return { subjects: [job.number], run: () => this.#finish(person, job) }
    const subjects = [job.number, cellSubject({ wcode: job.wcode, place: group.cell })]
    return { subjects, run: () => this.#scan(person, job, group) }
  }

  #next(job: CountJob): CountGroup | undefined {
    const { building } = this.#floor
    const there = [...job.cells].flatMap((cell) => building.piles(job.wcode, cell))
    const seen = there.filter(({ item }) => job.item === undefined || item === job.item)
    const found = job.phase === 'recounting' ? [] : seen.map((pile) => getGroupId(pileKey(pile)))
    const ids = [...new Set([...job.listed, ...found])].toSorted()
    for (const id of ids) {
      const known = job.groups.get(id)
      if (known?.isDone) continue
      const group = known ?? newGroup(id)
      job.groups.set(id, group)
      if (!group.isBegun) group.left = countReal(building, group)
      return group
    }
    return undefined
  }

  async #scan(person: Person, job: CountJob, group: CountGroup) {
    const floor = this.#floor
    const { dice } = person
    const { piece } = itemById(group.item)
    const hasPause = group.left > piece && dice.chance(0.5)
    const pile = { item: group.item } as Pile
    const seen = hasPause ? pickSome(dice, pile, group.left - piece) : group.left
    const isMiscounted = seen > piece && floor.makesMistake(person, 'miscounted in a count')
    const by = isMiscounted ? (dice.chance(0.5) ? piece : -piece) : 0
    const isBegun = group.isBegun
    group.isBegun = true
    const reply = await this.#send(person, job, group, seen + by)
    if (!reply.isDone) {
      // Pieces that this person is not allowed to recount remain uncounted.
      if (isBegun) group.extra -= group.leftAfterScan
      else group.isSkipped = true
      group.isBegun = isBegun
      group.isDone = true
      return
    }
    group.left -= seen
    group.extra += by
    const isTwice = seen > 0 && floor.makesMistake(person, 'scanned twice in a count')
    if (isTwice && (await this.#send(person, job, group, seen)).isDone) group.extra += seen
    noteScan(floor.building, group)
    const text = `counts ${toQuantity(seen + by)} of ${group.item} ${group.lot} in ${group.cell} (${job.number})`
    const key = groupKeys(floor.building, group.id)[0]
    if (key !== undefined) floor.begin(person, text).touch(key)
  }

  #send(person: Person, job: CountJob, group: CountGroup, qty: number) {
    const { barcode, code } = itemById(group.item)
    const isShared = catalogue.filter((item) => item.barcode === barcode).length > 1
    const CODE = isShared ? code : barcode
    return this.#floor.save(person, job.wcode, 'inventory/count-scan', [
      {
        JOB_NO: job.number,
        CELL_CD: group.isDamaged ? `${group.cell} DAMAGED` : group.cell,
        CODE,
        QTY: toQuantity(qty),
        LOT_NO: group.lot || null,
        VALID_DT: group.valid || null,
      },
    ])
  }

  async #finish(person: Person, job: CountJob) {
    const rows = [{ JOB_NO: job.number }]
    const response = await this.#floor.save(person, job.wcode, 'inventory/finish-count', rows)
    if (!response.isDone) {
      await this.#floor.save(person, job.wcode, 'inventory/cancel-count', rows)
      return this.close(job)
    }
    for (const [id, group] of job.earlier) {
      if (!job.groups.get(id)?.isBegun) job.groups.set(id, group)
    }
    for (const group of job.groups.values()) {
      if (group.isBegun && !group.isDone) group.extra -= group.leftAfterScan
      group.isDone = true
    }
    job.phase = 'counted'
    return undefined
  }
}
