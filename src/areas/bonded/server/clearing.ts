import sql, { raw } from 'sql-template-tag'
import { openWork } from '#areas/inventory/server/work-engine.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import {
  handleProcedure,
  handleQuery,
  type SaveCall,
  type SaveRow,
} from '#server/engine/handler.ts'
import { clearCargos, clearableCargos } from '../operations/release.ts'
import { basisNumberError, clearsPieces, normalizeNumber } from '../rules/basis-number.ts'
import { toGrams, proposedGrams, type Amount } from '../rules/split-part.ts'
import { cargoStepFrom } from '../rules/cargo-status.ts'
import { lockCargos } from './lock-cargos.ts'
import { changeCustomsStatus, type WantedStock } from './change-customs-status.ts'

/** Bonded pieces of each cargo number not assigned to a basis: `(wcode, cargo_no, …, qty)`. */
const openPieces = sql`(
  select b.wcode, b.cargo_no, b.owner_cd, b.stock_cd, sum(b.qty) - coalesce(max(t.qty), 0) qty
  from stock_balance b
  left join (
    select c.wcode, c.cargo_no, g.owner_cd, g.stock_cd, sum(g.qty - g.out_qty) qty
    from bonded_basis_goods g join bonded_basis s using (basis_id)
    join bonded_cargo c using (bond_no)
    where s.cancelled_at is null and s.basis_cd not in ('IMPORT', 'AUCTION') group by 1, 2, 3, 4) t
    on (t.wcode, t.cargo_no, t.owner_cd, t.stock_cd)
      = (b.wcode, b.cargo_no, b.owner_cd, b.stock_cd)
  where b.bonded_cd = 'BONDED' and b.cargo_no <> '' and b.qty > 0 group by 1, 2, 3, 4)`

export const clearableHandler = handleQuery(
  clearableCargos,
  'v.bond_no, v.stock_cd',
  () => sql`
    select c.bond_no, c.wcode, c.state_cd, c.owner_cd, c.cargo_no, c.mbl_no, c.hbl_no, c.goods_nm,
      p.stock_cd, s.stock_nm, c.in_pkg_qty - c.clear_pkg_qty rest_pkg_qty,
      c.in_kg - c.clear_kg rest_kg, p.qty bonded_qty, 'IMPORT' basis_cd, null::text basis_no,
      (now() at time zone 'Asia/Seoul')::date accept_dt,
      case when row_number() over (partition by c.bond_no order by p.stock_cd) = 1
        then c.in_pkg_qty - c.clear_pkg_qty else 0 end now_pkg_qty,
      null::numeric now_kg, null::numeric now_qty
    from bonded_cargo c
    left join ${openPieces} p on p.wcode = c.wcode and p.cargo_no = c.cargo_no and p.qty > 0
    left join stock s on s.owner_cd = p.owner_cd and s.stock_cd = p.stock_cd
    where c.in_pkg_qty > c.clear_pkg_qty and c.held_yn = 'N'`,
)

interface LockedCargo extends Record<string, unknown> {
  bond_no: string
  cargo_no: string
  owner_cd: string
  in_pkg_qty: number
  in_kg: number
  rest_pkg: number
  rest_kg: number
  in_closed_yn: string
  held_yn: string
  pieces: Record<string, number> | null
}

interface ClearedStock {
  readonly row: number
  readonly stock: string
  readonly packages: number
  readonly qty: number
}

/** One import declaration or approval: all rows with the same number. */
interface Declaration {
  readonly rows: readonly SaveRow[]
  readonly cargo: LockedCargo
  readonly kind: string
  readonly number: string
  readonly packages: number
  readonly grams: number
  readonly goods: readonly ClearedStock[]
}

const readQty = (row: SaveRow, name: string) => Number(row.values[name] ?? 0)

function readCargos(call: SaveCall, numbers: readonly string[]): Promise<LockedCargo[]> {
  return call.tx.query<LockedCargo>(sql`
    select c.bond_no, c.cargo_no, c.owner_cd, c.in_pkg_qty, c.in_kg,
      c.in_pkg_qty - c.clear_pkg_qty rest_pkg, c.in_kg - c.clear_kg rest_kg, c.in_closed_yn,
      c.held_yn, (select jsonb_object_agg(p.stock_cd, p.qty) from ${openPieces} p
        where p.wcode = c.wcode and p.cargo_no = c.cargo_no) pieces
    from bonded_cargo c where c.bond_no = any(${[...numbers]}::text[])`)
}

