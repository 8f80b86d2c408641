import { adaptation } from './adaptation.ts'
import { pileKey } from './building.ts'
import { getGroupId, groupKeys, newGroup, type CountGroup } from './count-group.ts'
import type { CountJob, Counters } from './counting.ts'
import {
  cellSubject,
  pileOfRow,
  toQuantity,
  toText,
  toThousandths,
  type Floor,
  type Person,
  type Plan,
  type Row,
} from './floor.ts'

const resultText = (row: Row): string =>
  ['BOOK_QTY', 'COUNT_QTY', 'RECOUNT_BOOK_QTY', 'RECOUNT_QTY']
    .map((column) => `${column} ${toText(row[column])}`)
    .join(' ')

/** Number of visits an approver waits for the allocated stock of a finished count to be released. */
const patience = 6

const bookQty = (row: Row): number =>
  toThousandths(row['RECOUNT_QTY'] === null ? row['BOOK_QTY'] : row['RECOUNT_BOOK_QTY'])

/** People who approve, reject or recount finished counts. */
export class Approvers {
  readonly #floor: Floor
  readonly #counters: Counters

  constructor(floor: Floor, counters: Counters) {
    this.#floor = floor
    this.#counters = counters
  }

  plan(person: Person, job: CountJob): Plan {
    const cells = [...job.cells].map((place) => cellSubject({ wcode: job.wcode, place }))
    return { subjects: [job.number, ...cells], run: () => this.#decide(person, job) }
  }

  async #decide(person: Person, job: CountJob) {
    const floor = this.#floor
    const search = { JOB_NO: job.number }
    const results = await floor.query(person, job.wcode, 'inventory/count-results', search)
    const byGroup = Map.groupBy(results, (row) => getGroupId(this.#key(job, row)))
    this.#judgeUnchanged(job, byGroup)
    const open = [...byGroup].filter(([, rows]) => rows.some(adaptation.isOpen))
    const moved = open.filter(([id, rows]) => job.unclear.has(id) || rows.some(adaptation.hasMoved))
    const again = moved.length > 0 ? moved : open.filter(() => person.dice.chance(0.12))
    if (again.length > 0) return this.#recount(person, job, again)
    for (const [id, rows] of open) await this.#approve(person, job, id, rows)
    if (open.length === 0 || job.refusals > patience) this.#counters.close(job)
    return undefined
  }

  #key(job: CountJob, row: Row): string {
    return pileKey(pileOfRow(job.wcode, row, toText(row['OWNER_CD'])))
  }

  /** Recounts all results of the groups, because one code cannot distinguish their lines. */
  async #recount(person: Person, job: CountJob, groups: readonly [string, Row[]][]) {
    const rows = groups.flatMap(([, groupRows]) => groupRows)
    const open = rows.filter((row) => row['RESULT_CD'] !== 'ADJUSTED')
    const named = open.map(({ JOB_NO = null, LINE_NO = null }) => ({ JOB_NO, LINE_NO }))
    const response = await this.#floor.save(person, job.wcode, adaptation.recount, named)
    if (!response.isDone) {
      job.refusals += 1
      return
    }
    job.phase = 'recounting'
    job.listed = await this.#counters.listedGroups(person, job.wcode, job.number)
    for (const id of new Set([...groups.map(([each]) => each), ...job.listed])) {
      job.unclear.delete(id)
      const latest = job.groups.get(id)
      if (latest?.isJudged || !job.earlier.has(id)) job.earlier.set(id, latest ?? newGroup(id))
      job.groups.set(id, newGroup(id))
    }
  }

