import sql from 'sql-template-tag'
import { ruleDay } from '#areas/inventory/server/standing-hold.ts'
import { validFrom } from './open-goods.ts'

/**
 * What keeps balance `b` (with its `lot`, cell `c` and zone `z`) from line `l` of shipment `s`
 * whose goods must be valid from day `d.valid_from`: one flag for each reason.
 */
export const keptBack = sql`select
  coalesce(l.lot_no, '') not in ('', lot.lot_no) or coalesce(l.mark, '') not in ('', lot.mark)
    is_unnamed,
  b.condition_cd in ('HELD', 'DAMAGED') or held_by_rule(b, ${ruleDay}) is not null is_held,
  coalesce(lot.valid_dt < d.valid_from, false) is_expiring,
  b.bonded_cd = 'BONDED' is_bonded, 'Y' in (c.lock_yn, z.lock_yn) is_locked,
  b.condition_cd = case s.sample_yn when 'Y' then 'NORMAL' else 'SAMPLE' end is_unlike`

/** Relation `d(valid_from)` of shipment `s`. */
export const shelfLifeOf = sql`select ${validFrom(ruleDay)} valid_from
  from (select 1) one left join ship_to t on t.owner_cd = s.owner_cd and t.ship_to_cd = s.ship_to_cd`

/**
 * Why line `l` of shipment `s` is not filled, in words: what there is of the item in this warehouse
 * and what keeps each part from being promised. One SQL expression over the two aliases.
 */
export const whyShort = sql`(
  select case when g.qty is null then '재고 없음' else coalesce(nullif(concat_ws(' · ',
      '할당 가능 ' || g.free::float,
      '다른 출고에 할당 ' || p.qty::float || ' (' || p.first_no
        || case when p.shipments > 1 then ' 외 ' || p.shipments - 1 else '' end || ')',
      '지정 로트·마크 아님 ' || g.unnamed::float,
      '보류·불량 ' || g.held::float,
      '유통기한 부족 ' || g.expiring::float,
      '보세 미통관 ' || g.bonded::float,
      '잠긴 셀 ' || g.locked::float,
      case s.sample_yn when 'Y' then '샘플 아님 ' else '샘플 ' end || g.unlike::float), ''),
    '재고 부족') end
  from (
    select sum(b.qty) qty, sum(b.qty - b.alloc_qty - b.pick_qty) filter (where not (f.is_unnamed
        or f.is_held or f.is_expiring or f.is_bonded or f.is_locked or f.is_unlike)
        and b.qty > b.alloc_qty + b.pick_qty) free,
      sum(b.qty) filter (where f.is_unnamed) unnamed, sum(b.qty) filter (where f.is_held) held,
      sum(b.qty) filter (where f.is_expiring) expiring, sum(b.qty) filter (where f.is_bonded) bonded,
      sum(b.qty) filter (where f.is_locked) locked, sum(b.qty) filter (where f.is_unlike) unlike
    from (${shelfLifeOf}) d
    cross join stock_balance b
    join lot using (lot_id)
    join cell c on c.wcode = b.wcode and c.cell_cd = b.cell_cd
    join zone z on z.wcode = c.wcode and z.zone_cd = c.zone_cd
    cross join lateral (${keptBack}) f
    where b.wcode = s.wcode and b.owner_cd = l.owner_cd and b.stock_cd = l.stock_cd and b.qty > 0) g
  cross join (
    select sum(a.alloc_qty + a.pick_qty) qty, min(a.shipment_no) first_no,
      count(distinct a.shipment_no) shipments
    from allocation a join stock_balance b using (balance_id)
    where b.wcode = s.wcode and b.owner_cd = l.owner_cd and b.stock_cd = l.stock_cd
      and a.shipment_no <> s.shipment_no and a.alloc_qty + a.pick_qty > 0) p)`
