import sql from 'sql-template-tag'

/**
 * Why line `l` of shipment `s` is not filled, in words: what there is of the item in this warehouse
 * and what keeps each part from being promised. One SQL expression over the two aliases.
 */
export const whyShort = sql`(
  select case when sum(b.qty) is null then '재고 없음' else concat_ws(' · ',
      case when count(*) filter (where f.is_free) > 0
        then '할당 가능 ' || sum(b.qty - b.alloc_qty - b.pick_qty) filter (where f.is_free)::float end,
      case when sum(b.alloc_qty + b.pick_qty) > 0 then '다른 출고에 할당 '
        || sum(b.alloc_qty + b.pick_qty)::float || coalesce(' (' || (
          select min(a.shipment_no) || case when count(distinct a.shipment_no) > 1
            then ' 외 ' || count(distinct a.shipment_no) - 1 else '' end
          from allocation a join stock_balance ab using (balance_id)
          where ab.wcode = s.wcode and ab.owner_cd = l.owner_cd and ab.stock_cd = l.stock_cd
            and a.shipment_no <> s.shipment_no and a.alloc_qty + a.pick_qty > 0) || ')', '') end,
      '보류·불량 ' || sum(b.qty) filter (where b.condition_cd in ('HELD', 'DAMAGED'))::float,
      '유통기한 부족 ' || sum(b.qty) filter (where lot.valid_dt < s.shipment_dt)::float,
      '보세 미통관 ' || sum(b.qty) filter (where b.bonded_cd = 'BONDED')::float,
      '잠긴 셀 ' || sum(b.qty) filter (where 'Y' in (c.lock_yn, z.lock_yn))::float,
      '샘플 ' || sum(b.qty) filter (where b.condition_cd = 'SAMPLE')::float) end
  from stock_balance b
  join lot using (lot_id)
  join cell c on c.wcode = b.wcode and c.cell_cd = b.cell_cd
  join zone z on z.wcode = c.wcode and z.zone_cd = c.zone_cd
  cross join lateral (select b.condition_cd = 'NORMAL' and b.bonded_cd <> 'BONDED'
    and coalesce(lot.valid_dt >= s.shipment_dt, true) and 'N' = all (array[c.lock_yn, z.lock_yn])
    and b.qty > b.alloc_qty + b.pick_qty is_free) f
  where b.wcode = s.wcode and b.owner_cd = l.owner_cd and b.stock_cd = l.stock_cd and b.qty > 0)`
