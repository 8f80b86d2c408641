import sql from 'sql-template-tag'
import type { Transaction } from '#server/db/database.ts'
import { barcode } from '#server/demo/company/demo-company.ts'
import { pastItems, pastOwners, pastShops } from './past-company.ts'

export async function addPastMasters(tx: Transaction): Promise<void> {
  const numbers = ['49', '54', '68', '73', '87']
  const owners = pastOwners.map((owner, index) => ({
    ...owner,
    biz_no: `101-81-000${numbers[index]}`,
  }))
  await tx.execute(sql`
    insert into owner (owner_cd, owner_nm, biz_no, manager_nm, phone_no)
    select owner_cd, owner_nm, biz_no, manager_nm, '02-0000-1010'
    from jsonb_to_recordset(${JSON.stringify(owners)}::jsonb)
      as o(owner_cd text, owner_nm text, biz_no text, manager_nm text)
    where owner_nm is not null on conflict do nothing`)
  const codes = owners.map((owner) => owner.owner_cd)
  await tx.execute(sql`
    insert into supplier (owner_cd, supplier_cd, supplier_nm)
    select owner_cd, 'SUP' || to_char(n, 'fm000'), owner_nm || ' 공급 ' || n
    from owner, generate_series(1, 3) n where owner_cd = any(${codes}::text[])
    on conflict do nothing`)
  await tx.execute(sql`
    insert into ship_to (owner_cd, ship_to_cd, ship_to_nm)
    select o.owner_cd, 'SHOP' || s.place, s.name
    from owner o, unnest(${pastShops}::text[]) with ordinality s(name, place)
    where o.owner_cd = any(${codes}::text[]) on conflict do nothing`)
  await tx.execute(sql`
    insert into billing_terms (owner_cd, biz_no, corp_nm, rep_nm, manager_nm, address, biz_type,
      biz_item, tax_email)
    select owner_cd, biz_no, owner_nm, '김대표', manager_nm, '서울 강남구', '도소매', '유통',
      lower(owner_cd) || '@example.com'
    from owner on conflict do nothing`)
  await addPlaces(tx)
  await addItems(tx)
  // More floor users with the permissions and password of the existing one.
  await tx.execute(sql`
    insert into app_user (user_id, user_nm, password_hash, must_change_yn, all_owners_yn)
    select n.id, n.name, u.password_hash, u.must_change_yn, u.all_owners_yn from app_user u,
      (values ('picker2', '현장 담당 2'), ('picker3', '현장 담당 3'), ('checker', '검수 담당')) n(id, name)
    where u.user_id = 'picker' on conflict do nothing`)
  for (const table of ['user_role', 'user_warehouse'] as const) {
    const column = table === 'user_role' ? sql`role_cd` : sql`wcode`
    const into = table === 'user_role' ? sql`user_role` : sql`user_warehouse`
    await tx.execute(sql`
      insert into ${into} (user_id, ${column})
      select n.id, t.${column} from ${into} t, (values ('picker2'), ('picker3'), ('checker')) n(id)
      where t.user_id = 'picker' on conflict do nothing`)
  }
}

async function addPlaces(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    insert into zone (wcode, zone_cd, zone_nm, temperature_cd, pick_seq)
    select wcode, 'F', 'F존 냉동', 'FROZEN', 4 from warehouse on conflict do nothing`)
  await tx.execute(sql`
    insert into cell (wcode, cell_cd, zone_cd, pick_seq)
    select w.wcode, 'F' || to_char(aisle, 'fm00') || '-' || to_char(bay, 'fm00') || '-' || level,
      'F', aisle * 1000 + bay * 10 + level
    from warehouse w, generate_series(1, 3) aisle, generate_series(1, 20) bay,
      generate_series(1, 4) level on conflict do nothing`)
}

async function addItems(tx: Transaction): Promise<void> {
  const items = pastItems.map((item, index) => ({
    owner_cd: item.owner.owner_cd,
    stock_cd: item.stock_cd,
    stock_nm: item.stock_nm,
    barcode: barcode(700_001 + index),
    box_qty: item.box_qty,
    cbm: item.stock_cd === 'VT10120' ? 0 : (800 + ((index * 37) % 9_000)) / 1_000_000,
    weight_kg: (150 + ((index * 13) % 4_000)) / 1000,
    lot_yn: item.owner.lots ? 'Y' : 'N',
    valid_yn: item.owner.shelfDays === null ? 'N' : 'Y',
  }))
  await tx.execute(sql`
    insert into stock (owner_cd, stock_cd, stock_nm, barcode, box_qty, cbm, weight_kg, lot_yn,
      valid_yn)
    select * from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as s(owner_cd text,
      stock_cd text, stock_nm text, barcode text, box_qty numeric, cbm numeric, weight_kg numeric,
      lot_yn text, valid_yn text)
    on conflict do nothing`)
}
