import sql, { type Sql } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { AppError } from '#server/base/app-error.ts'
import { handlePrint, type PrintHandler } from '#server/engine/handler.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import type { PrintCall } from '#server/engine/print-heads.ts'
import {
  lineTable,
  printStamp,
  quantityColumn,
  quantityText,
  weightText,
  type LineColumn,
} from '#server/print/line-table.ts'
import { siteSeal } from '#server/print/seals.ts'
import { codeLists } from '#areas/code-lists.ts'
import { arrivalPaper, releasePaper } from '../operations/keeping.ts'
import { periodEndDate } from './deadlines.ts'
import { correctionStatus } from '../rules/cargo-status.ts'
import { correctedLines, isValidLine } from './unpacked-quantities.ts'

export interface PaperLine extends Record<string, unknown> {
  line_id: number
  register_year: number
  register_no: number
  report_no: string
  type_cd: string
  split_cd: string
  split_seq: number
  basis_no: string | null
  done_text: string
  pkg_qty: number
  kg: number
  vehicle_no: string | null
  person_nm: string | null
  bond_no: string
  cargo_no: string
  mbl_no: string | null
  hbl_no: string | null
  vessel_nm: string | null
  voyage_no: string | null
  goods_nm: string | null
  consignee_nm: string | null
  pkg_unit_cd: string
  cntr_no: string | null
  seal_no: string | null
  fault_cd: string | null
  fault_no: string | null
  end_dt: string | null
  /** End of the storage period at the time the line was filed. */
  filed_end_dt: string | null
  shed_cd: string
  shed_nm: string
  owner_nm: string
  warehouse_nm: string
  accept_dt: string | null
  rest_pkg: number
  rest_kg: number
  standing_cd: string
  /** Values of cargo and shed at the time the line was filed. */
  filed_cargo_no: string
  filed_mbl_no: string | null
  filed_hbl_no: string | null
  filed_vessel_nm: string | null
  filed_entry_dt: string | null
  filed_goods_nm: string | null
  filed_consignee_nm: string
  filed_pkg_unit_cd: string
  filed_cbm: number | null
  filed_cntr_no: string | null
  filed_seal_no: string | null
  filed_shed_nm: string
  filed_keeper_nm: string | null
  /** Day the line was filed, and the line it corrects or reverses. */
  filed_on: string
  of_year: number | null
  of_no: number | null
  approval_no: string | null
  /** Packages and weight of the corrected line; 0 if the line corrects none. */
  was_pkg: number
  was_kg: number
  remark: string | null
  places: string | null
}

/**
 * Reads lines `l` that match `where` and are within the caller's scope, with all printed fields.
 */
export function readLines(call: PrintCall, direction: 'IN' | 'OUT', where: Sql) {
  const { wcode, owners } = call.scope
  return call.db.query<PaperLine>(sql`
    select l.line_id, l.register_year, l.register_no, l.report_no, l.type_cd, l.split_cd, l.split_seq,
      l.basis_no, to_char(l.done_at at time zone 'Asia/Seoul', 'YYYY-MM-DD HH24:MI') done_text,
      l.pkg_qty, l.kg, l.vehicle_no, l.person_nm, l.bond_no, c.cargo_no, c.mbl_no, c.hbl_no,
      c.vessel_nm, c.voyage_no, c.goods_nm, c.consignee_nm, c.pkg_unit_cd,
      c.cntr_no, coalesce(l.seal_no, c.seal_no) seal_no, l.fault_cd, l.fault_no, s.shed_cd, s.shed_nm,
      l.filed_cargo_no, l.filed_mbl_no, l.filed_hbl_no, l.filed_vessel_nm, l.filed_entry_dt,
      l.filed_goods_nm, l.filed_consignee_nm, l.filed_pkg_unit_cd, l.filed_cbm, l.filed_cntr_no,
      l.filed_seal_no, l.filed_shed_nm, l.filed_keeper_nm, l.approval_no,
      to_char(l.created_at at time zone 'Asia/Seoul', 'YYYY-MM-DD') filed_on,
      e.register_year of_year, e.register_no of_no, o.owner_nm, w.warehouse_nm, l.remark,
      coalesce((select k.was_accept_dt from bonded_correction k join bonded_line n using (line_id)
        where n.basis_id = l.basis_id and k.decided_at > l.created_at
          and k.was_accept_dt is not null order by k.decided_at limit 1), b.accept_dt) accept_dt,
      ${periodEndDate(sql`c.wcode`, { kind: sql`s.kind_cd`, arrived: sql`c.in_dt`, extended: sql`c.extend_months`, prior: sql`c.prior_days` })}
        end_dt,
      ${periodEndDate(sql`c.wcode`, { kind: sql`s.kind_cd`, arrived: sql`f.in_dt`, extended: sql`f.months`, prior: sql`l.filed_prior_days` })}
        filed_end_dt,
      case when l.reverses_id is not null then 'REVERSAL' when l.corrects_id is not null
        then 'CORRECTION' else 'STANDS' end standing_cd,
      coalesce(q.pkg_qty, 0) was_pkg, coalesce(q.kg, 0) was_kg,
      ins.pkgs - outs.pkgs rest_pkg, ins.kgs - outs.kgs rest_kg,
      (select string_agg(distinct r.cell_cd, ', ') from bonded_unpack u
        join receipt_line r on r.receipt_no = u.receipt_no and r.line_no = u.receipt_line
        where u.bond_no = l.bond_no and u.reverses_id is null
          and not exists (select from bonded_unpack x where x.reverses_id = u.unpack_id)) places
    from bonded_line l join bonded_cargo c using (bond_no)
    join bonded_shed s on s.wcode = c.wcode and s.shed_cd = c.shed_cd
    join owner o on o.owner_cd = l.owner_cd join warehouse w on w.wcode = l.wcode
    left join bonded_basis b on b.basis_id = l.basis_id
    left join bonded_line q on q.line_id = l.corrects_id
    left join bonded_line e on e.line_id = coalesce(l.corrects_id, l.reverses_id)
    cross join lateral (${periodAtLine}) f
    cross join lateral (${sumUpToLine('IN')}) ins cross join lateral (${sumUpToLine('OUT')}) outs
    where l.wcode = ${wcode} and l.direction_cd = ${direction}
      and (${owners === null} or l.owner_cd = any(${[...(owners ?? [])]}::text[])) and ${where}
    order by l.register_year, l.register_no`)
}

