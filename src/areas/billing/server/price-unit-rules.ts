import sql, { join, raw, type Sql } from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import type { RowRule } from '#server/engine/table-save.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { priceStatus } from '#areas/freight/rules/price-status.ts'
import { billMonthStatus } from '../rules/billing-status.ts'
import { chargeMeasureColumns } from './recharge.ts'
import { periodBases, dailyBases, periodKind } from './storage-periods.ts'

const workBasis: RowRule = {
  column: 'BASIS_CD',
  where: sql`(r.charge_cd = 'STORE') = (r.basis_cd = 'WORK')`,
  text: label(
    '보관료에는 재고 기준을, 다른 요금에는 작업을 선택하세요.',
    'Select a stock basis for storage charges and a work basis for all others.',
  ),
}

/** Charges that have neither an item nor a place. */
const hasNoPlace = sql`(r.charge_cd in ('PACK', 'MATERIAL', 'LABEL', 'COUNT', 'MARGIN', 'INVOICE_MIN', 'FREIGHT')
  or r.charge_cd like 'BON%')`

const storageUnit: RowRule = {
  column: 'UNIT_CD',
  where: sql`(r.basis_cd <> 'WORK' and r.unit_cd in ('DOC', 'LINE', 'BOX'))
    or (r.basis_cd = 'WORK' and r.unit_cd = 'CELL')
    or (r.charge_cd = 'BON_VALUE') <> (r.unit_cd = 'VALUE')
    or (r.charge_cd like 'BON%' and r.unit_cd in ('EA', 'PLT'))
    or (r.charge_cd <> 'FREIGHT' and r.unit_cd in ('CNTR', 'RT'))
    or (r.charge_cd = 'INVOICE_MIN' and r.unit_cd <> 'DOC')
    or (r.charge_cd = 'MARGIN') <> (r.unit_cd = 'COST')
    or (r.unit_cd = 'WORTH' and ${hasNoPlace})
    or (r.basis_cd not in ('WORK', 'DAY_END') and r.unit_cd in ('CELL', 'PLT'))`,
  text: label('이 기준에 사용할 수 없는 단위입니다.', 'This unit cannot be used with this basis.'),
}

/** Item values, and expenses with a margin, are in won. */
const wonValue: RowRule = {
  column: 'CURRENCY_CD',
  where: sql`r.unit_cd in ('WORTH', 'COST') and coalesce(r.currency_cd, 'KRW') <> 'KRW'`,
  text: label(
    '물품가액과 실비는 원화로 계산합니다. 통화를 KRW로 변경하세요.',
    'Item values and expenses are in won. Set the currency to KRW.',
  ),
}

const isPositive = (column: string): Sql => sql`coalesce(r.${raw(column)}, 0) > 0`

const unusableSettingText = label(
  '이 요금과 기준에는 적용되지 않는 조건입니다. 비워 두세요.',
  'This setting has no effect on this charge and basis. Leave it empty.',
)

const unusableRule = (column: string, where: Sql): RowRule => ({
  column,
  where,
  text: unusableSettingText,
})

