import sql, { raw } from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import { columnName } from '#kernel/table.ts'
import type { Reference, RowRule } from '#server/engine/table-save.ts'

export const freightPriceReferences: readonly Reference[] = [
  { columns: ['FREIGHT_CD'], table: 'freight_item' },
  { columns: ['CUSTOMER_CD'], table: 'customer' },
  { columns: ['CARRIER_CD'], table: 'carrier' },
  { columns: ['POL_CD'], table: 'port', to: ['PORT_CD'] },
  { columns: ['POD_CD'], table: 'port', to: ['PORT_CD'] },
  { columns: ['CNTR_TP'], table: 'container_type' },
]

const isFreight = sql`r.charge_cd = 'FREIGHT'`
export const freightOnly = label(
  '국제운임 단가에만 입력합니다. 비워 두세요.',
  'For freight prices only. Leave it empty.',
)

const noEffectOnFreight = label(
  '국제운임에는 적용되지 않는 조건입니다. 비워 두세요.',
  'This setting has no effect on freight. Leave it empty.',
)

/** Requires an item and a side on freight prices `r`, and rejects routes on other prices. */
export const freightPriceRules: readonly RowRule[] = [
  {
    column: 'FREIGHT_CD',
    where: sql`${isFreight} and r.freight_cd is null`,
    text: label('운임항목을 입력하세요.', 'Enter the freight item.'),
  },
  {
    column: 'SIDE_CD',
    where: sql`${isFreight} and r.side_cd is null`,
    text: label('매출·매입을 선택하세요.', 'Select revenue or cost.'),
  },
  {
    column: 'UNIT_CD',
    where: sql`${isFreight} and exists (select from freight_item i
      where i.freight_cd = r.freight_cd
        and case i.basis_cd when 'BL' then 'DOC' else i.basis_cd end <> r.unit_cd)`,
    text: label(
      '운임항목의 부과기준과 단위가 다릅니다.',
      'The unit differs from the basis of the freight item.',
    ),
  },
  {
    column: 'OWNER_CD',
    where: sql`${isFreight} and r.owner_cd is not null`,
    text: label(
      '국제운임은 화주가 아니라 청구처로 구분합니다. 화주를 비워 두세요.',
      'Freight is agreed with a payer, not an owner. Leave the owner empty.',
    ),
  },
  {
    column: 'CUSTOMER_CD',
    where: sql`r.customer_cd is not null and r.side_cd is distinct from 'SELL'`,
    text: label('매출 단가에만 청구처를 입력합니다.', 'Only revenue prices can have a payer.'),
  },
  {
    column: 'CNTR_TP',
    where: sql`r.cntr_tp is not null and r.unit_cd <> 'CNTR'`,
    text: label(
      '규격은 컨테이너 단위에만 입력합니다.',
      'Enter a size-type for prices per container only.',
    ),
  },
  ...(['FREIGHT_CD', 'SIDE_CD', 'CARRIER_CD', 'POL_CD', 'POD_CD'] as const).map(
    (column): RowRule => ({
      column,
      where: sql`not (${isFreight}) and r.${raw(columnName(column))} is not null`,
      text: freightOnly,
    }),
  ),
  ...(['BONDED_CD', 'DAY_MIN_AMT', 'DAY_MAX_AMT', 'MONTH_MIN_AMT', 'MONTH_MAX_AMT'] as const).map(
    (column): RowRule => ({
      column,
      where: sql`${isFreight} and r.${raw(columnName(column))} is not null`,
      text: noEffectOnFreight,
    }),
  ),
]
