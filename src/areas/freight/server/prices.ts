import sql from 'sql-template-tag'
import { josa } from '#kernel/josa.ts'
import { label, type Label } from '#kernel/label.ts'
import { masterHandlers, toOwner } from '#areas/master/server/master-handlers.ts'
import { isVisibleWarehouse, type Viewer } from '#server/auth/visible-names.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import type { Handler, SaveCall } from '#server/engine/handler.ts'
import { recordsetSql, type RowRule } from '#server/engine/table-save.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { priceLines, vatRates } from '../operations/prices.ts'
import { tiersError, weightStepsError } from '../rules/price-tiers.ts'
import { freightOnly, freightPriceReferences, freightPriceRules } from './freight-price-rules.ts'
import { priceLine, vatRate } from '../tables/price-line.ts'
import { priceStatus } from '../rules/price-status.ts'

const storedPrice = sql`select from price_line p where p.price_cd = r.price_cd
  and p.version_no = r.version_no and r.version is not null`

const isUsed = sql`(exists (select from charge c where c.price_id = p.price_id)
  or exists (select from freight_charge f where f.price_id = p.price_id))`

const usedPriceNotEditable: RowRule = {
  column: 'PRICE_CD',
  where: sql`exists (${storedPrice} and ${isUsed})`,
  text: label(
    '이미 청구에 사용된 단가는 수정할 수 없습니다. 버전을 올려 새 행으로 입력하세요.',
    'This price was used for charges and cannot be changed. Add a row with a higher version.',
  ),
}

/** Rejects prices for a warehouse that the user does not work in. */
const hiddenPrice = (viewer: Viewer): RowRule => ({
  column: 'PRICE_WCODE',
  where: sql`r.price_wcode is not null and not ${isVisibleWarehouse('r.price_wcode', viewer)}`,
  // Omits the warehouse, because undoing an import would reveal the previous one of the
  // price.
  text: label('권한이 없는 창고입니다.', 'You do not have permission for this warehouse.'),
})

/** Rejects changes of stored prices of a warehouse that the user does not work in. */
const otherWarehouse = (viewer: Viewer): RowRule => ({
  column: 'PRICE_CD',
  where: sql`exists (select from price_line p where p.price_cd = r.price_cd
    and p.version_no = r.version_no and p.price_wcode is not null
    and not ${isVisibleWarehouse('p.price_wcode', viewer)})`,
  text: label(
    '다른 창고의 단가입니다. 그 창고의 담당자에게 요청하세요.',
    'This price belongs to another warehouse. Ask its staff.',
  ),
})

const subjectNotEditable: RowRule = {
  column: 'PRICE_CD',
  where: sql`exists (select from price_line p where p.price_cd = r.price_cd
    and p.version_no <> r.version_no
    and (p.owner_cd, p.price_wcode, p.charge_cd, p.freight_cd, p.side_cd, p.customer_cd)
      is distinct from
        (r.owner_cd, r.price_wcode, r.charge_cd, r.freight_cd, r.side_cd, r.customer_cd))`,
  text: label(
    '같은 단가코드의 다른 버전과 화주·창고·요금·운임항목·매출매입·청구처가 다릅니다.',
    'Other versions of this price code have a different owner, warehouse, charge, freight item, side or payer.',
  ),
}

export const unknownCurrencyText = label(
  '등록되지 않았거나 폐지된 통화입니다.',
  'Unknown or withdrawn currency.',
)

/**
 * Rejects currencies that are not in use. A store without a list of currencies accepts every code.
 */
const unknownCurrency: RowRule = {
  column: 'CURRENCY_CD',
  where: sql`r.currency_cd <> 'KRW' and exists (select from currency)
    and not exists (select from currency c where c.currency_cd = r.currency_cd and c.use_yn = 'Y'
      and c.withdrawn_dt is null)`,
  text: unknownCurrencyText,
}

const groupNotUsed: RowRule = {
  column: 'GROUP_CD',
  where: sql`r.group_cd is not null and not exists (select from stock_group g
    where g.group_cd = r.group_cd and (r.owner_cd is null or g.owner_cd = r.owner_cd))`,
  text: label('등록되지 않은 품목그룹입니다.', 'Item group not found.'),
}

/**
 * Order kinds exist only for receipts and shipments. A return is never charged as an ordinary
 * receipt.
 */
const kindNotUsed: RowRule = {
  column: 'ORDER_KIND_CD',
  where: sql`r.order_kind_cd is not null and (r.charge_cd not in ('IN', 'UNLOAD', 'INSPECT',
      'RETURN', 'OUT', 'PICK', 'LOAD', 'PACK', 'MATERIAL')
    or r.charge_cd = 'IN' and r.order_kind_cd = 'RETURN'
    or r.charge_cd = 'RETURN' and r.order_kind_cd <> 'RETURN')`,
  text: label(
    '이 요금에는 지정할 수 없는 주문구분입니다. 반품 입고는 반품비로 청구됩니다.',
    'This order kind cannot be used with this charge. Returned items are charged as returns.',
  ),
}

const tiersNotUsed: RowRule = {
  column: 'TIERS',
  where: sql`(r.tier_cd is null) <> (r.tiers is null)`,
  text: label(
    '구간방식과 구간단가를 함께 입력하세요.',
    'Enter both the tier type and the tier prices.',
  ),
}

/**
 * Rejects rows with invalid tiers. Owner-restricted users cannot save prices that apply to all
 * owners.
 */