/** Settings that have no effect on any charge of the price. */
const unusableSettings: readonly RowRule[] = [
  unusableRule('COOL_RATE', sql`${isPositive('cool_rate')} and ${hasNoPlace}`),
  unusableRule('FROZEN_RATE', sql`${isPositive('frozen_rate')} and ${hasNoPlace}`),
  unusableRule(
    'BONDED_RATE',
    sql`${isPositive('bonded_rate')}
      and r.charge_cd in ('PACK', 'MATERIAL', 'LABEL', 'COUNT', 'MARGIN', 'INVOICE_MIN', 'FREIGHT')`,
  ),
  unusableRule('OVER_RATE', sql`${isPositive('over_rate')} and r.basis_cd = 'WORK'`),
  unusableRule('OVER_RATE', sql`${isPositive('over_rate')} and r.over_months is null`),
  unusableRule('SHARE_YN', sql`r.share_yn = 'Y' and r.unit_cd <> 'CELL'`),
  unusableRule(
    'FREE_DAYS',
    sql`${isPositive('free_days')} and r.basis_cd = 'WORK'
      and r.charge_cd not in ('BON_STORE', 'BON_VALUE')`,
  ),
  unusableRule(
    'WEIGHT_STEPS',
    sql`r.weight_steps is not null and (${hasNoPlace} or r.per_cd = 'DOC'
      or r.unit_cd in ('DOC', 'CELL', 'PLT') or r.basis_cd = any(${periodBases}::text[]))`,
  ),
  unusableRule('FREE_CD', sql`r.free_cd is not null and not ${isPositive('free_qty')}`),
  unusableRule('FREE_CD', sql`(r.free_cd = 'CASE') <> (r.basis_cd = 'WORK')`),
  unusableRule(
    'FREE_CD',
    sql`r.free_cd in ('ITEM', 'LOT') and (r.unit_cd in ('CELL', 'PLT')
      or r.basis_cd <> all(${dailyBases}::text[]))`,
  ),
  unusableRule('TEMPERATURE_CD', sql`r.temperature_cd is not null and ${hasNoPlace}`),
  unusableRule('GROUP_CD', sql`r.group_cd is not null and ${hasNoPlace}`),
  unusableRule(
    'BONDED_CD',
    sql`r.bonded_cd is not null and r.charge_cd in ('MARGIN', 'INVOICE_MIN')`,
  ),
  ...[
    'TIER_CD',
    'MIN_AMT',
    'MAX_AMT',
    'DAY_MIN_AMT',
    'DAY_MAX_AMT',
    'MONTH_MIN_AMT',
    'MONTH_MAX_AMT',
  ].map((column) =>
    unusableRule(
      column,
      sql`r.charge_cd = 'INVOICE_MIN' and r.${raw(column.toLowerCase())} is not null`,
    ),
  ),
  unusableRule('FREE_QTY', sql`r.charge_cd = 'INVOICE_MIN' and ${isPositive('free_qty')}`),
  unusableRule('SAMPLE_CD', sql`r.sample_cd is not null and ${hasNoPlace}`),
]

const earlierVersions = sql`price_line o where o.price_cd = r.price_cd and o.version_no < r.version_no
  and o.state_cd = ${quoteCodes(priceStatus.agreed)}`

/** Whether earlier version `o` was valid in a closed month of the owner of `r` that `r` changes. */
const isClosedMonthOfOwner = sql`exists (select from bill_month b
  left join billing_terms t on t.owner_cd = b.owner_cd
  cross join lateral (select cycle_start(b.bill_month, coalesce(t.close_day, 0)) first_dt,
    cycle_end(b.bill_month, coalesce(t.close_day, 0)) last_dt) d
  where b.owner_cd = r.owner_cd and b.state_cd = ${quoteCodes(billMonthStatus.closed)}
    and b.wcode = coalesce(r.price_wcode, b.wcode)
    and d.last_dt >= greatest(r.from_dt, o.from_dt)
    and d.first_dt <= least(coalesce(r.to_dt, 'infinity'), coalesce(o.to_dt, 'infinity')))`

/**
 * Closed billing months keep their measure, because a new one cannot be compared with the billed
 * quantities. That includes months in which the earlier version of an owner's price charged
 * nothing, because re-rating finds only charged work.
 */
const closedMonthsKeepMeasure: RowRule = {
  column: 'FROM_DT',
  where: sql`r.state_cd = ${quoteCodes(priceStatus.agreed)} and exists (
    select from (select * from ${earlierVersions}) o
    where ${chargeMeasureColumns(sql`o`)} <> ${chargeMeasureColumns(sql`r`)}
      and (${isClosedMonthOfOwner} or exists (select from charge c
        join bill_month b on (b.wcode, b.owner_cd, b.bill_month)
          = (c.wcode, c.owner_cd, c.bill_month)
        where c.price_id = o.price_id and c.reverses_no is null
          and c.cause_cd in ('RECEIPT', 'SHIPMENT', 'DAY', 'PERIOD')
          and c.service_dt between r.from_dt and coalesce(r.to_dt, 'infinity')
          and b.state_cd = ${quoteCodes(billMonthStatus.closed)})))`,
  text: label(
    '이 기간에 마감한 청구월이 있습니다. 기준·단위·조건·과세·통화·무료일수를 변경하려면 마감하지 않은 달부터 적용하세요.',
    'This period includes a closed billing month. A version with a different basis, unit, condition, VAT, currency or number of free days must start in an open month.',
  ),
}

