import sql, { raw } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { columnName } from '#kernel/table.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import { handleProcedure, type SaveCall, type SaveRow } from '#server/engine/handler.ts'
import { applyCustomsValues } from '../operations/customs.ts'
import { cargoError } from './cargo.ts'
import { lockCargosByNumber } from './lock-cargos.ts'

/** Manifest fields. After arrival they can only change through an approved correction. */
const correctionColumns: Readonly<Record<string, string>> = {
  CARGO_NO: 'NEW_CARGO_NO',
  PKG_QTY: 'NEW_PKG_QTY',
  KG: 'NEW_KG',
  SEAL_NO: 'NEW_SEAL_NO',
}
/** Other header fields, with the type their customs value is parsed as. */
const typesByColumn: Readonly<Record<string, string>> = {
  MBL_NO: 'text',
  VESSEL_NM: 'text',
  VOYAGE_NO: 'text',
  ENTRY_DT: 'date',
  PKG_UNIT_CD: 'text',
  CNTR_NO: 'text',
  GOODS_NM: 'text',
  CARGO_NO: 'text',
  PKG_QTY: 'numeric',
  KG: 'numeric',
  SEAL_NO: 'text',
}

interface FoundDifference extends Record<string, unknown> {
  answer_id: string
  field_cd: string
  theirs: string
  bond_no: string
  is_latest: boolean
  is_filed: boolean
}

async function lockDifferences(call: SaveCall): Promise<readonly FoundDifference[]> {
  const ids = call.rows.map((row) => Number(row.values['ANSWER_ID']))
  const { wcode, owners } = call.scope
  const inScope = sql`a.wcode = ${wcode}
    and (${owners === null} or a.owner_cd = any(${[...(owners ?? [])]}::text[]))`
  await lockCargosByNumber(
    call,
    sql`select a.bond_no from bonded_answer a where a.answer_id = any(${ids}::bigint[]) and ${inScope}`,
  )
  return call.tx.query<FoundDifference>(sql`
    select a.answer_id::text answer_id, d.field_cd, d.theirs, a.bond_no,
      a.answer_id = (select max(x.answer_id) from bonded_answer x where x.bond_no = a.bond_no)
        is_latest,
      c.in_pkg_qty > 0 or c.held_yn = 'Y' is_filed
    from bonded_answer a join bonded_difference d using (answer_id) join bonded_cargo c using (bond_no)
    where a.answer_id = any(${ids}::bigint[]) and ${inScope} and c.cancel_yn = 'N'`)
}

function findDifferences(
  row: SaveRow,
  found: readonly FoundDifference[],
): readonly FoundDifference[] {
  const { ANSWER_ID, FIELD_CD, THEIRS = null } = row.values
  return found.filter(
    (difference) =>
      difference.answer_id === String(ANSWER_ID) &&
      difference.field_cd === FIELD_CD &&
      (THEIRS === null || difference.theirs === THEIRS),
  )
}

const selectOneValue = label(
  '세관 값이 여러 개인 항목입니다. 하나만 선택하세요.',
  'Customs has several values of this field. Select one.',
)

function findError(difference: FoundDifference | undefined): Label | undefined {
  if (!difference) return label('세관 응답의 차이를 찾을 수 없습니다.', 'Difference not found.')
  if (!difference.is_latest) {
    return label(
      '나중에 조회한 응답이 있습니다. 다시 조회하세요.',
      'There is a later response. Search again.',
    )
  }
  if (!(difference.field_cd in typesByColumn)) {
    const en = 'Request a correction of each filed arrival or release instead.'
    return label('반입·반출신고는 신고별 정정신청으로 변경하세요.', en)
  }
  return difference.field_cd === 'CARGO_NO' ? cargoError(difference.theirs) : undefined
}

export const applyCustomsValuesHandler = handleProcedure(applyCustomsValues, async (call) => {
  const found = await lockDifferences(call)
  const errors = call.rows.flatMap((row): RowError[] => {
    const named = findDifferences(row, found)
    const text = named.length > 1 ? selectOneValue : findError(named[0])
    return text ? [{ row: row.no, column: 'FIELD_CD', text }] : []
  })
  if (errors.length) throw invalidRows(errors)
  const chosen = new Set(call.rows.flatMap((row) => findDifferences(row, found)))
  const fields = [...chosen].map((difference) => `${difference.bond_no}/${difference.field_cd}`)
  const twice = call.rows.filter((row) => {
    const [named] = findDifferences(row, found)
    return fields.filter((field) => field === `${named?.bond_no}/${named?.field_cd}`).length > 1
  })
  if (twice.length)
    throw invalidRows(
      twice.map(({ no }) => ({ row: no, column: 'FIELD_CD', text: selectOneValue })),
    )
  const requests = [...chosen].filter(
    (difference) => difference.is_filed && difference.field_cd in correctionColumns,
  )
  const direct = [...chosen].filter((difference) => !requests.includes(difference))
  for (const { bond_no, field_cd, theirs } of direct) {
    const [column, type] = [raw(columnName(field_cd)), raw(typesByColumn[field_cd] ?? 'text')]
    await call.tx.execute(sql`
      update bonded_cargo set ${column} = ${theirs}::${type}, version = version + 1,
        updated_by = ${call.userId}, updated_at = now() where bond_no = ${bond_no}`)
  }
  for (const [bondNo, parts] of Map.groupBy(requests, (request) => request.bond_no)) {
    const theirs = (name: string) => parts.find((part) => part.field_cd === name)?.theirs ?? null
    await call.tx.execute(sql`
      insert into bonded_correction (wcode, owner_cd, bond_no, new_cargo_no, new_pkg_qty, new_kg,
        new_seal_no, reason, requested_by)
      select wcode, owner_cd, bond_no, ${theirs('CARGO_NO')}, ${theirs('PKG_QTY')}::numeric,
        ${theirs('KG')}::numeric, ${theirs('SEAL_NO')}, ${`세관 응답 ${parts[0]?.answer_id ?? ''}`}, ${call.userId}
      from bonded_cargo where bond_no = ${bondNo}`)
  }
  return {
    rows: call.rows.map((row) => ({ ROW: row.no })),
    message: label(
      `${formatCount(direct.length)}개 항목을 반영하고 ${formatCount(requests.length)}개 항목은 정정을 신청했습니다.`,
      `${formatCount(direct.length, 'field')} applied, ${formatCount(requests.length, 'correction request')} created.`,
    ),
  }
})
