import sql from 'sql-template-tag'
import type { PartnerEventKind } from '#areas/master/server/partner-kind.ts'
import { reportedDays } from '#areas/master/server/partner-results.ts'
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
