import sql from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import type { RowRule } from '#server/engine/table-save.ts'

const workBasis: RowRule = {
  column: 'BASIS_CD',
  where: sql`(r.charge_cd = 'STORE') = (r.basis_cd = 'WORK')`,
  text: label(
    '보관료에는 재고 기준을, 다른 요금에는 작업을 선택하세요.',
    'Select a stock basis for storage charges and a work basis for all others.',
  ),
}

const storageUnit: RowRule = {
  column: 'UNIT_CD',
  where: sql`(r.basis_cd <> 'WORK' and r.unit_cd in ('DOC', 'LINE', 'BOX'))
    or (r.basis_cd = 'WORK' and r.unit_cd = 'CELL')
    or (r.charge_cd = 'BON_VALUE') <> (r.unit_cd = 'VALUE')
    or (r.charge_cd like 'BON%' and r.unit_cd in ('EA', 'PLT'))
    or (r.basis_cd not in ('WORK', 'DAY_END') and r.unit_cd in ('CELL', 'PLT'))`,
  text: label('이 기준에 사용할 수 없는 단위입니다.', 'This unit cannot be used with this basis.'),
}

/** Rejects price lines `r` whose basis and unit cannot measure any charge. */
export const priceUnitRules: readonly RowRule[] = [workBasis, storageUnit]
