import sql from 'sql-template-tag'
import { openWork } from '#areas/inventory/server/work-engine.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import {
  handleProcedure,
  handleQuery,
  type SaveCall,
  type SaveRow,
} from '#server/engine/handler.ts'
import { nextNumbers } from '#server/engine/next-numbers.ts'
import { planRelease, release, releasableCargos } from '../operations/release.ts'
import { clearsPieces } from '../rules/basis-number.ts'
import { removeDay } from './deadlines.ts'
import { shipDirectly } from './direct-shipment.ts'
import { fileLines, type NewLine } from './register-lines.ts'
import { beforeAcceptanceWarning, planReleases, type ReleasePlan } from './release-plan.ts'
import { changeCustomsStatus, type WantedStock } from './change-customs-status.ts'

export const releasableHandler = handleQuery(
  releasableCargos,
  'v.accept_dt, v.basis_id, v.stock_cd',
  () => sql`
    select s.basis_id, s.wcode, s.owner_cd, s.bond_no, s.basis_cd, s.basis_no,
      s.accept_dt, s.pkg_qty, s.kg, s.out_seq, c.cargo_no, c.mbl_no, c.hbl_no, c.goods_nm,
      g.stock_cd, k.stock_nm, s.pkg_qty - s.out_pkg_qty rest_pkg_qty, s.kg - s.out_kg rest_kg,
      g.qty - g.out_qty rest_qty, c.held_yn, c.auction_cd,
      ${removeDay(sql`c.wcode`, sql`h.kind_cd`, sql`s.accept_dt`, sql`s.basis_cd`)} remove_dt,
      case when exists (select from bonded_basis_goods e where e.basis_id = s.basis_id
        and e.qty > e.out_qty and e.stock_cd < g.stock_cd)
        then 0 else s.pkg_qty - s.out_pkg_qty end now_pkg_qty,
      null::numeric now_kg, null::numeric now_qty, null::text split_cd,
      case when s.basis_cd in ('IMPORT', 'AUCTION') then 'SHIP' else 'DIRECT' end leave_cd,
      null::timestamptz done_at, null::text vehicle_no, null::text person_nm
    from bonded_basis s
    join bonded_cargo c using (bond_no)
    join bonded_shed h on h.wcode = c.wcode and h.shed_cd = c.shed_cd
    left join bonded_basis_goods g on g.basis_id = s.basis_id and g.qty > g.out_qty
    left join stock k on k.owner_cd = g.owner_cd and k.stock_cd = g.stock_cd
    where s.cancelled_at is null and s.closed_yn = 'N'`,
)

const readText = (row: SaveRow | undefined, name: string) => {
  const value = row?.values[name] ?? null
  return value === null ? null : String(value)
}

/**
 * Bonded stock leaves with the release itself. Cleared stock leaves by a shipment or remains as
 * free stock.
 */
function getReleaseMethod({ basis, rows }: ReleasePlan): 'SHIP' | 'STAY' | 'DIRECT' {
  if (!clearsPieces(basis.basis_cd)) return 'DIRECT'
  return rows.some((row) => row.values['LEAVE_CD'] === 'STAY') ? 'STAY' : 'SHIP'
}

function toNewLine(plan: ReleasePlan, docNo: string | null): NewLine {
  const { rows, basis, part, sequence } = plan
  const [first] = rows
  return {
    no: first?.no ?? 0,
    bond_no: basis.bond_no,
    type_cd: basis.basis_cd,
    split_cd: part.split,
    split_seq: sequence,
    basis_id: basis.basis_id,
    basis_no: basis.basis_no,
    done_at: readText(first, 'DONE_AT'),
    pkg_qty: part.packages,
    kg: part.grams / 1000,
    vehicle_no: readText(first, 'VEHICLE_NO'),
    person_nm: readText(first, 'PERSON_NM'),
    leave_cd: getReleaseMethod(plan),
    doc_no: docNo,
  }
}

function getWantedStock({ basis, goods }: ReleasePlan): WantedStock[] {
  const { cargo_no, owner_cd } = basis
  return goods.map(({ row, stock, qty }) => ({
    no: row,
    cargo_no,
    owner_cd,
    stock_cd: stock,
    qty,
  }))
}

async function makeDocuments(
  call: SaveCall,
  plans: readonly ReleasePlan[],
): Promise<Map<ReleasePlan, string>> {
  const direct = plans.filter(
    (plan) => getReleaseMethod(plan) === 'DIRECT' && plan.goods.length > 0,
  )
  const plansToKeep = plans.filter(
    (plan) => getReleaseMethod(plan) === 'STAY' && plan.goods.length > 0,
  )
  const numbers =
    direct.length === 0
      ? []
      : await call.tx.query<{ no: string }>(sql`
          select no from ${nextNumbers(call, 'SHIPMENT', direct.length)} no`)
  const documents = new Map(direct.map((plan, index) => [plan, numbers[index]?.no ?? '']))
  for (const plan of plansToKeep) documents.set(plan, await openWork(call, 'CUSTOMS'))
  return documents
}