/** Completion date and extensions of the cargo at the time line `l` was filed. */
const periodAtLine = sql`
  select case when bool_or(a.split_cd <> 'P') or sum(a.pkg_qty) = (
      select k.new_pkg_qty from bonded_correction k where k.bond_no = l.bond_no and k.line_id is null
        and k.new_pkg_qty is not null and k.state_cd = ${quoteCodes(correctionStatus.approved)}
        and k.decided_at < l.created_at order by k.decided_at desc limit 1)
      then max(a.done_at at time zone 'Asia/Seoul')::date end in_dt,
    (select coalesce(sum(v.months), 0) from bonded_event v
      where v.bond_no = l.bond_no and v.created_at < l.created_at) months
  from bonded_line a
  where a.bond_no = l.bond_no and a.direction_cd = 'IN' and a.line_id <= l.line_id
    and a.reverses_id is null and not exists (select from bonded_line x
      where x.reverses_id = a.line_id and x.line_id <= l.line_id)
    and not exists (select from bonded_line x
      where x.corrects_id = a.line_id and x.line_id <= l.line_id)`

/** Packages and weight of a direction at the time line `l` was filed. */
function sumUpToLine(direction: 'IN' | 'OUT'): Sql {
  return sql`select coalesce(sum(case when x.reverses_id is null then x.pkg_qty else -x.pkg_qty end
      - coalesce(p.pkg_qty, 0)), 0) pkgs,
    coalesce(sum(case when x.reverses_id is null then x.kg else -x.kg end - coalesce(p.kg, 0)), 0) kgs
    from bonded_line x left join bonded_line p on p.line_id = x.corrects_id
    where x.bond_no = l.bond_no and x.direction_cd = ${direction} and x.line_id <= l.line_id`
}

/** Reads the requested lines. Throws 409 if any is out of scope, cancelled or corrected. */
export async function readRequestedLines(
  call: PrintCall,
  direction: 'IN' | 'OUT',
  onlyValid: boolean,
) {
  const ids = [...new Set(call.rows.map((row) => Number(row['LINE_ID'])))]
  const validCondition = onlyValid ? sql`and ${isValidLine}` : sql``
  const found = await readLines(
    call,
    direction,
    sql`l.line_id = any(${ids}::bigint[]) ${validCondition}`,
  )
  if (found.length === ids.length) return found
  const missing = ids.length - found.length
  throw new AppError(
    409,
    'PRINT_STATE',
    label(
      `${formatCount(missing)}건은 취소·정정되어 인쇄할 수 없습니다. 다시 조회하세요.`,
      `${formatCount(missing, 'line was', 'lines were')} cancelled or corrected and cannot be printed. Search again.`,
    ),
  )
}

interface LinePiece extends Record<string, unknown> {
  line_id: number
  stock_cd: string
  stock_nm: string
  lot_no: string | null
  pkg_qty: number
  qty: number
}

function readPieces(call: PrintCall, direction: 'IN' | 'OUT', ids: readonly number[]) {
  const pieces =
    direction === 'IN'
      ? sql`select l.line_id, u.owner_cd, u.stock_cd, i.lot_no, u.pkg_qty, u.qty
          from bonded_line l join bonded_unpack u on u.line_id in ${correctedLines}
          join bonded_item i on i.bond_no = u.bond_no and i.line_no = u.item_no
          where u.reverses_id is null
            and not exists (select from bonded_unpack x where x.reverses_id = u.unpack_id)`
      : sql`select g.line_id, g.owner_cd, g.stock_cd, null lot_no, g.pkg_qty, g.qty
          from bonded_out_goods g`
  return call.db.query<LinePiece>(sql`
    select p.line_id, p.stock_cd, s.stock_nm, p.lot_no, sum(p.pkg_qty) pkg_qty, sum(p.qty) qty
    from (${pieces}) p join stock s on s.owner_cd = p.owner_cd and s.stock_cd = p.stock_cd
    where p.line_id = any(${[...ids]}::bigint[]) group by 1, 2, 3, 4 order by 1, 2`)
}

