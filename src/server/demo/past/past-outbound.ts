import sql, { type Sql } from 'sql-template-tag'
import { addDays } from '#kernel/calendar.ts'
import { shipmentStatus, shipmentStepFrom } from '#areas/outbound/rules/shipment-status.ts'
import { pastItems, pastOwners, pastShops, type PastItem, type PastOwner } from './past-company.ts'
import { orderFactor } from './past-days.ts'
import {
  splitWork,
  columnValues,
  type TimedUser,
  type PastRow,
  type PastStep,
} from './past-step.ts'

const ownerCodes = pastOwners.map((owner) => owner.owner_cd)

const demandByOwner = new Map(
  pastOwners.map((owner) => {
    let upTo = 0
    const items = pastItems.filter((item) => item.owner === owner)
    return [owner, items.map((item) => ({ item, upTo: (upTo += item.share) }))]
  }),
)

function pickOrderedItems(step: PastStep, owner: PastOwner): PastItem[] {
  const wanted = new Set<PastItem>()
  for (let count = step.chance.between(1, owner.maxLines); count > 0; count -= 1) {
    const at = step.chance.next()
    const found = demandByOwner.get(owner)?.find(({ upTo }) => at < upTo)
    if (found) wanted.add(found.item)
  }
  return [...wanted]
}

export function toOrder(step: PastStep, owner: PastOwner, ref: string, day: string): PastRow[] {
  const { chance } = step
  const lines = pickOrderedItems(step, owner).map((item): PastRow => ({
    ROW_TYPE: 'L',
    BATCH_FLAG: 'I',
    DOC_REF: ref,
    STOCK_CD: item.stock_cd,
    ORDER_QTY: chance.between(1, owner.maxPieces),
  }))
  if (lines.length === 0) return []
  const SHIP_TO_CD = `SHOP${chance.between(1, pastShops.length)}`
  const head = { ROW_TYPE: 'H', BATCH_FLAG: 'I', DOC_REF: ref, OWNER_CD: owner.owner_cd }
  return [{ ...head, SHIP_TO_CD, SHIPMENT_DT: day }, ...lines]
}

function toOwnerOrders(step: PastStep, share = 1): PastRow[] {
  const { chance, place } = step
  return pastOwners.flatMap((owner) => {
    const orders = ((owner.weeks[place.wcode]?.orders ?? 0) / 7) * orderFactor(place.day, owner)
    return Array.from({ length: chance.roundRandomly(orders * share) }, (_, index) =>
      toOrder(
        step,
        owner,
        `${owner.owner_cd}${index}`,
        addDays(place.day, chance.happens(15) ? 1 : 0),
      ),
    ).flat()
  })
}

const unlistedStates = [shipmentStatus.partlyAllocated, shipmentStatus.allocated]

function openShipments({ place }: PastStep, states: readonly string[]): Sql {
  return sql`select shipment_no, state_cd, version, shipment_dt from shipment
    where wcode = ${place.wcode} and owner_cd = any(${ownerCodes}::text[])
      and sample_yn = 'N' and state_cd = any(${[...states]}::text[])
      and shipment_dt <= ${place.day}::date`
}

export async function findShipmentNumbers(
  step: PastStep,
  states: readonly string[],
): Promise<string[]> {
  const rows = await step.tx.query<{ shipment_no: string }>(sql`
    select shipment_no from (${openShipments(step, states)}) s order by 1`)
  return rows.map((row) => row.shipment_no)
}

export const shipmentRows = (numbers: readonly string[]): PastRow[] =>
  numbers.map((SHIPMENT_NO) => ({ SHIPMENT_NO }))

const cancelOneOrder = (number: string, version: number): PastRow => {
  return { ROW_TYPE: 'H', DOC_REF: number, BATCH_FLAG: 'D', VERSION: version }
}

export async function addOrders(step: PastStep): Promise<void> {
  const { chance } = step
  const saved = await step.save(
    'outbound/save-shipments',
    { user: 'clerk', at: '0830' },
    toOwnerOrders(step),
  )
  const off = columnValues(saved, 'SHIPMENT_NO')
    .filter(() => chance.happens(2))
    .map((number) => cancelOneOrder(number, 1))
  const stale = await step.tx.query<{ shipment_no: string; version: number }>(sql`
    select shipment_no, version from (${openShipments(step, [shipmentStatus.open])}) s
    where shipment_dt < ${addDays(step.place.day, -3)}::date order by 1`)
  await step.save('outbound/save-shipments', { user: 'clerk', at: '0940' }, [
    ...off,
    ...stale.map((row) => cancelOneOrder(row.shipment_no, row.version)),
  ])
  const waiting = await findShipmentNumbers(step, shipmentStepFrom.allocate)
  await step.save('outbound/allocate', { user: 'clerk', at: '1120' }, shipmentRows(waiting))
}

interface OpenAllocation extends Record<string, unknown> {
  alloc_id: number
  shipment_no: string
  qty: number
}

interface Pick {
  readonly number: string
  readonly row: PastRow
}

/**
 * Users and times of the picks: two on usual days; on recent days three users with many partial
 * confirmations.
 */
const usualPicks: readonly TimedUser[] = [
  { user: 'picker', at: '1405' },
  { user: 'picker2', at: '1450' },
]
const confirmations = 3
const recentPicks: readonly TimedUser[] = ['1135', '1240', '1320', '1410', '1440'].flatMap((at) =>
  ['picker', 'picker2', 'picker3'].map((user) => ({ user, at })),
)

export async function pickOrdersOfDay(step: PastStep): Promise<void> {
  const numbers = await findShipmentNumbers(step, unlistedStates)
  const at = step.place.isRecent ? '1125' : '1310'
  await step.save('outbound/mark-listed', { user: 'clerk', at }, shipmentRows(numbers))
  await pickListed(step)
}

