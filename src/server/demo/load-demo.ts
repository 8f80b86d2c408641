import sql from 'sql-template-tag'
import { addDays, timestampAt } from '#kernel/calendar.ts'
import type { Value } from '#kernel/field.ts'
import { loadReferenceData } from '#areas/freight/server/load-reference-data.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { FirstPasswords } from '#server/site/first-passwords.ts'
import { addAdministratorRole } from '#server/site/first-administrator.ts'
import { addAdministration } from './demo-administration.ts'
import { addBondedDemo } from './demo-bonded.ts'
import { addDemoBills, addDemoFreight, rateDemoBookings } from './demo-freight.ts'
import { demoItems, demoOwners, demoPartners, demoWarehouses } from './company/demo-company.ts'
import { Chance } from './past/chance.ts'
import { planPast, type PastOptions } from './past/past-job.ts'
import { columnValues, PastStep } from './past/past-step.ts'
import { demoRoles } from './demo-roles.ts'
import { addSupplyChain } from './supply-chain-demo.ts'

/**
 * Loads the demo company: two warehouses, three owners, items, cells, partners, a user per role,
 * and initial stock from ordinary receipts. `past` schedules a job that generates a history, and
 * dates the stock at its first date instead of today. `passwords` are the initial passwords; a user
 * without one cannot log in.
 */
export async function loadDemo(
  db: Database,
  passwords: FirstPasswords = new Map(),
  past: PastOptions = { seed: '', days: 0 },
): Promise<void> {
  await db.transaction(async (tx) => {
    await addAdministratorRole(tx)
    await addPlaces(tx)
    await addCompanies(tx)
    await addUsers(tx, passwords)
    await addAdministration(tx)
  })
  await loadReferenceData(db)
  const today = timestampAt(Date.now()).slice(0, 8)
  await db.transaction((tx) => addDemoFreight(tx, today))
  await rateDemoBookings(db, today)
  await addDemoBills(db, today)
  if (past.days > 0) await planPast(db, past)
  await addStock(db, today, addDays(today, -past.days))
  await addSupplyChain(db)
  await addBondedDemo(db, timestampAt(Date.now()).slice(0, 8))
  // The first users log in before the store analyzes its tables. Without statistics, the planner
  // would expect a handful of cells instead of thousands.
  await db.script('analyze')
}

async function addPlaces(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    insert into warehouse (wcode, warehouse_nm, location_nm)
    select * from jsonb_to_recordset(${JSON.stringify(demoWarehouses)}::jsonb)
      as w(wcode text, warehouse_nm text, location_nm text)`)
  await tx.execute(sql`
    insert into zone (wcode, zone_cd, zone_nm, temperature_cd, pick_seq)
    select w.wcode, z.* from warehouse w, (values ('A', 'A존 상온', 'DRY', 1), ('B', 'B존 상온', 'DRY', 2),
      ('C', 'C존 냉장', 'COOL', 3), ('D', '도크', 'DRY', 9)) z`)
  // Cell codes are aisle-bay-level. The pick sequence follows each aisle bay by bay: A01-01-1 …
  // B10-20-4.
  await tx.execute(sql`
    insert into cell (wcode, cell_cd, zone_cd, pick_seq)
    select w.wcode, z.zone_cd || to_char(aisle, 'fm00') || '-' || to_char(bay, 'fm00') || '-' || level,
      z.zone_cd, aisle * 1000 + bay * 10 + level
    from warehouse w join zone z using (wcode), generate_series(1, 10) aisle,
      generate_series(1, 20) bay, generate_series(1, 4) level
    where z.zone_cd in ('A', 'B') or (z.zone_cd = 'C' and aisle <= 3)`)
  await tx.execute(sql`
    insert into cell (wcode, cell_cd, zone_cd, cell_type_cd, pick_seq)
    select wcode, 'DOCK-' || n, 'D', 'DOCK', n from warehouse, generate_series(1, 4) n`)
}

async function addCompanies(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    insert into owner (owner_cd, owner_nm, biz_no, manager_nm, phone_no)
    select * from jsonb_to_recordset(${JSON.stringify(demoOwners)}::jsonb)
      as o(owner_cd text, owner_nm text, biz_no text, manager_nm text, phone_no text)`)
  // A partner with its own field names and codes. Users issue its token when they try the
  // interface.
  await tx.execute(sql`
    insert into partner_profile (wcode, owner_cd, profile_cd, profile_nm, field_map, code_map)
    values ('W01', 'HANBIT', 'PIKL', 'PIKL 주문 연동',
      '전표=OWNER_ORDER_NO, 품번=STOCK_CD, 수량=ORDER_QTY, 공급사=SUPPLIER_CD, 배송처코드=SHIP_TO_CD',
      'SUPPLIER_CD:S-1=SUP001, SHIP_TO_CD:0001=ST001')`)
  await tx.execute(sql`
    insert into supplier (owner_cd, supplier_cd, supplier_nm)
    select owner_cd, 'SUP' || to_char(n, 'fm000'), owner_nm || ' 공급 ' || n
    from owner, generate_series(1, 3) n`)
  await tx.execute(sql`
    insert into ship_to (owner_cd, ship_to_cd, ship_to_nm, address)
    select o.owner_cd, p.ship_to_cd, p.ship_to_nm, p.address from owner o,
      jsonb_to_recordset(${JSON.stringify(demoPartners)}::jsonb)
        as p(ship_to_cd text, ship_to_nm text, address text)`)
  await tx.execute(sql`
    insert into stock (owner_cd, stock_cd, stock_nm, barcode, box_qty, cbm, weight_kg, valid_yn, lot_yn)
    select * from jsonb_to_recordset(${JSON.stringify(demoItems)}::jsonb) as s(owner_cd text,
      stock_cd text, stock_nm text, barcode text, box_qty numeric, cbm numeric, weight_kg numeric,
      valid_yn text, lot_yn text)`)
}

