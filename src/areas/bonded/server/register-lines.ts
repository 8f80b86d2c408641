import sql, { raw } from 'sql-template-tag'
import type { SaveCall } from '#server/engine/handler.ts'

export interface NewLine {
  readonly no: number
  readonly bond_no: string
  readonly type_cd: string
  readonly split_cd: string
  readonly split_seq: number
  readonly basis_id?: number | null
  readonly basis_no?: string | null
  /** `yyyyMMddHHmmss` in the warehouse's time zone, or null for now. */
  readonly done_at: string | null
  readonly pkg_qty: number
  readonly kg: number
  readonly vehicle_no?: string | null
  readonly person_nm?: string | null
  readonly seal_no?: string | null
  readonly leave_cd?: string | null
  readonly fault_cd?: string | null
  readonly fault_pkg_qty?: number | null
  readonly fault_no?: string | null
  readonly remark?: string | null
  readonly doc_no?: string | null
}

const types = `no integer, bond_no text, type_cd text, split_cd text, split_seq integer,
  basis_id bigint, basis_no text, done_at text, pkg_qty numeric, kg numeric, vehicle_no text,
  person_nm text, seal_no text, leave_cd text, fault_cd text, fault_pkg_qty numeric, fault_no text,
  remark text, doc_no text`

/** Letter in the report number, as customs uses it: 반입 P, 반출 R. */
const letters = { IN: 'P', OUT: 'R' } as const

const doneAt = sql`coalesce(to_timestamp(n.done_at, 'YYYYMMDDHH24MISS')::timestamp
  at time zone 'Asia/Seoul', now())`

/**
 * Files lines in one register and assigns report number (shed, year, letter, serial) and register
 * number. The caller must hold the locks on their cargos. Returns the line of each row.
 */
export async function fileLines(
  call: SaveCall,
  direction: 'IN' | 'OUT',
  lines: readonly NewLine[],
): Promise<{ no: number; line_id: number; report_no: string }[]> {
  if (lines.length === 0) return []
  const filed = await call.tx.query<{ line_id: number; report_no: string; bond_no: string }>(sql`
    insert into bonded_line (wcode, owner_cd, bond_no, direction_cd, register_year, register_no,
      report_no, type_cd, split_cd, split_seq, basis_id, basis_no, done_at, pkg_qty, kg, vehicle_no,
      person_nm, seal_no, leave_cd, fault_cd, fault_pkg_qty, fault_no, remark, doc_no, user_id)
    select c.wcode, c.owner_cd, n.bond_no, ${direction}, y.year,
      next_bonded_serial(c.wcode, ${direction} || y.year),
      c.shed_cd || y.yy || ${letters[direction]}
        || lpad(next_bonded_serial(c.wcode, c.shed_cd || y.yy || ${letters[direction]})::text, 7, '0'),
      n.type_cd, n.split_cd, n.split_seq, n.basis_id, n.basis_no, ${doneAt}, n.pkg_qty, n.kg,
      n.vehicle_no, n.person_nm, n.seal_no, n.leave_cd, n.fault_cd, n.fault_pkg_qty, n.fault_no,
      n.remark, n.doc_no, ${call.userId}
    from (select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as n(${raw(types)})
      order by no) n
    join bonded_cargo c using (bond_no)
    cross join (select to_char(${call.today}::date, 'YYYY')::integer as year,
      to_char(${call.today}::date, 'YY') yy) y
    returning line_id, report_no, bond_no`)
  // The statement inserts lines in row order, so ascending line ids match the rows.
  const inOrder = lines.toSorted((line, other) => line.no - other.no)
  return filed
    .toSorted((a, b) => a.line_id - b.line_id)
    .map(({ line_id, report_no }, index) => ({
      no: inOrder[index]?.no ?? 0,
      line_id,
      report_no,
    }))
}

/** Reverses filed lines with negative counterparts that have their own register numbers. */
export async function reverseLines(
  call: SaveCall,
  reversals: readonly { readonly line_id: number; readonly reason: string }[],
): Promise<void> {
  // One statement inserts the reversals newest first, because splits of a cargo are reversed in
  // order.
  await call.tx.execute(sql`
    insert into bonded_line (wcode, owner_cd, bond_no, direction_cd, register_year, register_no,
      report_no, type_cd, split_cd, split_seq, basis_id, basis_no, done_at, pkg_qty, kg, vehicle_no,
      person_nm, seal_no, leave_cd, remark, reverses_id, doc_no, user_id)
    select l.wcode, l.owner_cd, l.bond_no, l.direction_cd, y.year,
      next_bonded_serial(l.wcode, l.direction_cd || y.year), l.report_no, l.type_cd, l.split_cd,
      l.split_seq, l.basis_id, l.basis_no, now(), l.pkg_qty, l.kg, l.vehicle_no, l.person_nm,
      l.seal_no, l.leave_cd, r.reason, l.line_id, l.doc_no, ${call.userId}
    from (select l.*, r.reason from jsonb_to_recordset(${JSON.stringify(reversals)}::jsonb)
        as r(line_id bigint, reason text)
      join bonded_line l using (line_id) order by l.line_id desc) l
    cross join lateral (select l.reason) r
    cross join (select to_char(${call.today}::date, 'YYYY')::integer as year) y`)
}