const columns: readonly LineColumn<LinePiece>[] = [
  { title: '#', width: 5, align: 'right', text: (_, position) => String(position) },
  { title: '품목코드', width: 18, align: 'left', text: (line) => line.stock_cd },
  {
    title: '품목명',
    width: 40,
    align: 'left',
    text: (line) => line.stock_nm,
    total: (lines) => `합계 ${formatCount(lines.length)}행`,
  },
  { title: '로트', width: 14, align: 'left', text: (line) => line.lot_no ?? '' },
  quantityColumn('포장개수', 11, (line) => line.pkg_qty),
  quantityColumn('수량', 12, (line) => line.qty),
]

const splits: Readonly<Record<string, string>> = { A: '전량', P: '분할', L: '최종' }

const amountText = (packages: number, unit: string, kilos: number) =>
  `${quantityText(packages)} ${unit} / ${weightText(kilos)} kg`

export const printedCode = (list: string, code: string | null) =>
  (code ? codeLists[list]?.[code]?.ko : '') ?? ''

function buildHeading(line: PaperLine, direction: 'IN' | 'OUT') {
  const isIn = direction === 'IN'
  const split = `${splits[line.split_cd] ?? ''} ${line.split_seq}차`
  const containerAndSeal = [line.cntr_no, line.seal_no].filter(Boolean).join(' / ')
  const error = [printedCode('bonded-fault', line.fault_cd), line.fault_no]
    .filter(Boolean)
    .join(' ')
  return [
    { label: '신고번호', value: line.report_no },
    { label: '화물관리번호', value: line.cargo_no },
    { label: 'Master B/L', value: line.mbl_no ?? '' },
    { label: 'House B/L', value: line.hbl_no ?? '' },
    { label: '화주', value: line.consignee_nm ?? line.owner_nm },
    { label: '품명', value: line.goods_nm ?? '' },
    { label: isIn ? '반입일시' : '반출일시', value: line.done_text },
    { label: isIn ? '반입 분할' : '반출 분할', value: split },
    {
      label: isIn ? '반입 개수·중량' : '반출 개수·중량',
      value: amountText(line.pkg_qty, line.pkg_unit_cd, line.kg),
    },
    isIn
      ? { label: '선명·항차', value: [line.vessel_nm, line.voyage_no].filter(Boolean).join(' ') }
      : { label: '잔량', value: amountText(line.rest_pkg, line.pkg_unit_cd, line.rest_kg) },
    { label: '근거번호', value: line.basis_no ?? '' },
    isIn
      ? { label: '장치기한', value: line.end_dt?.slice(0, 10) ?? '' }
      : { label: '수리일', value: line.accept_dt?.slice(0, 10) ?? '' },
    {
      label: isIn ? '컨테이너·봉인' : '유형',
      value: isIn ? containerAndSeal : printedCode('bonded-line-type', line.type_cd),
    },
    isIn
      ? { label: '이상', value: error || '없음' }
      : { label: '인수자', value: line.person_nm ?? '' },
    { label: '차량', value: line.vehicle_no ?? '' },
    { label: '장치장', value: `${line.shed_cd} ${line.shed_nm}` },
  ]
}

function buildPaper(
  operation: PrintHandler['operation'],
  direction: 'IN' | 'OUT',
  title: string,
  signatures: readonly string[],
): PrintHandler {
  return handlePrint(operation, async (call) => {
    const lines = await readRequestedLines(call, direction, true)
    const ids = lines.map((line) => line.line_id)
    const seal = await siteSeal(call.db)
    const pieces = Map.groupBy(await readPieces(call, direction, ids), (piece) => piece.line_id)
    return {
      title,
      paper: 'A4',
      orientation: 'portrait',
      copies: 1,
      fileName: `${title}_${lines[0]?.report_no ?? ''}`,
      printed: printStamp(call.userId),
      pages: lines.map((line) => ({
        heading: buildHeading(line, direction),
        barcode: { symbology: 'code128' as const, text: line.report_no },
        ...lineTable(columns, pieces.get(line.line_id) ?? []),
        ...(line.remark && { notes: [line.remark] }),
        // A company with a seal signs as the shed operator (운영인).
        signatures: seal ? ['운영인', ...signatures] : signatures,
        seal,
      })),
    }
  })
}

export const paperHandlers: readonly PrintHandler[] = [
  buildPaper(arrivalPaper, 'IN', '반입확인서', ['보세사', '확인', '화주']),
  buildPaper(releasePaper, 'OUT', '반출증', ['보세사', '인수자', '정문']),
]