const formatPlain = (row: SaveRow) => normalizeNumber(String(row.values['BASIS_NO']))

/**
 * Returns the numbers of the rows that are in use: open, or for another cargo. A cargo is cleared
 * again under a number of which all packages have left.
 */
async function findUsedNumbers(call: SaveCall): Promise<Set<string>> {
  const given = call.rows.map((row) => ({
    bond_no: row.values['BOND_NO'],
    basis_no: formatPlain(row),
    basis_cd: row.values['BASIS_CD'],
  }))
  const used = await call.tx.query<{ basis_no: string }>(sql`
    select b.basis_no
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as g(bond_no text, basis_no text, basis_cd text)
    join bonded_basis b on b.wcode = ${call.scope.wcode} and b.basis_no = g.basis_no
    where b.cancelled_at is null
      and (b.closed_yn = 'N' or (b.bond_no, b.basis_cd) <> (g.bond_no, g.basis_cd))`)
  return new Set(used.map((basis) => basis.basis_no))
}

/** Remainder to declare, reduced by each declaration of the call in turn. */
class RemainingCargo {
  readonly #amounts = new Map<string, Amount>()
  readonly #pieces = new Map<string, number>()

  constructor(cargos: readonly LockedCargo[]) {
    for (const cargo of cargos) {
      this.#amounts.set(cargo.bond_no, { packages: cargo.rest_pkg, grams: toGrams(cargo.rest_kg) })
      for (const [stock, qty] of Object.entries(cargo.pieces ?? {})) {
        this.#pieces.set(`${cargo.bond_no}\n${stock}`, Math.round(qty * 1000))
      }
    }
  }

  of(bondNo: string): Amount {
    return this.#amounts.get(bondNo) ?? { packages: 0, grams: 0 }
  }

  /** Returns thousandths of a piece. */
  pieces(bondNo: string, stock: string): number {
    return this.#pieces.get(`${bondNo}\n${stock}`) ?? 0
  }

  hasPieces(bondNo: string): boolean {
    return [...this.#pieces].some(
      ([key, remaining]) => key.startsWith(`${bondNo}\n`) && remaining > 0,
    )
  }

  take(bondNo: string, taken: Amount): void {
    const { packages, grams } = this.of(bondNo)
    const remaining = { packages: packages - taken.packages, grams: grams - taken.grams }
    this.#amounts.set(bondNo, remaining)
  }

  takePieces(bondNo: string, stock: string, thousandths: number): void {
    this.#pieces.set(`${bondNo}\n${stock}`, this.pieces(bondNo, stock) - thousandths)
  }
}

async function rejectNumbers(call: SaveCall): Promise<void> {
  const used = await findUsedNumbers(call)
  const errors = call.rows.flatMap((row): RowError[] => {
    const text = numberError(row, used, call.today)
    return text ? [{ row: row.no, column: text[0], text: text[1] }] : []
  })
  if (errors.length) throw invalidRows(errors)
}

function numberError(
  row: SaveRow,
  used: ReadonlySet<string>,
  today: string,
): [string, Label] | undefined {
  const number = formatPlain(row)
  const error = basisNumberError(String(row.values['BASIS_CD']), number)
  if (error) return ['BASIS_NO', error]
  if (used.has(number)) {
    const ko = `이미 사용한 근거번호 ${number}입니다.`
    return ['BASIS_NO', label(ko, `Basis number ${number} has already been used.`)]
  }
  if (String(row.values['ACCEPT_DT'] ?? today) > today) {
    return [
      'ACCEPT_DT',
      label('수리일은 미래일 수 없습니다.', 'The clearance date cannot be in the future.'),
    ]
  }
  return undefined
}

