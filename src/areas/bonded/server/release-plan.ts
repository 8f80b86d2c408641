import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { formatDate } from '#kernel/date-format.ts'
import { label, type Label } from '#kernel/label.ts'
import { invalidRows, conflictingRows, type RowError } from '#server/base/app-error.ts'
import type { SaveCall, SaveRow } from '#server/engine/handler.ts'
import {
  remainingAfterPart,
  toGrams,
  proposedGrams,
  splitError,
  getSplit,
  type Part,
  type Remainder,
  type Split,
} from '../rules/split-part.ts'
import { billsOfCargo, orderOfCargo } from './import-bills.ts'
import { isValidLine } from './unpacked-quantities.ts'
import { lockCargosByNumber } from './lock-cargos.ts'

interface CurrentBasis extends Record<string, unknown> {
  basis_id: number
  bond_no: string
  cargo_no: string
  owner_cd: string
  basis_cd: string
  basis_no: string
  pkg_qty: number
  kg: number
  out_pkg_qty: number
  out_kg: number
  out_seq: number
  closed_yn: string
  held_yn: string
  auction_cd: string
  /** Last date of the delivery order, `NONE` without one; null if the cargo needs none. */
  order_dt: string | null
  /** Bills on which the cargo is delivered, with the last dates of their orders. */
  bills: { pkgs: number; same: boolean; until: string | null }[]
  /** Packages of the cargo that have left, on any basis. */
  cargo_out: number
  /** Date of acceptance, `yyyyMMdd`. */
  accepted: string
  /** Current time in the warehouse, `yyyyMMddHHmmss`. */
  clock: string
  /** Arrived packages of the cargo, and released packages as negative numbers, in time order. */
  flow: { at: string; pkgs: number }[]
  goods: { stock_cd: string; pkg_qty: number; qty: number }[] | null
}

export interface ReleasedGoods {
  readonly row: number
  readonly stock: string
  readonly packages: number
  readonly qty: number
}

export interface ReleasePlan {
  readonly rows: readonly SaveRow[]
  readonly basis: CurrentBasis
  readonly part: Part
  readonly sequence: number
  readonly after: Remainder
  readonly goods: readonly ReleasedGoods[]
}

/** Locks the cargos, then the bases of the rows, in key order. Throws if one is missing. */
async function lockBases(call: SaveCall): Promise<Map<number, CurrentBasis>> {
  const ids = call.rows.map((row) => Number(row.values['BASIS_ID']))
  const { wcode, owners } = call.scope
  await lockCargosByNumber(
    call,
    sql`select bond_no from bonded_basis where basis_id = any(${ids}::bigint[])`,
  )
  const found = await call.tx.query<CurrentBasis>(sql`
    select s.basis_id, s.bond_no, c.cargo_no, s.owner_cd, s.basis_cd, s.basis_no, s.pkg_qty, s.kg,
      s.out_pkg_qty, s.out_kg, s.out_seq, s.closed_yn, c.held_yn, c.auction_cd,
      ${orderOfCargo} order_dt, ${billsOfCargo} bills, c.out_pkg_qty cargo_out,
      to_char(now() at time zone 'Asia/Seoul' + interval '1 minute', 'YYYYMMDDHH24MISS') clock,
      to_char(s.accept_dt, 'YYYYMMDD') accepted, (
        select jsonb_agg(jsonb_build_object(
          'at', to_char(l.done_at at time zone 'Asia/Seoul', 'YYYYMMDDHH24MISS'),
          'pkgs', case l.direction_cd when 'IN' then l.pkg_qty else -l.pkg_qty end)
          order by l.done_at, l.direction_cd)
        from bonded_line l where l.bond_no = s.bond_no and ${isValidLine}) flow, (
        select jsonb_agg(jsonb_build_object('stock_cd', g.stock_cd, 'pkg_qty',
          greatest(g.pkg_qty - g.out_pkg_qty, 0), 'qty', g.qty - g.out_qty) order by g.stock_cd)
        from bonded_basis_goods g where g.basis_id = s.basis_id and g.qty > g.out_qty) goods
    from bonded_basis s join bonded_cargo c using (bond_no)
    where s.basis_id = any(${ids}::bigint[]) and s.cancelled_at is null and s.wcode = ${wcode}
      and (${owners === null} or s.owner_cd = any(${[...(owners ?? [])]}::text[]))
    order by s.basis_id`)
  const bases = new Map(found.map((basis) => [basis.basis_id, basis]))
  const text = label('반출근거를 찾을 수 없습니다.', 'Release basis not found.')
  const errors = call.rows.flatMap((row): RowError[] =>
    bases.has(Number(row.values['BASIS_ID'])) ? [] : [{ row: row.no, column: 'BASIS_ID', text }],
  )
  if (errors.length) throw conflictingRows(errors)
  return bases
}

const isEmpty = (row: SaveRow, name: string) => (row.values[name] ?? null) === null
const readAmount = (row: SaveRow, name: string) => Number(row.values[name] ?? 0)