function rejectInvalidPrices(call: SaveCall): void {
  const errors = call.rows.flatMap(({ no, flag, values }): RowError[] => {
    if (flag === 'D') return []
    const readText = (name: string) => (typeof values[name] === 'string' ? values[name] : null)
    const [tiers, steps] = [readText('TIERS'), readText('WEIGHT_STEPS')]
    const error = tiers === null ? undefined : tiersError(tiers)
    const stepsError = steps === null ? undefined : weightStepsError(steps)
    const isBound = call.scope.owners !== null
    const isForAllOwners = isBound && (values['OWNER_CD'] ?? null) === null
    // Checked before the references: users bound to owners must not learn which customers exist.
    const hasPayer = isBound && (values['CUSTOMER_CD'] ?? null) !== null
    return [
      ...(error ? [{ row: no, text: error, column: 'TIERS' }] : []),
      ...(stepsError ? [{ row: no, text: stepsError, column: 'WEIGHT_STEPS' }] : []),
      ...(isForAllOwners ? [{ row: no, text: ownerRequired, column: 'OWNER_CD' }] : []),
      ...(hasPayer ? [{ row: no, text: freightOnly, column: 'CUSTOMER_CD' }] : []),
    ]
  })
  if (errors.length) throw invalidRows(errors)
}

/** Error of owner-bound users for a row of all owners. */
export const ownerRequired = label('담당 화주를 입력하세요.', 'Enter one of your owners.')

const overlapText = (other: string) =>
  label(
    `단가 ${other}${josa(other, '와/과')} 조건이 같고 기간이 겹칩니다. 기간이나 조건을 변경하세요.`,
    `The price ${other} has the same conditions in an overlapping period. Change the period or the conditions.`,
  )

const revivedText = (other: string) =>
  label(
    `이전 버전이 다시 적용되어 조건이 같은 단가 ${other}${josa(other, '와/과')} 기간이 겹칩니다. 그 단가의 기간이나 조건을 먼저 변경하세요.`,
    `The earlier version would apply again and overlap with the price ${other}, which has the same conditions. Change the period or the conditions of that price first.`,
  )

/**
 * Rejects prices with the same conditions as another price valid on the same date, because billing
 * would be ambiguous. A new overlap always includes the first date of a price, so only first dates
 * are checked. A changed or deleted version can make earlier versions of its price apply again, so
 * all of them are checked.
 */
async function rejectOverlaps(call: SaveCall): Promise<Label | undefined> {
  const changed = call.rows.filter(({ flag }) => flag !== 'I').map(({ no }) => no)
  const found = await call.tx.query<{ no: number; other: string; is_own: boolean }>(sql`
    select r.no, min(b.price_cd) other, bool_or(s.version_no = r.version_no) is_own
    from ${recordsetSql(priceLine.fields, ['PRICE_CD', 'VERSION_NO'], call.rows)}
    join price_line s on s.price_cd = r.price_cd and s.state_cd = ${quoteCodes(priceStatus.agreed)}
      and (s.version_no = r.version_no or r.no = any(${changed}::integer[]))
    join lateral (select distinct d.from_dt from price_line d where d.charge_cd = s.charge_cd
      and d.owner_cd is not distinct from s.owner_cd and d.from_dt >= s.from_dt) d on true
    cross join lateral price_on(d.from_dt) a
    cross join lateral price_on(d.from_dt) b
    where a.price_cd = s.price_cd and a.version_no = s.version_no and b.price_cd <> a.price_cd
      and b.state_cd = ${quoteCodes(priceStatus.agreed)} and b.charge_cd = a.charge_cd
      and (a.owner_cd, a.price_wcode, a.temperature_cd, a.group_cd, a.bonded_cd, a.order_kind_cd,
        a.sample_cd, a.freight_cd, a.side_cd, a.customer_cd, a.carrier_cd, a.pol_cd, a.pod_cd,
        a.cntr_tp) is not distinct from
          (b.owner_cd, b.price_wcode, b.temperature_cd, b.group_cd, b.bonded_cd, b.order_kind_cd,
            b.sample_cd, b.freight_cd, b.side_cd, b.customer_cd, b.carrier_cd, b.pol_cd, b.pod_cd,
            b.cntr_tp)
    group by r.no order by r.no`)
  const errors = found.map(({ no: row, other, is_own: isOwn }): RowError => {
    return { row, text: (isOwn ? overlapText : revivedText)(other), column: 'FROM_DT' }
  })
  if (errors.length > 0) throw invalidRows(errors)
  return undefined
}

/**
 * Handlers for prices and tax rates. Billing passes `chargeRules`, because it knows the bases and
 * units of each charge.
 */
export const priceHandlers = (chargeRules: readonly RowRule[]): readonly Handler[] => [
  ...masterHandlers(priceLine, priceLines, {
    references: [toOwner, ...freightPriceReferences],
    reach: (call) => [otherWarehouse(call), hiddenPrice(call)],
    isVisible: (viewer) =>
      sql`(t.price_wcode is null or ${isVisibleWarehouse('t.price_wcode', viewer)})`,
    rules: [
      usedPriceNotEditable,
      subjectNotEditable,
      unknownCurrency,
      ...chargeRules,
      groupNotUsed,
      kindNotUsed,
      tiersNotUsed,
      ...freightPriceRules,
    ],
    select: (call) => sql`select p.*, o.owner_nm,
        case when ${isUsed} then 'Y' else 'N' end
          used_yn
      from price_line p left join owner o using (owner_cd)
      where p.price_wcode is null or ${isVisibleWarehouse('p.price_wcode', call)}`,
    beforeSave: rejectInvalidPrices,
    afterSave: rejectOverlaps,
  }),
  ...masterHandlers(vatRate, vatRates),
]
