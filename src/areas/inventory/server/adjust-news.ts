import sql from 'sql-template-tag'
import type { PartnerEventKind } from '#areas/master/server/partner-kind.ts'
import { reportedDays } from '#areas/master/server/partner-results.ts'
import { pick } from '#kernel/table.ts'
import { resultQuantity } from '#areas/master/operations/partner-messages.ts'
import { label } from '#kernel/label.ts'
import { stockBalance } from '../tables/stock-balance.ts'
import { stockMovement } from '../tables/stock-movement.ts'
import { reasonText } from './ledger-reasons.ts'

/** Adjustments of an owner's stock, sent to partner profiles that subscribe to them. */
export const adjustNews: PartnerEventKind = {
  code: 'ADJUST',
  fields: {
    ...pick(stockMovement, ['STOCK_CD', 'LOT_NO', 'VALID_DT']),
    CONDITION_CD: stockBalance.fields.CONDITION_CD,
  },
  results: {
    ADJUST_QTY: resultQuantity(label('조정수량', 'Adjusted qty')),
    ...pick(stockMovement, ['REASON', 'BUSINESS_DT']),
  },
  edi: { result: '947' },
  resultText: label(
    '재고조정입니다. 재고조정 통보를 사용하는 프로필에만 보냅니다.',
    'Stock adjustment, sent to profiles that are notified of adjustments.',
  ),
  notes: {
    ADJUST_QTY: label(
      '증가는 양수, 감소는 음수',
      'Positive for an increase, negative for a decrease',
    ),
    BUSINESS_DT: label('조정한 날짜', 'Date of the adjustment'),
  },
  exampleResult: {
    RESULT: 'DONE',
    DOC_NO: 'AJ-20261203-0001',
    LINES: [
      {
        LINE_NO: 1,
        STOCK_CD: 'ITEM-1',
        LOT_NO: 'L2611',
        CONDITION_CD: 'NORMAL',
        ADJUST_QTY: -3,
        REASON: 'damaged',
        BUSINESS_DT: '20261203',
      },
    ],
  },
  number: 'DOC_NO',
  source: ({ wcode, owner, code }) => sql`
    select distinct m.doc_no, m.owner_cd from stock_movement m
    join partner_profile p on p.wcode = m.wcode and p.owner_cd = m.owner_cd
      and p.profile_cd = ${code}
    where p.adjust_yn = 'Y' and m.movement_cd = 'ADJUST' and m.wcode = ${wcode}
      and m.owner_cd = ${owner}
      and m.posted_at > greatest(p.news_from, now() - make_interval(days => ${reportedDays}::int))`,
  // One adjustment document can contain stock of several owners. Each owner is notified only of its
  // part.
  outcome: sql`
    select m.doc_no, 'DONE' result_cd, '{}'::jsonb facts,
      jsonb_agg(jsonb_strip_nulls(jsonb_build_object('LINE_NO', m.line_no,
        'STOCK_CD', m.stock_cd, 'LOT_NO', nullif(t.lot_no, ''),
        'VALID_DT', to_char(t.valid_dt, 'YYYYMMDD'), 'CONDITION_CD', b.condition_cd,
        'ADJUST_QTY', trim_scale(case m.to_place_cd when 'CELL' then m.qty else -m.qty end),
        'REASON', ${reasonText('m.reason', 'ko')}, 'BUSINESS_DT', to_char(m.business_dt, 'YYYYMMDD')))
        order by m.line_no) lines
    from (select x.*, row_number() over (partition by x.doc_no order by x.movement_no) line_no
      from d join stock_movement x using (doc_no, owner_cd) where x.movement_cd = 'ADJUST') m
    join stock_balance b on b.balance_id = coalesce(m.to_balance_id, m.from_balance_id)
    join lot t using (lot_id)
    group by m.doc_no`,
}
