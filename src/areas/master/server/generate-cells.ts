import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { invalidRows } from '#server/base/app-error.ts'
import { handleProcedure, type SaveCall, type SaveRow } from '#server/engine/handler.ts'
import { generateCells } from '../operations/generate-cells.ts'
import { expandCellPattern } from '../rules/cell-pattern.ts'

/** Increment of the picking order. It leaves gaps for later cells. */
const step = 10

export const generateCellsHandler = handleProcedure(generateCells, async (call) => {
  let created = 0
  for (const row of call.rows) created += await generate(call, row)
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no })),
    message: label(
      `셀 ${formatCount(created)}개를 생성했습니다.`,
      `${formatCount(created, 'cell')} created.`,
    ),
  }
})

async function generate({ tx, scope, userId }: SaveCall, row: SaveRow): Promise<number> {
  const value = (name: string) => String(row.values[name] ?? '')
  const expanded = expandCellPattern({
    pattern: value('PATTERN'),
    aisles: value('AISLES'),
    bays: value('BAYS'),
    levels: value('LEVELS'),
  })
  if ('error' in expanded) {
    throw invalidRows([{ row: row.no, column: expanded.error, text: expanded.text }])
  }
  const codes = [...expanded.cells]
  const zone = await tx.query(sql`
    select from zone where wcode = ${scope.wcode} and zone_cd = ${value('ZONE_CD')}`)
  if (zone.length === 0) {
    const text = label('등록되지 않은 존입니다.', 'Zone not found.')
    throw invalidRows([{ row: row.no, column: 'ZONE_CD', text }])
  }
  const [there] = await tx.query<{ n: number; first_cd: string | null }>(sql`
    select count(*) n, min(cell_cd) first_cd from cell
    where wcode = ${scope.wcode} and cell_cd = any(${codes}::text[])`)
  if (there && there.n > 0) {
    const text = label(
      `이미 있는 셀이 ${formatCount(there.n)}개입니다 (${there.first_cd} 등).`,
      `${formatCount(there.n, 'cell already exists', 'cells already exist')} (first: ${there.first_cd}).`,
    )
    throw invalidRows([{ row: row.no, column: 'PATTERN', text }])
  }
  return tx.execute(sql`
    insert into cell (wcode, cell_cd, zone_cd, cell_type_cd, capacity_cbm, mix_cd, pick_seq,
      created_by, updated_by)
    select ${scope.wcode}, code, ${value('ZONE_CD')}, ${value('CELL_TYPE_CD') || 'RACK'},
      ${row.values['CAPACITY_CBM'] ?? null}::numeric, ${value('MIX_CD') || 'ANY'},
      coalesce(${row.values['PICK_SEQ'] ?? null}::int, (select coalesce(max(pick_seq), 0)
        from cell where wcode = ${scope.wcode} and zone_cd = ${value('ZONE_CD')}) + ${step}::int)
        + (place - 1) * ${step}::int, ${userId}, ${userId}
    from unnest(${codes}::text[]) with ordinality c(code, place)`)
}
