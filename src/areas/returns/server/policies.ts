import sql from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import { masterHandlers, toOwner } from '#areas/master/server/master-handlers.ts'
import type { Handler } from '#server/engine/handler.ts'
import type { RowRule } from '#server/engine/table-save.ts'
import { returnPolicies } from '../operations/policies.ts'
import { returnPolicy } from '../tables/return-policy.ts'

const unknownGroup: RowRule = {
  column: 'GROUP_CD',
  where: sql`r.group_cd <> '*' and not exists (select from stock_group g
    where g.owner_cd = r.owner_cd and g.group_cd = r.group_cd)`,
  text: label(
    '등록되지 않은 품목그룹입니다. 전체는 *를 입력하세요.',
    'Item group not found. Enter * for all.',
  ),
}

const noSecondItem: RowRule = {
  column: 'SECOND_STOCK_CD',
  where: sql`r.dispose_cd = 'SECOND' and r.second_stock_cd is null`,
  text: label('B급품목을 입력하세요.', 'Enter the second-grade item.'),
}

const unknownItem: RowRule = {
  column: 'SECOND_STOCK_CD',
  where: sql`r.second_stock_cd is not null and not exists (select from stock k
    where k.owner_cd = r.owner_cd and k.stock_cd = r.second_stock_cd and k.goods_yn = 'Y'
      and k.use_yn = 'Y')`,
  text: label('없거나 재고관리 대상이 아닌 품목입니다.', 'Item not found or not stocked.'),
}

export const returnPolicyHandlers: readonly Handler[] = masterHandlers(
  returnPolicy,
  returnPolicies,
  {
    references: [toOwner],
    rules: [unknownGroup, noSecondItem, unknownItem],
  },
)
