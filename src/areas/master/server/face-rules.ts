import sql from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import type { RowRule } from '#server/engine/table-save.ts'

const minQtyRule: RowRule = {
  column: 'MIN_QTY',
  where: sql`r.min_qty >= r.max_qty`,
  text: label('최대보다 작은 값을 입력하세요.', 'Enter a value below the maximum.'),
}

const faceCellRule: RowRule = {
  column: 'CELL_CD',
  where: sql`exists (select from cell c where (c.wcode, c.cell_cd) = (r.wcode, r.cell_cd)
    and c.role_cd <> 'PICK')`,
  text: label(
    '피킹면이 아닌 셀입니다. 셀의 역할을 먼저 변경하세요.',
    'Not a pick face. Change the role of the cell first.',
  ),
}

const fixedFaceRule: RowRule = {
  column: 'CELL_CD',
  where: sql`exists (select from pick_face f where (f.wcode, f.cell_cd) = (r.wcode, r.cell_cd)
    and (f.owner_cd, f.stock_cd) <> (r.owner_cd, r.stock_cd) and 'Y' in (f.fixed_yn, r.fixed_yn))`,
  text: label('고정 피킹면에는 한 품목만 지정합니다.', 'A fixed face can only have one item.'),
}

const capacityRule: RowRule = {
  column: 'MAX_QTY',
  where: sql`exists (select from cell c
    join stock k on (k.owner_cd, k.stock_cd) = (r.owner_cd, r.stock_cd)
    where (c.wcode, c.cell_cd) = (r.wcode, r.cell_cd)
      and (r.max_qty * k.cbm > c.capacity_cbm or r.max_qty * k.weight_kg > c.max_kg))`,
  text: label(
    '셀의 용량이나 최대중량을 초과합니다. 최대를 줄이세요.',
    'Exceeds the capacity or maximum weight of the cell. Lower the maximum.',
  ),
}

/** Stock of another owner could never be moved there, and a fixed face would keep the owner out. */
const dedicatedCellRule: RowRule = {
  column: 'CELL_CD',
  where: sql`exists (select from cell c join zone z using (wcode, zone_cd)
    where (c.wcode, c.cell_cd) = (r.wcode, r.cell_cd)
      and coalesce(c.owner_cd, z.owner_cd) <> r.owner_cd)`,
  text: label('다른 화주 전용 셀입니다.', 'The cell is dedicated to another owner.'),
}

export const faceRules: readonly RowRule[] = [
  minQtyRule,
  faceCellRule,
  dedicatedCellRule,
  fixedFaceRule,
  capacityRule,
]

export const faceOnCell: RowRule = {
  column: 'ROLE_CD',
  where: sql`r.role_cd <> 'PICK' and exists (select from pick_face f
    where (f.wcode, f.cell_cd) = (r.wcode, r.cell_cd))`,
  text: label(
    '피킹면으로 지정된 셀입니다. 피킹면을 먼저 삭제하세요.',
    'The cell is a pick face. Delete the pick face first.',
  ),
}
