import sql from 'sql-template-tag'
import type { PartnerEventKind } from '#areas/master/server/partner-kind.ts'
import { reportedDays } from '#areas/master/server/partner-results.ts'
import { label } from '#kernel/label.ts'
import { pick } from '#kernel/table.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { scmOrder, scmOrderLine, scmOrderLog } from '../tables/scm-order.ts'
import { scmStatus, scmStepFrom } from '../rules/scm-status.ts'

/** Minutes after a reported step in which earlier steps can still commit. */
const lateMinutes = 10

/**
 * Orders of the branches and partners notified through this profile: their status per line and all
 * events, resent after every event.
 */
export const orderNews: PartnerEventKind = {
  code: 'ORDER',
  fields: {
    ...pick(scmOrder, ['PARTNER_ORDER_NO', 'BRANCH_CD', 'PARTNER_CD', 'KIND_CD', 'STATE_CD']),
    ...pick(scmOrder, ['ACTIVE_YN', 'REQUEST_DT', 'PROMISED_DT', 'REASON']),
    ...pick(scmOrderLine, ['STOCK_CD', 'ORDER_QTY']),
  },
  results: pick(scmOrderLine, ['ACCEPT_QTY', 'DONE_QTY', 'REJECT_QTY']),
  facts: {
    EVENTS: pick(scmOrderLog, ['EVENT_CD', 'WAS', 'NOW_IS', 'REASON', 'LOGGED_AT']),
  },
  edi: { result: '870' },
  resultText: label(
    '지점·협력사 오더의 상태입니다. 이 프로필로 알림을 받는 협력사의 오더가 변경될 때마다 보냅니다.',
    'Status of an order of a branch or partner, sent whenever an order of a partner notified through this profile changes.',
  ),
  notes: {
    PARTNER_ORDER_NO: label('협력사의 오더번호', 'Order number of the partner'),
    KIND_CD: label(
      'IN은 창고로 입고, OUT은 창고에서 출고',
      'IN: received by the warehouse. OUT: shipped from it',
    ),
    ACTIVE_YN: label('N이면 비활성 오더', 'N if the order is inactive'),
    REQUEST_DT: label('오더에서 요청한 날짜', 'Date requested by the order'),
    PROMISED_DT: label('창고가 확약한 날짜', 'Date confirmed by the warehouse'),
    ACCEPT_QTY: label('접수한 수량', 'Accepted quantity'),
    DONE_QTY: label('입고 또는 출고를 마친 수량', 'Quantity received or shipped'),
    REJECT_QTY: label('반려한 수량', 'Rejected quantity'),
    EVENT_CD: label(
      'STATE는 STATE_CD, ACTIVE는 ACTIVE_YN, DATE는 확약일의 변경이고 REJECT는 반려',
      'Change of STATE_CD (STATE), ACTIVE_YN (ACTIVE) or the confirmed date (DATE), or a rejection (REJECT)',
    ),
    WAS: label('이전 값. DATE의 날짜는 yyyy-MM-dd', 'Previous value; dates of DATE as yyyy-MM-dd'),
    NOW_IS: label('새 값. REJECT는 반려한 수량', 'New value; the rejected quantity for REJECT'),
  },
  exampleResult: {
    RESULT: 'STATE',
    DOC_NO: 'SC-20261201-0001',
    LINES: [
      {
        LINE_NO: 1,
        PARTNER_ORDER_NO: 'PO-7',
        PARTNER_CD: 'MAKER-1',
        KIND_CD: 'IN',
        STATE_CD: scmStatus.accepted,
        ACTIVE_YN: 'Y',
        REQUEST_DT: '20261204',
        STOCK_CD: 'ITEM-1',
        ORDER_QTY: 4,
        ACCEPT_QTY: 3,
        DONE_QTY: 0,
        REJECT_QTY: 0,
      },
    ],
    EVENTS: [
      { EVENT_CD: 'STATE', NOW_IS: scmStatus.requested, LOGGED_AT: '20261201090000' },
      {
        EVENT_CD: 'STATE',
        WAS: scmStatus.requested,
        NOW_IS: scmStatus.accepted,
        LOGGED_AT: '20261201093000',
      },
    ],
  },
  number: 'SCM_NO',
  source: ({ wcode, owner, code }) => sql`
    select o.scm_no doc_no, o.owner_cd
    from scm_order o
    where o.wcode = ${wcode} and o.owner_cd = ${owner}
      and exists (select from scm_partner p where p.owner_cd = o.owner_cd
        and p.partner_cd in (o.branch_cd, o.partner_cd) and p.use_yn = 'Y'
        and p.notify_cd = 'MESSAGE' and p.profile_cd = ${code})
      and exists (select from scm_order_log g
        where g.scm_no = o.scm_no and (g.event_cd <> 'STATE' or g.was is not null)
          and g.logged_at > greatest(now() - make_interval(days => ${reportedDays}::int),
            (select n.news_from from partner_profile n where n.wcode = o.wcode
              and n.owner_cd = o.owner_cd and n.profile_cd = ${code}),
            (select max(m.created_at) - make_interval(mins => ${lateMinutes}::int)
              from partner_message m where m.doc_no = o.scm_no and m.kind_cd = 'ORDER'
                and m.wcode = o.wcode and m.owner_cd = o.owner_cd and m.profile_cd = ${code})))`,
  outcome: sql`
    select o.scm_no doc_no,
      case when o.state_cd = ${quoteCodes(scmStatus.done)} then 'DONE'
        when o.state_cd in (${quoteCodes(scmStepFrom.over)}) then 'CANCELLED'
        else 'STATE' end result_cd,
      (select jsonb_build_object('EVENTS', coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
          'EVENT_CD', g.event_cd, 'WAS', g.was, 'NOW_IS', g.now_is, 'REASON', g.reason,
          'LOGGED_AT', to_char(g.logged_at at time zone 'Asia/Seoul', 'YYYYMMDDHH24MISS')))
          order by g.log_no), '[]'))
        from scm_order_log g where g.scm_no = o.scm_no) facts,
      (select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
          'PARTNER_ORDER_NO', o.partner_order_no, 'BRANCH_CD', o.branch_cd,
          'PARTNER_CD', o.partner_cd, 'KIND_CD', o.kind_cd, 'STATE_CD', o.state_cd,
          'ACTIVE_YN', o.active_yn, 'REQUEST_DT', to_char(o.request_dt, 'YYYYMMDD'),
          'PROMISED_DT', to_char(o.promised_dt, 'YYYYMMDD'), 'REASON', o.reason,
          'LINE_NO', l.line_no, 'STOCK_CD', l.stock_cd, 'ORDER_QTY', trim_scale(l.order_qty),
          'ACCEPT_QTY', trim_scale(l.accept_qty), 'DONE_QTY', trim_scale(l.done_qty),
          'REJECT_QTY', trim_scale(l.reject_qty))) order by l.line_no), '[]')
        from scm_order_line l where l.scm_no = o.scm_no) lines
    from d join scm_order o on o.scm_no = d.doc_no`,
}