const conditionColumns = [
  'owner_cd',
  'price_wcode',
  'group_cd',
  'temperature_cd',
  'bonded_cd',
  'order_kind_cd',
  'sample_cd',
]

/** Whether prices `r` and `o` can apply to the same work. */
const canOverlap = join(
  conditionColumns.map((name) => {
    const column = raw(name)
    return sql`(r.${column} is null or o.${column} is null or r.${column} = o.${column})`
  }),
  ' and ',
)

/** A narrower price would replace charges of closed billing months, which do not change. */
const closedNarrower: RowRule = {
  column: 'FROM_DT',
  where: sql`r.state_cd = ${quoteCodes(priceStatus.agreed)} and exists (
    select from price_line o join charge c on c.price_id = o.price_id
    join bill_month b on (b.wcode, b.owner_cd, b.bill_month) = (c.wcode, c.owner_cd, c.bill_month)
    where o.price_cd <> r.price_cd and o.charge_cd = r.charge_cd and ${canOverlap}
      and price_rank(o) < price_rank(jsonb_populate_record(null::price_line, to_jsonb(r)))
      and c.owner_cd = coalesce(r.owner_cd, c.owner_cd) and c.wcode = coalesce(r.price_wcode, c.wcode)
      and c.reverses_no is null and c.cause_cd in ('RECEIPT', 'SHIPMENT', 'DAY', 'PERIOD')
      and c.service_dt between r.from_dt and coalesce(r.to_dt, 'infinity')
      and b.state_cd = ${quoteCodes(billMonthStatus.closed)})`,
  text: label(
    '이 기간에 더 넓은 조건의 단가로 마감한 청구월이 있습니다. 마감하지 않은 달부터 적용하세요.',
    'This period includes a closed billing month charged at a price with broader conditions. Start in an open month.',
  ),
}

/** A minimum cannot apply to closed billing months, whose invoices already exist. */
const closedMinimum: RowRule = {
  column: 'FROM_DT',
  where: sql`r.charge_cd = 'INVOICE_MIN' and r.state_cd = ${quoteCodes(priceStatus.agreed)}
    and exists (select from bill_month b left join billing_terms t using (owner_cd)
      where b.state_cd = ${quoteCodes(billMonthStatus.closed)}
        and (r.owner_cd is null or b.owner_cd = r.owner_cd)
        and (r.price_wcode is null or b.wcode = r.price_wcode)
        and cycle_end(b.bill_month, coalesce(t.close_day, 0))
          between r.from_dt and coalesce(r.to_dt, 'infinity'))`,
  text: label(
    '이 기간에 마감한 청구월이 있습니다. 청구서 최저액은 마감하지 않은 달부터 적용하세요.',
    'This period includes a closed billing month. A minimum per invoice must start in an open month.',
  ),
}

const basisKind = (l: Sql) => sql`case when ${l}.basis_cd = any(${dailyBases}::text[]) then 'DAY'
  else ${periodKind(sql`${l}.basis_cd`)} end`

/** A month is counted either by date, or by one kind of period. */
const monthNotMixed: RowRule = {
  column: 'FROM_DT',
  where: sql`r.charge_cd = 'STORE' and r.from_dt <> cycle_start(cycle_month(r.from_dt, 0), 0)
      and r.from_dt <> (select cycle_start(cycle_month(r.from_dt, t.close_day), t.close_day)
        from (select coalesce(max(t.close_day), 0) close_day from billing_terms t
          where t.owner_cd = r.owner_cd) t)
    and exists (select from (select * from ${earlierVersions}) o
      where ${basisKind(sql`o`)} <> ${basisKind(sql`r`)} and o.from_dt < r.from_dt
        and coalesce(o.to_dt, 'infinity') >= r.from_dt - 1)`,
  text: label(
    '일별·열흘·반월·월 기준은 청구월의 첫날에만 서로 변경할 수 있습니다.',
    'A price can change between daily, ten-day, half-monthly and monthly bases only on the first day of a billing month.',
  ),
}

/** Rejects price lines `r` with settings that billing cannot apply. */
export const priceUnitRules: readonly RowRule[] = [
  workBasis,
  storageUnit,
  wonValue,
  ...unusableSettings,
  closedMonthsKeepMeasure,
  closedNarrower,
  closedMinimum,
  monthNotMixed,
]