function planDeclarations(call: SaveCall, cargos: readonly LockedCargo[]): Declaration[] {
  const byNumber = new Map(cargos.map((cargo) => [cargo.bond_no, cargo]))
  const rest = new RemainingCargo(cargos)
  const errors: RowError[] = []
  const declarations: Declaration[] = []
  for (const [number, rows] of Map.groupBy(call.rows, formatPlain)) {
    const [first] = rows
    const cargo = byNumber.get(String(first?.values['BOND_NO']))
    if (!first || !cargo) continue
    const created = planDeclaration(rows, cargo, number, rest)
    if ('errors' in created) errors.push(...created.errors)
    else declarations.push(created)
  }
  if (errors.length) throw invalidRows(errors)
  return declarations
}

function planDeclaration(
  rows: readonly SaveRow[],
  cargo: LockedCargo,
  number: string,
  rest: RemainingCargo,
): Declaration | { errors: RowError[] } {
  const [first] = rows
  const remaining = rest.of(cargo.bond_no)
  const packages = rows.reduce((sum, row) => sum + readQty(row, 'NOW_PKG_QTY'), 0)
  const isEmpty = rows.every((row) => (row.values['NOW_KG'] ?? null) === null)
  const whole = { packages: cargo.in_pkg_qty, grams: toGrams(cargo.in_kg) }
  const grams = isEmpty
    ? proposedGrams(whole, packages, remaining)
    : rows.reduce((sum, row) => sum + toGrams(readQty(row, 'NOW_KG')), 0)
  const error = amountError(rows, cargo, { packages, grams }, remaining)
  if (error) return { errors: [{ row: first?.no ?? 0, column: error[0], text: error[1] }] }
  const isLast = packages === remaining.packages
  const goods = rows.flatMap((row): ClearedStock[] => {
    const stock = row.values['STOCK_CD'] ?? null
    if (stock === null) return []
    const there = rest.pieces(cargo.bond_no, String(stock))
    const share = isLast ? there : Math.floor((there * packages) / remaining.packages / 1000) * 1000
    const typed = row.values['NOW_QTY'] ?? null
    const qty = typed === null ? share : Math.round(Number(typed) * 1000)
    rest.takePieces(cargo.bond_no, String(stock), qty)
    if (qty === 0) return []
    return [
      { row: row.no, stock: String(stock), packages: readQty(row, 'NOW_PKG_QTY'), qty: qty / 1000 },
    ]
  })
  const errors = goods.flatMap(({ row, stock }): RowError[] => {
    const ko = `품목 ${stock}의 보세재고를 넘습니다.`
    const text = label(ko, `Exceeds the bonded stock of item ${stock}.`)
    const isOver = rest.pieces(cargo.bond_no, stock) < 0
    return isOver ? [{ row, column: 'NOW_QTY', text }] : []
  })
  if (isLast && cargo.in_closed_yn === 'Y' && rest.hasPieces(cargo.bond_no)) {
    const ko = '마지막 포장이 수리되면 남는 수량이 없어야 합니다. 남은 품목도 함께 선택하세요.'
    const en = 'Nothing can remain after the last packages are cleared. Select the other items too.'
    errors.push({ row: first?.no ?? 0, column: 'NOW_QTY', text: label(ko, en) })
  }
  rest.take(cargo.bond_no, { packages, grams })
  if (errors.length) return { errors }
  const kind = String(first?.values['BASIS_CD'])
  return { rows, cargo, kind, number, packages, grams, goods }
}

function amountError(
  rows: readonly SaveRow[],
  cargo: LockedCargo,
  now: Amount,
  remaining: Amount,
): [string, Label] | undefined {
  const differing = ['BOND_NO', 'BASIS_CD', 'ACCEPT_DT'].find(
    (name) => new Set(rows.map((row) => row.values[name] ?? null)).size > 1,
  )
  if (differing) {
    const ko = '한 근거번호는 한 화물, 한 근거, 한 수리일에만 사용할 수 있습니다.'
    const en = 'A basis number can only be used for one cargo, basis and clearance date.'
    return [differing, label(ko, en)]
  }
  if (cargo.held_yn === 'Y') {
    return [
      'BOND_NO',
      label('이상보고가 종결되지 않은 화물입니다.', 'A discrepancy report is still open.'),
    ]
  }
  if (now.packages <= 0) {
    return ['NOW_PKG_QTY', label('개수는 0보다 커야 합니다.', 'Packages must be more than 0.')]
  }
  const kilos = remaining.grams / 1000
  if (now.packages > remaining.packages || now.grams > remaining.grams) {
    const column = now.packages > remaining.packages ? 'NOW_PKG_QTY' : 'NOW_KG'
    const ko = `수리되지 않은 ${formatCount(remaining.packages)}개 / ${kilos} kg을 넘습니다.`
    return [
      column,
      label(
        ko,
        `Exceeds the uncleared ${formatCount(remaining.packages, 'package')} / ${kilos} kg.`,
      ),
    ]
  }
  if ((now.packages === remaining.packages) !== (now.grams === remaining.grams) || now.grams <= 0) {
    const ko = `마지막 포장의 중량은 남은 ${kilos} kg과 같고, 그 전에는 그보다 적어야 합니다.`
    const en = `The last packages must weigh the remaining ${kilos} kg; earlier ones less.`
    return ['NOW_KG', label(ko, en)]
  }
  return undefined
}