  async #approve(person: Person, job: CountJob, id: string, rows: readonly Row[]) {
    const floor = this.#floor
    const differing = rows.filter(adaptation.isOpen)
    const counters = new Set(differing.flatMap(adaptation.counters))
    const approver = counters.has(person.name) ? floor.otherThan(person, ...counters) : person
    const named = differing.map(({ JOB_NO = null, LINE_NO = null }) => ({ JOB_NO, LINE_NO }))
    const response = await floor.save(approver, job.wcode, 'inventory/approve-count', named)
    if (!response.isDone) {
      job.refusals += 1
      if (adaptation.asksForRecount(response.text)) job.unclear.add(id)
      return
    }
    const group = job.groups.get(id) ?? newGroup(id)
    const changes = differing.map(
      (row) => [this.#key(job, row), toThousandths(row['DIFF_QTY'])] as const,
    )
    const isRight = this.#judge(job, group, rows, changes)
    group.isJudged = true
    const text = `approves ${job.number}: ${changes.map(([key, by]) => `${key} by ${toQuantity(by)}`).join(', ')}`
    const approval = floor.begin(approver, text)
    if (group.extra !== 0)
      approval.mistake(`counted ${toQuantity(group.extra)} too many in ${job.number}`)
    if (!isRight) approval.mistake(`finding in ${job.number}`)
    const deviation = groupKeys(floor.building, id).reduce(
      (sum, key) => sum + floor.building.deviation(key),
      0,
    )
    // A mistake made after the count can hide the counted difference until it is posted.
    if (deviation !== group.deviation) approval.mistake(`mistakes since the count in ${job.number}`)
    const units = new Set([...groupKeys(floor.building, id), ...changes.map(([key]) => key)])
    if (units.size > 1) {
      approval.mistake(`one code stood for several units in ${job.number}`)
    }
    for (const [key, by] of changes) {
      approval.book(null, key, by)
      floor.shortReports.delete(key)
    }
    floor.approvedCells.add(`${job.wcode}|${group.cell}`)
  }

  /**
   * Compares the posted differences with the differences between shelf and books at the time of the
   * count.
   */
  #judge(
    job: CountJob,
    group: CountGroup,
    rows: readonly Row[],
    changes: readonly (readonly [string, number])[],
  ): boolean {
    const posted = changes.reduce((sum, [, by]) => sum + by, 0)
    const wanted = group.deviation + group.extra
    if (posted === wanted) return true
    // Stock of a balance that is not on the job is counted but cannot be compared.
    const compared = rows.reduce((sum, row) => sum + bookQty(row), 0)
    const kind =
      compared < group.booked ? 'COUNT_ARRIVED' : group.hasMoved ? 'COUNT_MOVED' : 'COUNT'
    const place = `${job.wcode}|${group.cell}`
    const text = `${job.number} posts ${toQuantity(posted)} of ${group.item} ${group.lot} in ${place}; right is ${toQuantity(wanted)} (${toQuantity(group.extra)} miscounted); ${rows.map(resultText).join(', ')}`
    this.#floor.find(kind, text, `${place}|${group.item}`)
    return false
  }

  /** An honest count of a cell where nothing moved must find the missing pieces. */
  #judgeUnchanged(job: CountJob, byGroup: ReadonlyMap<string, readonly Row[]>): void {
    for (const group of job.groups.values()) {
      const rows = byGroup.get(group.id) ?? []
      const isOpen = rows.some(adaptation.isOpen)
      const isUnsure = group.hasMoved || group.isSkipped || !group.isBegun || group.extra !== 0
      if (group.isJudged || isOpen || isUnsure) continue
      group.isJudged = true
      // Pieces found by a count are no longer missing, on any pallet of the cell.
      for (const key of groupKeys(this.#floor.building, group.id)) {
        this.#floor.shortReports.delete(key)
      }
      if (group.deviation === 0) continue
      const place = `${job.wcode}|${group.cell}`
      const by = toQuantity(group.deviation)
      const text = `${job.number} finds no difference of ${group.item} ${group.lot} in ${place}; right is ${by}; ${rows.map(resultText).join(', ')}`
      this.#floor.find('COUNT', text, `${place}|${group.item}`)
    }
  }
}