async function addUsers(tx: Transaction, passwords: FirstPasswords): Promise<void> {
  const passwordHash = (user: string) => passwords.get(user)?.hash ?? ''
  const mustChangeFlag = (user: string) => (passwords.get(user)?.mustChange ? 'Y' : 'N')
  await tx.execute(sql`
    insert into app_user (user_id, user_nm, password_hash, must_change_yn, all_owners_yn)
    values ('admin', '관리자', ${passwordHash('admin')}, ${mustChangeFlag('admin')}, 'Y')`)
  await tx.execute(sql`insert into user_role (user_id, role_cd) values ('admin', 'ADMIN')`)
  for (const { role, name, user, menus } of demoRoles()) {
    await tx.execute(sql`insert into app_role (role_cd, role_nm) values (${role}, ${name})`)
    await tx.execute(sql`
      insert into role_menu (role_cd, menu_id, actions)
      select ${role}, m.route, m.actions
      from jsonb_to_recordset(${JSON.stringify(menus)}::jsonb) as m(route text, actions text[])`)
    await tx.execute(sql`
      insert into app_user (user_id, user_nm, password_hash, must_change_yn, all_owners_yn)
      values (${user}, ${`${name} 담당`}, ${passwordHash(user)}, ${mustChangeFlag(user)},
        ${user === 'customer' ? 'N' : 'Y'})`)
    await tx.execute(sql`insert into user_role (user_id, role_cd) values (${user}, ${role})`)
    await tx.execute(
      sql`insert into user_warehouse (user_id, wcode) select ${user}, wcode from warehouse`,
    )
  }
  await tx.execute(sql`insert into user_owner (user_id, owner_cd) values ('customer', 'HANBIT')`)
}

async function addStock(db: Database, today: string, day: string): Promise<void> {
  for (const { wcode } of demoWarehouses) {
    await db.transaction(async (tx) => {
      const place = { wcode, day, name: 'first', isPast: day < today, isRecent: false }
      const step = new PastStep(db, tx, place, new Chance('first', wcode))
      const rows = demoReceipts(today, day)
      const saved = await step.save('inbound/save-receipts', { user: 'admin', at: '0640' }, rows)
      await step.save(
        'inbound/receive-bulk',
        { user: 'admin', at: '0655' },
        columnValues(saved, 'RECEIPT_NO').map((RECEIPT_NO) => ({ RECEIPT_NO })),
      )
    })
  }
}

function demoReceipts(today: string, day: string): Record<string, Value>[] {
  return demoOwners.flatMap(({ owner_cd: owner }) => {
    const items = demoItems.filter((item) => item.owner_cd === owner)
    if (items.length === 0) return []
    const head = {
      ROW_TYPE: 'H',
      DOC_REF: owner,
      OWNER_CD: owner,
      SUPPLIER_CD: 'SUP001',
      RECEIPT_DT: day,
    }
    const lines = items.map((item, index) => ({
      ROW_TYPE: 'L',
      DOC_REF: owner,
      STOCK_CD: item.stock_cd,
      ORDER_QTY: 120 + ((index * 84) % 900),
      LOT_NO: item.lot_yn === 'Y' ? `L${day.slice(2)}-${index % 5}` : null,
      VALID_DT: item.valid_yn === 'Y' ? addDays(today, 12 + ((index * 37) % 600)) : null,
    }))
    return [head, ...lines]
  })
}