export const releaseHandler = handleProcedure(release, async (call) => {
  const plans = await planReleases(call)
  const documents = await makeDocuments(call, plans)
  const filed = await fileLines(
    call,
    'OUT',
    plans.map((plan) => toNewLine(plan, documents.get(plan) ?? null)),
  )
  const lines = new Map(filed.map((line) => [line.no, line]))
  const findLine = (plan: ReleasePlan) => lines.get(plan.rows[0]?.no ?? 0)
  const goods = plans.flatMap((plan) =>
    plan.goods.map(({ stock, packages, qty }) => ({
      line_id: findLine(plan)?.line_id,
      owner_cd: plan.basis.owner_cd,
      stock_cd: stock,
      pkg_qty: packages,
      qty,
    })),
  )
  await call.tx.execute(sql`
    insert into bonded_out_goods (line_id, owner_cd, stock_cd, pkg_qty, qty)
    select line_id, owner_cd, stock_cd, sum(pkg_qty), sum(qty)
    from jsonb_to_recordset(${JSON.stringify(goods)}::jsonb)
      as g(line_id bigint, owner_cd text, stock_cd text, pkg_qty numeric, qty numeric)
    group by 1, 2, 3`)
  for (const [plan, docNo] of documents) {
    if (getReleaseMethod(plan) === 'DIRECT') {
      await shipDirectly(call, docNo, getWantedStock(plan), plan.basis.basis_cd)
    } else await changeCustomsStatus(call, getWantedStock(plan), ['CLEARED', 'FREE'], docNo)
  }
  const planByRow = new Map(plans.flatMap((plan) => plan.rows.map((row) => [row.no, plan])))
  return {
    rows: call.rows.map(({ no }) => {
      const plan = planByRow.get(no)
      const line = plan && findLine(plan)
      return {
        ROW: no,
        LINE_ID: line ? String(line.line_id) : null,
        REPORT_NO: line?.report_no ?? null,
        DOC_NO: (plan && documents.get(plan)) ?? null,
        ...(plan && remainderColumns(plan)),
      }
    }),
    ...withWarning(
      plans,
      label(
        `반출 ${formatCount(plans.length)}건을 신고했습니다. ${plans.map(messageKo).join('; ')}`,
        `${formatCount(plans.length, 'release')} filed. ${plans.map(messageEn).join('; ')}`,
      ),
    ),
  }
})

function remainderColumns({ after, part, sequence, goods }: ReleasePlan) {
  return {
    SPLIT_CD: part.split,
    SPLIT_SEQ: sequence,
    NOW_KG: part.grams / 1000,
    NOW_QTY: goods.reduce((sum, stock) => sum + Math.round(stock.qty * 1000), 0) / 1000,
    REST_PKG_QTY: after.packages,
    REST_KG: after.grams / 1000,
  }
}

/** Message with the warning of releases dated too early. */
function withWarning(plans: readonly ReleasePlan[], { ko, en }: Label) {
  const warning = beforeAcceptanceWarning(plans)
  if (!warning) return { message: label(ko, en) }
  return { message: label(`${ko}. ${warning.ko}`, `${en}. ${warning.en}`), warns: true }
}

const formatKilograms = (grams: number) =>
  (grams / 1000).toLocaleString('en', { maximumFractionDigits: 3 })

function messageKo({ basis, part, sequence, after }: ReleasePlan): string {
  const now = `${formatCount(part.packages)}개 ${formatKilograms(part.grams)} kg`
  const remaining = `${formatCount(after.packages)}개 ${formatKilograms(after.grams)} kg`
  return `${basis.basis_no} ${part.split}${sequence}: ${now}, 잔량 ${remaining}`
}

function messageEn({ basis, part, sequence, after }: ReleasePlan): string {
  const now = `${part.packages} packages ${formatKilograms(part.grams)} kg`
  const remaining = `${after.packages} / ${formatKilograms(after.grams)} kg`
  return `${basis.basis_no} ${part.split}${sequence}: ${now}, left ${remaining}`
}

export const planReleaseHandler = handleProcedure(planRelease, async (call) => {
  const plans = await planReleases(call)
  const planByRow = new Map(plans.flatMap((plan) => plan.rows.map((row) => [row.no, plan])))
  return {
    rows: call.rows.map(({ no }) => {
      const plan = planByRow.get(no)
      return { ROW: no, ...(plan && remainderColumns(plan)) }
    }),
    ...withWarning(
      plans,
      label(
        `미리보기입니다(신고하지 않음). ${plans.map(messageKo).join('; ')}`,
        `Preview only; nothing was filed. ${plans.map(messageEn).join('; ')}`,
      ),
    ),
  }
})