function readPart(rows: readonly SaveRow[], basis: CurrentBasis, rest: Remainder): Part {
  const packages = rows.reduce((sum, row) => sum + readAmount(row, 'NOW_PKG_QTY'), 0)
  const whole = { packages: basis.pkg_qty, grams: toGrams(basis.kg) }
  const grams = rows.every((row) => isEmpty(row, 'NOW_KG'))
    ? proposedGrams(whole, packages, rest)
    : rows.reduce((sum, row) => sum + toGrams(readAmount(row, 'NOW_KG')), 0)
  const given = rows.find((row) => !isEmpty(row, 'SPLIT_CD'))?.values['SPLIT_CD']
  return { packages, grams, split: given ? (String(given) as Split) : getSplit(packages, rest) }
}

/**
 * Pieces of a part: the entered quantity, all remaining pieces for a last part, or a proportional
 * share.
 */
function distributeStock(
  rows: readonly SaveRow[],
  basis: CurrentBasis,
  part: Part,
  rest: Remainder,
): ReleasedGoods[] {
  const remaining = new Map((basis.goods ?? []).map((item) => [item.stock_cd, item]))
  return rows.flatMap((row): ReleasedGoods[] => {
    const stock = String(row.values['STOCK_CD'] ?? '')
    const there = remaining.get(stock)
    if (!there) return []
    const share =
      part.split === 'P' ? Math.floor((there.qty * part.packages) / rest.packages) : there.qty
    const qty = isEmpty(row, 'NOW_QTY') ? share : readAmount(row, 'NOW_QTY')
    if (qty === 0) return []
    return [{ row: row.no, stock, packages: readAmount(row, 'NOW_PKG_QTY'), qty }]
  })
}

/**
 * Error if a basis does not allow a release on a date. Releases can be entered later than they took
 * place.
 */
function basisError(basis: CurrentBasis, released: string): Label | undefined {
  if (basis.held_yn === 'Y') {
    return label(
      '이상보고가 종결되지 않은 화물입니다.',
      'A discrepancy report of this cargo is still open.',
    )
  }
  if (basis.order_dt === 'NONE' && basis.basis_cd !== 'AUCTION') {
    return label(
      "D/O가 발행되지 않은 화물입니다. '수입 D/O'에서 먼저 발행하세요.",
      'The cargo has no delivery order. Issue one in "Delivery orders" first.',
    )
  }
  if (basis.order_dt !== null && released > basis.order_dt && basis.basis_cd !== 'AUCTION') {
    return label(
      "D/O의 유효기한이 지났습니다. '수입 D/O'에서 회수하고 다시 발행하세요.",
      'The delivery order has expired. Withdraw it and issue another in "Delivery orders".',
    )
  }
  const isOverdue = ['OVERDUE', 'AUCTION'].includes(basis.auction_cd)
  if (isOverdue && basis.basis_cd !== 'AUCTION') {
    return label(
      '체화·공매 중인 화물은 낙찰 근거로만 반출할 수 있습니다.',
      'Overdue or auctioned cargo can only be released on the basis of the sale.',
    )
  }
  return undefined
}

/**
 * Error for a release of more packages than those of the bills with an order, as each house bill
 * has its own receiver. Packages in another unit than the cargo's cannot be compared.
 */
function orderedError(basis: CurrentBasis, released: string, packages: number): Label | undefined {
  const { bills, basis_cd: ground, order_dt: lastDate } = basis
  if (lastDate === null || ground === 'AUCTION') return undefined
  const ordered = bills.filter(({ until }) => until !== null && released <= until)
  const isFree = ordered.length === bills.length || ordered.some(({ same }) => !same)
  if (isFree) return undefined
  const covered = ordered.reduce((sum, { pkgs }) => sum + pkgs, 0)
  if (packages <= covered) return undefined
  return label(
    `D/O를 발행한 B/L의 포장은 ${formatCount(covered)}개인데 모두 ${formatCount(packages)}개를 반출하게 됩니다. 나머지 B/L의 D/O를 먼저 발행하세요.`,
    `The bills with a delivery order have ${formatCount(covered, 'package')}, but ${formatCount(packages)} would be released in total. Issue orders for the other bills first.`,
  )
}

/** Packages in the shed ever since a time: the lowest balance between then and now. */
function countPackagesSince({ flow }: CurrentBasis, time: string): number {
  let inside = 0
  let lowest = Number.POSITIVE_INFINITY
  for (const [index, { pkgs }] of flow.entries()) {
    inside += pkgs
    const next = flow[index + 1]?.at
    if (next === undefined || next > time) lowest = Math.min(lowest, inside)
  }
  return (flow[0]?.at ?? '') > time ? 0 : lowest
}

/**
 * A release cannot precede the arrival of its packages or be in the future, because storage is
 * charged for the days between.
 */
function timeError(rows: readonly SaveRow[], basis: CurrentBasis): RowError | undefined {
  const late = label('반출일시는 미래일 수 없습니다.', 'The release cannot be in the future.')
  const column = 'DONE_AT'
  const packages = rows.reduce((sum, row) => sum + readAmount(row, 'NOW_PKG_QTY'), 0)
  for (const { no: row, values } of rows) {
    if ((values[column] ?? null) === null) continue
    const at = String(values[column])
    if (at > basis.clock) return { row, column, text: late }
    const inside = countPackagesSince(basis, at)
    if (packages > inside) return { row, column, text: releasableAtTimeText(inside) }
  }
  return undefined
}