async function writeBases(
  call: SaveCall,
  declarations: readonly Declaration[],
  workNo: string | null,
): Promise<Map<string, number>> {
  const given = declarations.map(({ rows, cargo, kind, number, packages, grams }) => ({
    bond_no: cargo.bond_no,
    basis_cd: kind,
    basis_no: number,
    accept_dt: rows[0]?.values['ACCEPT_DT'] ?? call.today,
    pkg_qty: packages,
    kg: grams / 1000,
    work_no: clearsPieces(kind) ? workNo : null,
  }))
  const types = `bond_no text, basis_cd text, basis_no text, accept_dt date, pkg_qty numeric,
    kg numeric, work_no text`
  const inserted = await call.tx.query<{ basis_id: number; basis_no: string }>(sql`
    insert into bonded_basis (wcode, owner_cd, bond_no, basis_cd, basis_no, accept_dt, pkg_qty, kg,
      work_no, created_by)
    select c.wcode, c.owner_cd, g.bond_no, g.basis_cd, g.basis_no, g.accept_dt, g.pkg_qty, g.kg,
      g.work_no, ${call.userId}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g(${raw(types)})
    join bonded_cargo c using (bond_no) order by g.basis_no
    returning basis_id, basis_no`)
  const ids = new Map(inserted.map((basis) => [basis.basis_no, basis.basis_id]))
  const goods = declarations.flatMap(({ number, cargo, goods: items }) =>
    items.map(({ stock, packages, qty }) => ({
      basis_id: ids.get(number),
      owner_cd: cargo.owner_cd,
      stock_cd: stock,
      pkg_qty: packages,
      qty,
    })),
  )
  await call.tx.execute(sql`
    insert into bonded_basis_goods (basis_id, owner_cd, stock_cd, pkg_qty, qty)
    select basis_id, owner_cd, stock_cd, sum(pkg_qty), sum(qty)
    from jsonb_to_recordset(${JSON.stringify(goods)}::jsonb)
      as g(basis_id bigint, owner_cd text, stock_cd text, pkg_qty numeric, qty numeric)
    group by 1, 2, 3`)
  return ids
}

export const clearHandler = handleProcedure(clearCargos, async (call) => {
  const nothingToClear = label(
    '수리할 수량이 없는 화물입니다.',
    'This cargo has nothing left to clear.',
  )
  const numbers = await lockCargos(call, cargoStepFrom.clear, nothingToClear)
  await rejectNumbers(call)
  const declarations = planDeclarations(call, await readCargos(call, numbers))
  const shifted = declarations.flatMap(({ kind, cargo, goods }): WantedStock[] => {
    if (!clearsPieces(kind)) return []
    return goods.map(({ row, stock, qty }) => {
      const { cargo_no, owner_cd } = cargo
      return { no: row, cargo_no, owner_cd, stock_cd: stock, qty }
    })
  })
  const workNo = shifted.length > 0 ? await openWork(call, 'CUSTOMS') : null
  const ids = await writeBases(call, declarations, workNo)
  if (workNo !== null) await changeCustomsStatus(call, shifted, ['BONDED', 'CLEARED'], workNo)
  return {
    rows: call.rows.map((row) => ({ ROW: row.no, BASIS_ID: String(ids.get(formatPlain(row))) })),
    message: label(
      `수리 ${formatCount(declarations.length)}건을 등록했습니다.`,
      `${formatCount(declarations.length, 'clearance')} entered.`,
    ),
  }
})
