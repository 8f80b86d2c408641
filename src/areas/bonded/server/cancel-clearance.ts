import sql from 'sql-template-tag'
import { openWork } from '#areas/inventory/server/work-engine.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { conflictingRows, type RowError } from '#server/base/app-error.ts'
import { handleProcedure, handleQuery, type SaveCall } from '#server/engine/handler.ts'
import { cancelClearance, clearances } from '../operations/release.ts'
import { clearsPieces } from '../rules/basis-number.ts'
import { changeCustomsStatus, type WantedStock } from './change-customs-status.ts'
import { lockCargosByNumber } from './lock-cargos.ts'

interface LockedBasis extends Record<string, unknown> {
  basis_id: number
  basis_cd: string
  cargo_no: string
  owner_cd: string
  out_pkg_qty: number
  rest_pkg_qty: number
  /** Pieces that have not left. */
  goods: { stock_cd: string; qty: number }[] | null
}

/** Locks the cargos of the given bases. Returns the bases with packages that have not left. */
async function lockBases(call: SaveCall): Promise<LockedBasis[]> {
  const ids = call.rows.map((row) => Number(row.values['BASIS_ID']))
  const { wcode, owners } = call.scope
  const mine = sql`wcode = ${wcode} and (${owners === null}
    or owner_cd = any(${[...(owners ?? [])]}::text[]))`
  await lockCargosByNumber(
    call,
    sql`select bond_no from bonded_basis where basis_id = any(${ids}::bigint[])`,
  )
  return call.tx.query<LockedBasis>(sql`
    select s.basis_id, s.basis_cd, c.cargo_no, s.owner_cd, s.out_pkg_qty,
      s.pkg_qty - s.out_pkg_qty rest_pkg_qty, (
      select jsonb_agg(jsonb_build_object('stock_cd', g.stock_cd, 'qty', g.qty - g.out_qty))
      from bonded_basis_goods g where g.basis_id = s.basis_id and g.qty > g.out_qty) goods
    from (select * from bonded_basis where ${mine}) s join bonded_cargo c using (bond_no)
    where s.basis_id = any(${ids}::bigint[]) and s.cancelled_at is null and s.closed_yn = 'N'`)
}

function cancelledText(bases: readonly LockedBasis[]): Label {
  const rest = bases.filter((basis) => basis.out_pkg_qty > 0)
  if (rest.length === 0) {
    return label(
      `수리 ${formatCount(bases.length)}건을 취소했습니다.`,
      `${formatCount(bases.length, 'clearance')} cancelled.`,
    )
  }
  const count = rest.reduce((sum, basis) => sum + basis.rest_pkg_qty, 0)
  const ko = `수리 ${formatCount(bases.length)}건을 취소했습니다. 이미 반출한 수리는 남은 ${formatCount(count)}개만 취소했으며, 같은 번호로 다시 등록할 수 있습니다.`
  const en = `${formatCount(bases.length, 'clearance')} cancelled. Under those with releases, only the remaining ${formatCount(count, 'package')}; they can be cleared again under the same number.`
  return label(ko, en)
}

export const cancelClearanceHandler = handleProcedure(cancelClearance, async (call) => {
  const bases = await lockBases(call)
  const found = new Map(bases.map((basis) => [basis.basis_id, basis]))
  const text = label(
    '이미 취소되었거나 모두 반출된 수리입니다. 반출을 먼저 취소하거나, 번호와 수리일은 정정신청하세요.',
    'The clearance is already cancelled, or all of it was released. Cancel the release first, or request a correction of number and date.',
  )
  const errors = call.rows.flatMap((row): RowError[] => {
    return found.has(Number(row.values['BASIS_ID']))
      ? []
      : [{ row: row.no, column: 'BASIS_ID', text }]
  })
  if (errors.length) throw conflictingRows(errors)
  const rowOf = new Map(call.rows.map((row) => [Number(row.values['BASIS_ID']), row]))
  const wanted = bases.flatMap((basis): WantedStock[] => {
    if (!clearsPieces(basis.basis_cd)) return []
    const no = rowOf.get(basis.basis_id)?.no ?? 0
    return (basis.goods ?? []).map((goods) => {
      return { no, cargo_no: basis.cargo_no, owner_cd: basis.owner_cd, ...goods }
    })
  })
  const workNo = wanted.length > 0 ? await openWork(call, 'CUSTOMS') : null
  if (workNo !== null) await changeCustomsStatus(call, wanted, ['CLEARED', 'BONDED'], workNo)
  const reasons = [...rowOf].map(([basis_id, row]) => ({ basis_id, reason: row.values['REASON'] }))
  await call.tx.execute(sql`
    insert into bonded_basis_cut (basis_id, pkg_qty, kg, reason, work_no, user_id)
    select b.basis_id, b.pkg_qty - b.out_pkg_qty, b.kg - b.out_kg, r.reason, ${workNo},
      ${call.userId}
    from jsonb_to_recordset(${JSON.stringify(reasons)}::jsonb) as r(basis_id bigint, reason text)
    join bonded_basis b using (basis_id) where b.out_pkg_qty > 0 order by b.basis_id`)
  await call.tx.execute(sql`
    update bonded_basis b set cancelled_by = ${call.userId}, cancelled_at = now(),
      cancel_reason = r.reason
    from jsonb_to_recordset(${JSON.stringify(reasons)}::jsonb) as r(basis_id bigint, reason text)
    where b.basis_id = r.basis_id and b.out_pkg_qty = 0`)
  return {
    rows: call.rows.map((row) => ({ ROW: row.no })),
    message: cancelledText(bases),
  }
})

/** The packages of a basis exclude those whose clearance was cancelled after a part had left. */
export const clearancesHandler = handleQuery(
  clearances,
  'v.basis_id desc',
  () => sql`
    select b.basis_id, b.wcode, b.owner_cd, b.bond_no, b.basis_cd, b.basis_no, b.accept_dt,
      b.pkg_qty + coalesce(k.pkg_qty, 0) pkg_qty, b.kg + coalesce(k.kg, 0) kg, b.out_pkg_qty,
      case when b.cancelled_at is null then coalesce(k.pkg_qty, 0) else b.pkg_qty end cut_pkg_qty,
      coalesce(b.cancel_reason, k.reason) cancel_reason,
      coalesce(b.cancelled_by, k.user_id) cancelled_by,
      coalesce(b.cancelled_at, k.created_at) cancelled_at
    from bonded_basis b left join bonded_basis_cut k using (basis_id)`,
)