/** Warning of releases dated before the acceptance of their basis, which customs would question. */
export function beforeAcceptanceWarning(plans: readonly ReleasePlan[]): Label | undefined {
  const early = plans.filter(({ rows, basis }) =>
    rows.some(({ values }) => String(values['DONE_AT'] ?? '9').slice(0, 8) < basis.accepted),
  )
  if (early.length === 0) return undefined
  const names = early
    .map(({ basis }) => `${basis.basis_no} ${formatDate(basis.accepted)}`)
    .join(', ')
  return label(
    `반출일시가 수리일보다 빠릅니다: ${names}. 두 날짜를 확인하세요.`,
    `The release time is before the clearance date: ${names}. Check both dates.`,
  )
}

export function releasableAtTimeText(packages: number): Label {
  if (packages === 0) {
    return label(
      '반출일시가 반입일시보다 빠릅니다.',
      'The release time is before the arrival time.',
    )
  }
  return label(
    `그 시각에 반출할 수 있던 것은 ${formatCount(packages)}개입니다. 반출일시를 확인하세요.`,
    `Only ${formatCount(packages, 'package')} could be released at that time. Check the release time.`,
  )
}

function stockErrors(plan: Omit<ReleasePlan, 'after'>): RowError[] {
  const { rows, basis, part, goods } = plan
  const remaining = new Map(
    (basis.goods ?? []).map((item) => [item.stock_cd, Math.round(item.qty * 1000)]),
  )
  const errors: RowError[] = []
  const requests = rows.filter((row) => readAmount(row, 'NOW_QTY') > 0)
  for (const row of requests.filter(
    (request) => !remaining.has(String(request.values['STOCK_CD'] ?? '')),
  )) {
    const text = label('이 근거로 수리된 품목이 아닙니다.', 'Not an item cleared on this basis.')
    errors.push({ row: row.no, column: 'STOCK_CD', text })
  }
  for (const { row, stock, qty } of goods) {
    const after = (remaining.get(stock) ?? 0) - Math.round(qty * 1000)
    remaining.set(stock, after)
    const text = label(
      '이 근거의 잔량을 넘습니다.',
      'Exceeds the remaining quantity of this basis.',
    )
    if (after < 0) errors.push({ row, column: 'NOW_QTY', text })
  }
  const remainder = [...remaining].find(([, qty]) => qty > 0)
  if (part.split !== 'P' && remainder) {
    const ko = `전량·최종 반출 뒤에 품목 ${remainder[0]}의 수량이 남습니다. 함께 선택하세요.`
    const en = `Item ${remainder[0]} would remain after a whole or last release. Select it too.`
    errors.push({ row: rows[0]?.no ?? 0, column: 'NOW_QTY', text: label(ko, en) })
  }
  return errors
}

/**
 * Plans the releases of a call under locks, with the remaining quantities. Throws 422 with all row
 * errors.
 */
export async function planReleases(call: SaveCall): Promise<ReleasePlan[]> {
  const bases = await lockBases(call)
  const errors: RowError[] = []
  const leaving = new Map<string, number>()
  const plans = [...Map.groupBy(call.rows, (row) => Number(row.values['BASIS_ID']))].flatMap(
    ([id, rows]): ReleasePlan[] => {
      const basis = bases.get(id)
      const first = rows[0]?.no ?? 0
      if (!basis) return []
      const rest: Remainder = {
        packages: basis.pkg_qty - basis.out_pkg_qty,
        grams: toGrams(basis.kg) - toGrams(basis.out_kg),
        parts: basis.out_seq,
        closed: basis.closed_yn === 'Y',
      }
      const day = String(rows[0]?.values['DONE_AT'] ?? call.today).slice(0, 8)
      const held = basisError(basis, day)
      if (held) {
        errors.push({ row: first, column: 'BASIS_ID', text: held })
        return []
      }
      const timing = timeError(rows, basis)
      if (timing) {
        errors.push(timing)
        return []
      }
      const part = readPart(rows, basis, rest)
      const error = splitError(part, rest)
      if (error) {
        errors.push({ row: first, ...error })
        return []
      }
      const total = (leaving.get(basis.bond_no) ?? basis.cargo_out) + part.packages
      leaving.set(basis.bond_no, total)
      const unordered = orderedError(basis, day, total)
      if (unordered) {
        errors.push({ row: first, column: 'NOW_PKG_QTY', text: unordered })
        return []
      }
      const goods = distributeStock(rows, basis, part, rest)
      const plan = { rows, basis, part, sequence: rest.parts + 1, goods }
      errors.push(...stockErrors(plan))
      return [{ ...plan, after: remainingAfterPart(part, rest) }]
    },
  )
  if (errors.length) throw invalidRows(errors)
  return plans
}
