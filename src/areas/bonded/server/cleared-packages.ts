import sql from 'sql-template-tag'
import { openWork } from '#areas/inventory/server/work-engine.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import type { SaveCall, SaveRow } from '#server/engine/handler.ts'
import { clearsPieces, normalizeNumber } from '../rules/basis-number.ts'
import { changeCustomsStatus } from './change-customs-status.ts'

/** Cargos with exactly one open basis: `(bond_no, basis_no)`. */
export const singleBasis = sql`(
  select bond_no, min(basis_no) basis_no from bonded_basis
  where cancelled_at is null and closed_yn = 'N' group by bond_no having count(*) = 1)`

interface ClearanceBasis {
  readonly basis_id: number
  readonly basis_no: string
  readonly basis_cd: string
  /** Packages whose pieces are not known yet. */
  readonly packed: number
}

interface Packages extends Record<string, unknown> {
  readonly bond_no: string
  readonly uncleared: number
  readonly packed: number
  readonly grounds: readonly ClearanceBasis[] | null
}

function readPackages(call: SaveCall): Promise<Packages[]> {
  const numbers = call.rows.map((row) => String(row.values['BOND_NO']))
  return call.tx.query<Packages>(sql`
    select c.bond_no, c.in_pkg_qty - c.clear_pkg_qty uncleared,
      c.in_pkg_qty - c.clear_pkg_qty - greatest(coalesce(u.pkgs, 0) - coalesce(g.pkgs, 0), 0) packed,
      g.grounds
    from bonded_cargo c
    left join lateral (
      select sum(case when reverses_id is null then pkg_qty else -pkg_qty end) pkgs
      from bonded_unpack u where u.bond_no = c.bond_no) u on true
    left join lateral (
      select sum(x.pkgs) pkgs, jsonb_agg(jsonb_build_object('basis_id', s.basis_id, 'basis_no',
        s.basis_no, 'basis_cd', s.basis_cd, 'packed', s.pkg_qty - x.pkgs) order by s.basis_id)
        filter (where s.closed_yn = 'N') grounds
      from bonded_basis s cross join lateral (select coalesce(sum(pkg_qty), 0) pkgs
        from bonded_basis_goods where basis_id = s.basis_id) x
      where s.bond_no = c.bond_no and s.cancelled_at is null) g on true
    where c.bond_no = any(${numbers}::text[])`)
}

const getPackages = (row: SaveRow) => Number(row.values['NOW_PKG_QTY'] ?? 0)
const basisNumber = (row: SaveRow) => normalizeNumber(String(row.values['BASIS_NO'] ?? ''))

/**
 * Basis under which the packages of each row were cleared. Rows without an entry are not cleared.
 * Throws 422 if a row is ambiguous.
 */
export async function readReleaseBases(
  call: SaveCall,
): Promise<ReadonlyMap<number, ClearanceBasis>> {
  const cargos = new Map((await readPackages(call)).map((cargo) => [cargo.bond_no, cargo]))
  const found = new Map<number, ClearanceBasis>()
  const opened = new Map<string, number>()
  const errors = call.rows.flatMap((row): RowError[] => {
    const cargo = cargos.get(String(row.values['BOND_NO']))
    const given = basisNumber(row)
    const grounds = cargo?.grounds ?? []
    const ground = given
      ? grounds.find((basis) => basis.basis_no === given)
      : cargo?.uncleared === 0 && grounds.length === 1
        ? grounds[0]
        : undefined
    if (ground) found.set(row.no, ground)
    if (!cargo || ground) return []
    if (given) {
      const text = label(
        '이 화물의 유효한 반출근거가 아닙니다. 다시 조회해 선택하세요.',
        'Not a valid release basis of this cargo. Search again.',
      )
      return [{ row: row.no, column: 'BASIS_NO', text }]
    }
    const now = (opened.get(cargo.bond_no) ?? 0) + getPackages(row)
    opened.set(cargo.bond_no, now)
    const error = ambiguousBasisError(row, cargo, now)
    return error ? [{ row: row.no, ...error }] : []
  })
  if (errors.length) throw invalidRows(errors)
  return found
}

function ambiguousBasisError(
  row: SaveRow,
  cargo: Packages,
  now: number,
): Omit<RowError, 'row'> | undefined {
  const waiting = (cargo.grounds ?? []).filter((basis) => basis.packed > 0)
  if (cargo.uncleared > 0 && waiting.length === 0) return undefined
  const names = (cargo.grounds ?? []).map((basis) => basis.basis_no).join(', ')
  if (cargo.uncleared === 0) {
    const ko = `모두 수리된 화물입니다. 수리 근거를 입력하세요: ${names}`
    return {
      column: 'BASIS_NO',
      text: label(ko, `All of this cargo is cleared. Enter the release basis: ${names}`),
    }
  }
  if (getPackages(row) <= 0) {
    const ko = '개장 전에 수리된 포장이 있습니다. 개장할 개수를 입력하세요.'
    const en =
      'Some packages were cleared before unpacking. Enter the number of packages to unpack.'
    return { column: 'NOW_PKG_QTY', text: label(ko, en) }
  }
  if (now <= cargo.packed) return undefined
  const ko = `수리되지 않은 미개장 포장은 ${formatCount(Math.max(cargo.packed, 0))}개입니다. 나머지는 수리 근거를 입력해 따로 개장하세요: ${names}`
  const en = `Uncleared packages left to unpack: ${formatCount(Math.max(cargo.packed, 0))}. Unpack the others separately with their release basis: ${names}`
  return { column: 'NOW_PKG_QTY', text: label(ko, en) }
}

interface OpenedStock {
  readonly no: number
  readonly owner_cd: string
  readonly stock_cd: string
  readonly cargo_no?: string
  readonly pkg_qty: number
  readonly qty: number
}

/**
 * Assigns unpacked pieces to the release basis of their packages. Pieces of imports and auctions
 * become cleared.
 */
export async function clearUnpacked(
  call: SaveCall,
  goods: readonly OpenedStock[],
  grounds: ReadonlyMap<number, ClearanceBasis>,
): Promise<void> {
  const cleared = goods.flatMap((item) => {
    const ground = grounds.get(item.no)
    return ground ? [{ ...item, ...ground, cargo_no: item.cargo_no ?? '' }] : []
  })
  if (cleared.length === 0) return
  await call.tx.execute(sql`
    insert into bonded_basis_goods (basis_id, owner_cd, stock_cd, pkg_qty, qty)
    select g.basis_id, g.owner_cd, g.stock_cd, sum(g.pkg_qty), sum(g.qty)
    from jsonb_to_recordset(${JSON.stringify(cleared)}::jsonb)
      as g(basis_id bigint, owner_cd text, stock_cd text, pkg_qty numeric, qty numeric)
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (basis_id, owner_cd, stock_cd) do update
      set pkg_qty = bonded_basis_goods.pkg_qty + excluded.pkg_qty,
        qty = bonded_basis_goods.qty + excluded.qty`)
  const free = cleared.filter((basis) => clearsPieces(basis.basis_cd))
  if (free.length === 0) return
  const wanted = free.map(({ no, cargo_no, owner_cd, stock_cd, qty }) => {
    return { no, cargo_no, owner_cd, stock_cd, qty }
  })
  await changeCustomsStatus(call, wanted, ['BONDED', 'CLEARED'], await openWork(call, 'CUSTOMS'))
}