export async function pickListed(step: PastStep, only?: readonly string[]): Promise<void> {
  const { chance } = step
  const numbers = only ?? (await findShipmentNumbers(step, shipmentStepFrom.pick))
  const allocated = await step.tx.query<OpenAllocation>(sql`
    select alloc_id, shipment_no, alloc_qty::float8 qty from allocation
    where alloc_qty > 0 and shipment_no = any(${[...numbers]}::text[]) order by 1`)
  const picks = allocated.map(({ alloc_id: ALLOC_ID, shipment_no: number, qty }): Pick => {
    if (qty < 2 || !chance.happens(1.5)) return { number, row: { ALLOC_ID, PICKED_QTY: qty } }
    const REASON = chance.pick(['라벨 불량', '수량 변경', '납품 분할'])
    const PICKED_QTY = Math.floor(qty / 2)
    return { number, row: { ALLOC_ID, PICKED_QTY, REASON, SHORTAGE_CD: 'LEFT' } }
  })
  if (step.place.isRecent || !step.place.isPast) return pickClaimed(step, picks)
  for (const [act, some] of splitWork(picks, usualPicks)) {
    await step.save(
      'outbound/pick',
      act,
      some.map(({ row }) => row),
    )
  }
}

const addMinutes = ({ user, at }: TimedUser, minutes: number): TimedUser => {
  const time = Number(at.slice(0, 2)) * 60 + Number(at.slice(2)) + minutes
  const digits = [Math.floor(time / 60), time % 60].map((part) => String(part).padStart(2, '0'))
  return { user, at: digits.join('') }
}

/** Picks shipments: each user takes some from the work list and confirms them in a few parts. */
async function pickClaimed(step: PastStep, picks: readonly Pick[]): Promise<void> {
  const numbers = [...new Set(picks.map(({ number }) => number))]
  for (const [act, some] of splitWork(numbers, recentPicks)) {
    const claims = some.map((number): PastRow => ({ KIND_CD: 'PICK', REF_NO: number }))
    await step.save('tasks/claim', act, claims)
    const batchSize = Math.ceil(some.length / confirmations)
    for (let turn = 0; turn < confirmations; turn += 1) {
      const own = new Set(some.slice(turn * batchSize, (turn + 1) * batchSize))
      const rows = picks.flatMap(({ number, row }) => (own.has(number) ? [row] : []))
      const minutes = (turn + 1) * 3 + step.chance.between(0, 1)
      await step.save('outbound/pick', addMinutes(act, minutes), rows)
    }
  }
}

interface PickedLine extends Record<string, unknown> {
  shipment_no: string
  line_no: number
  stock_cd: string
  owner_cd: string
  qty: number
}

export async function pickLinesByHand(
  step: PastStep,
  numbers: readonly string[],
): Promise<PickedLine[]> {
  return step.tx.query<PickedLine>(sql`
    select shipment_no, line_no, owner_cd, stock_cd, (pick_qty - check_qty)::float8 qty
    from shipment_line where shipment_no = any(${[...numbers]}::text[]) and pick_qty > check_qty
    order by 1, 2`)
}

export async function checkShipments(step: PastStep, only?: readonly string[]): Promise<void> {
  const numbers = only ?? (await findShipmentNumbers(step, shipmentStepFrom.check))
  const lines = await pickLinesByHand(step, numbers)
  const scans = lines.map(({ shipment_no: SHIPMENT_NO, stock_cd: CODE, qty: QTY }) => {
    return { SHIPMENT_NO, CODE, QTY }
  })
  // Scan in one batch per hour, or in four on recent days.
  const { isPast, isRecent } = step.place
  const minutes = isPast && !isRecent ? ['35'] : ['05', '20', '35', '50']
  const batchSize = Math.ceil(scans.length / minutes.length)
  for (const [index, minute] of minutes.entries()) {
    const some = scans.slice(index * batchSize, (index + 1) * batchSize)
    await step.save('outbound/check-scan', { user: 'checker', at: `15${minute}` }, some)
  }
  const devices = new Set(
    pastOwners.flatMap((pastOwner) => (pastOwner.serials ? [pastOwner.owner_cd] : [])),
  )
  await matchSerials(
    step,
    lines.filter((line) => devices.has(line.owner_cd)),
  )
  await step.save('outbound/finish-check', { user: 'checker', at: '1620' }, shipmentRows(numbers))
}

export async function matchSerials(step: PastStep, lines: readonly PickedLine[]): Promise<void> {
  const ties = lines.map((line): PastRow => ({
    SHIPMENT_NO: line.shipment_no,
    LINE_NO: line.line_no,
    MATCH_CD: 'SERIAL',
    NUMBERS: generateSerials(line).join(' '),
  }))
  await step.save('outbound/tie-numbers', { user: 'checker', at: '1605' }, ties)
}

function generateSerials({ shipment_no: number, line_no: line, qty }: PickedLine): string[] {
  const digits = number.replaceAll(/\D/g, '')
  return Array.from(
    { length: qty },
    (_, index) => `SN${digits}${line}${String(index + 1).padStart(2, '0')}`,
  )
}

export async function shipShipments(step: PastStep, only?: readonly string[]): Promise<void> {
  const numbers = only ?? (await findShipmentNumbers(step, shipmentStepFrom.ship))
  await step.save('outbound/ship', { user: 'clerk', at: '1710' }, shipmentRows(numbers))
  const back = step.chance.happens(4) ? numbers.slice(0, 1) : []
  const rows = shipmentRows(back).map((row) => ({ ...row, CANCEL_REASON: '상차 취소' }))
  await step.save('outbound/cancel-shipping', { user: 'super', at: '1735' }, rows)
}
