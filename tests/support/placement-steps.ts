import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import sql, { raw, type Sql } from 'sql-template-tag'
import { masterCodeLists } from '#areas/master/rules/code-lists.ts'
import { timestampAt } from '#kernel/calendar.ts'
import type { Value } from '#kernel/field.ts'
import type { PlacementDoor, PlacementRule } from '#areas/inventory/rules/placement-doors.ts'
import { testSite, type SaveResponse, type TestSite, type TestUser } from '#tests/support/app.ts'
import { addSheds, arrive, clearCargo, expectCargo, release } from '#tests/support/customs-floor.ts'
import {
  addItem,
  checkAll,
  expectStock,
  orderLine,
  addOrder,
  pickAll,
  putStock,
  runStep,
} from '#tests/support/floor.ts'

type Row = Record<string, Value>

export interface PlacementSite {
  readonly site: TestSite
  readonly user: TestUser
  /** User who counts what `user` approves. */
  readonly counter: TestUser
  /** The same user in the other warehouse. */
  readonly there: TestUser
}

export interface Target {
  readonly item: string
  readonly cell: string
  readonly pallet: string
}

/** Site with two warehouses, a bonded shed, and an item group restricted to zone Z. */
export async function createPlacementSite(): Promise<PlacementSite> {
  const site = await testSite()
  await site.db.script(`
    insert into user_warehouse (user_id, wcode) values ('admin', 'W02');
    insert into zone (wcode, zone_cd, zone_nm) values ('W01', 'Z', 'Zone Z');
    insert into work_method (wcode, method_cd, method_nm, work_cd, strategy_cd, zone_cd)
      values ('W01', 'PUT-Z', 'Zone Z', 'PUT', 'TOGETHER', 'Z');
    insert into stock_group (owner_cd, group_cd, group_nm, put_method_cd)
      values ('HANBIT', 'ZONED', 'Item of zone Z', 'PUT-Z');
    insert into cell (wcode, cell_cd, zone_cd)
      select 'W01', 'T-' || to_char(n, 'fm000'), 'A' from generate_series(1, 400) n;
    update zone set store_cds = 'GENERAL', hazard_cds = 'C2,C3' where wcode = 'W01' and zone_cd = 'A';
    update stock set store_cd = 'GENERAL';
    alter table stock alter column store_cd set default 'GENERAL'`)
  await addItem(site.db, 'FLAMMABLE')
  await site.db.script(`update stock set hazard_cd = 'C2' where stock_cd = 'FLAMMABLE'`)
  await putStock(site.db, { item: 'FLAMMABLE', qty: 1, cell: 'A-198' })
  const user = await site.login('admin')
  await addSheds(user)
  return {
    site,
    user,
    counter: await site.login('second'),
    there: await site.login('admin', 'W02'),
  }
}

/** Sets up a violation of one rule for any stock placed in the target. */
export const breakRule: Readonly<
  Record<PlacementRule, (site: PlacementSite, target: Target) => Promise<unknown>>
> = {
  CLOSED: ({ site }, { cell }) =>
    site.db.execute(sql`update cell set lock_yn = 'Y' where wcode = 'W01' and cell_cd = ${cell}`),
  CAPACITY: async ({ site }, { item, cell }) => {
    await site.db.execute(sql`update stock set cbm = 1 where stock_cd = ${item}`)
    await site.db.execute(sql`
      update cell set capacity_cbm = 0.5 where wcode = 'W01' and cell_cd = ${cell}`)
  },
  UNMEASURED: ({ site }, { cell }) =>
    site.db.execute(sql`
      update cell set capacity_cbm = 0.5 where wcode = 'W01' and cell_cd = ${cell}`),
  MIXING: async ({ site }, { cell }) => {
    await putStock(site.db, { item: 'OTHER', qty: 1, cell })
    await site.db.execute(sql`
      update cell set mix_cd = 'STOCK' where wcode = 'W01' and cell_cd = ${cell}`)
  },
  ZONE: ({ site }, { item }) =>
    site.db.execute(sql`update stock set group_cd = 'ZONED' where stock_cd = ${item}`),
  TEMPERATURE: ({ site }, { item }) =>
    changeWithoutGuards(
      site,
      'stock',
      sql`update stock set temperature_cd = 'COOL' where stock_cd = ${item}`,
    ),
  UNIT: ({ site }, { pallet }) =>
    putStock(site.db, { item: 'OTHER', qty: 1, cell: 'A-199', pallet }),
  HAZARD: ({ site }, { item }) =>
    changeWithoutGuards(
      site,
      'stock',
      sql`update stock set hazard_cd = 'C4' where stock_cd = ${item}`,
    ),
  SEPARATION: ({ site }, { item }) =>
    changeWithoutGuards(
      site,
      'stock',
      sql`update stock set hazard_cd = 'C3' where stock_cd = ${item}`,
    ),
  CLASS: ({ site }, { item }) =>
    changeWithoutGuards(
      site,
      'stock',
      sql`update stock set store_cd = 'VALUABLE' where stock_cd = ${item}`,
    ),
  DEDICATED: ({ site }, { cell }) =>
    changeWithoutGuards(
      site,
      'cell',
      sql`update cell set owner_cd = 'GIFT' where wcode = 'W01' and cell_cd = ${cell}`,
    ),
  WEIGHT: async ({ site }, { item, cell }) => {
    await site.db.execute(sql`update stock set weight_kg = 1 where stock_cd = ${item}`)
    await site.db.execute(sql`
      update cell set max_kg = 0.5 where wcode = 'W01' and cell_cd = ${cell}`)
  },
  PALLETS: async ({ site }, { cell }) => {
    for (const n of [1, 2])
      await putStock(site.db, { item: 'OTHER', qty: 1, cell, pallet: `${cell}-${n}` })
    await site.db.execute(sql`
      update cell set max_plt = 1 where wcode = 'W01' and cell_cd = ${cell}`)
  },
  FACE: async ({ site }, { cell }) => {
    await site.db.execute(
      sql`update cell set role_cd = 'PICK' where wcode = 'W01' and cell_cd = ${cell}`,
    )
    await site.db.execute(sql`
      insert into pick_face (wcode, cell_cd, owner_cd, stock_cd, min_qty, max_qty)
      values ('W01', ${cell}, 'HANBIT', 'OTHER', 1, 2)`)
  },
}

/** Changes a master despite existing stock. A count can then find stock where it is not allowed. */
async function changeWithoutGuards(
  { db }: TestSite,
  table: 'stock' | 'cell',
  statement: Sql,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(
      sql`alter table ${raw(table)} disable trigger ${raw(`${table}_storage_fixed`)}`,
    )
    await tx.execute(statement)
    await tx.execute(sql`alter table ${raw(table)} enable trigger ${raw(`${table}_storage_fixed`)}`)
  })
}

export const ruleTexts: Readonly<Record<PlacementRule, string>> = {
  CLOSED: '없거나 잠긴 셀입니다.',
  CAPACITY: '용량 0.5 CBM을 넘습니다',
  UNMEASURED: 'CBM',
  MIXING: '한 품목만 보관할 수 있습니다.',
  ZONE: '존 Z에만 적치할 수 있습니다.',
  TEMPERATURE: masterCodeLists.temperature.COOL.ko,
  UNIT: '두 셀(',
  HAZARD: masterCodeLists.hazard.C4.ko,
  SEPARATION: masterCodeLists.hazard.C2.ko,
  CLASS: masterCodeLists['store-class'].VALUABLE.ko,
  DEDICATED: 'GIFT',
  WEIGHT: '0.5 kg',
  PALLETS: '1 PLT',
  FACE: 'OTHER',
}

function ok(response: SaveResponse): SaveResponse {
  expect(response.body.rows ?? [], response.body.message).toEqual([])
  expect(response.status, response.body.message).toBe(200)
  return response
}

/** Prepares everything up to the save that places the stock, and returns that save. */
type PreparePlacement = (
  site: PlacementSite,
  target: Target,
) => Promise<() => Promise<SaveResponse>>

const putStockInCell = (site: TestSite, target: Target, qty = 5) =>
  putStock(site.db, { ...target, qty })

const createBondedCargo: (site: PlacementSite, target: Target) => Promise<string> = async (
  { user },
  { item },
) => {
  const bondNo = await expectCargo(user, item)
  await arrive(user, bondNo)
  return bondNo
}

const unpack = (user: TestUser, bondNo: string, { cell, pallet }: Target) =>
  user.save('bonded/unpack', [
    {
      BOND_NO: bondNo,
      LINE_NO: 1,
      NOW_PKG_QTY: 88,
      NOW_QTY: 880,
      CELL_CD: cell,
      PALLET_NO: pallet,
    },
  ])

/** Sends all the stock of the target to the other warehouse. */
async function sendToOtherWarehouse({ site, user }: PlacementSite, target: Target): Promise<Row> {
  await putStockInCell(site, target)
  const getTransfers = (DIRECTION_CD: string) =>
    user.query('inventory/warehouse-transfers', { DIRECTION_CD, STOCK_CD: target.item })
  const [out] = await getTransfers('OUT')
  ok(await user.save('inventory/transfer-warehouse', [{ ...out, TO_WCODE: 'W02' }]))
  return (await getTransfers('SENT'))[0] ?? {}
}

let transports = 0

/** One operation for each placement door. */
export const placementSteps: Readonly<Record<PlacementDoor, PreparePlacement>> = {
  RECEIVE: async ({ user }, { item, cell, pallet }) => {
    const RECEIPT_NO = await expectStock(user, [orderLine(item, 5)])
    const row = { RECEIPT_NO, LINE_NO: 1, NOW_QTY: 5, CELL_CD: cell, PALLET_NO: pallet }
    return () => user.save('inbound/receive', [row])
  },

  UNPACK: async (site, target) => {
    const bondNo = await createBondedCargo(site, target)
    return () => unpack(site.user, bondNo, target)
  },

  MOVE: async ({ site, user }, { item, cell, pallet }) => {
    const id = await putStock(site.db, { item, qty: 5, cell: 'A-150' })
    const row = { BALANCE_ID: String(id), WORK_QTY: 1, TO_CELL_CD: cell, TO_PALLET_NO: pallet }
    return () => user.save('inventory/move', [row])
  },

  ARRIVE: async ({ site, user, there }, { item, cell, pallet }) => {
    await putStock(site.db, { item, qty: 5, wcode: 'W02', pallet })
    const getTransfers = (who: TestUser, DIRECTION_CD: string) =>
      who.query('inventory/warehouse-transfers', { DIRECTION_CD, STOCK_CD: item })
    const [out] = await getTransfers(there, 'OUT')
    ok(await there.save('inventory/transfer-warehouse', [{ ...out, TO_WCODE: 'W01' }]))
    const [coming] = await getTransfers(user, 'IN')
    return () => user.save('inventory/transfer-warehouse', [{ ...coming, TO_CELL_CD: cell }])
  },

  BACK: async (site, target) => {
    const row = await sendToOtherWarehouse(site, target)
    return () => site.user.save('inventory/call-back-transfer', [row])
  },

  LOSE: async (site, target) => {
    const row = await sendToOtherWarehouse(site, target)
    return () => site.user.save('inventory/lose-transfer', [{ ...row, REASON: 'Lost' }])
  },

  ADJUST: async ({ site, user }, target) => {
    const id = await putStockInCell(site, target)
    const row = { BALANCE_ID: String(id), ADJUST_QTY: 5, REASON: 'Found' }
    return () => user.save('inventory/adjust', [row])
  },

  COUNT: async ({ site, user, counter }, target) => {
    const { item: STOCK_CD, cell: CELL_CD } = target
    await putStockInCell(site, target)
    const group = { METHOD_CD: 'STOCK', OWNER_CD: 'HANBIT', STOCK_CD, ABC_CD: 'C' }
    const COUNT_DT = timestampAt(Date.now()).slice(0, 8)
    const created = ok(await user.save('inventory/make-count', [{ ...group, COUNT_DT }]))
    const JOB_NO = String(created.body.data.rows[0]?.['JOB_NO'])
    ok(await counter.save('inventory/count-scan', [{ JOB_NO, CELL_CD, CODE: STOCK_CD, QTY: 7 }]))
    ok(await counter.save('inventory/finish-count', [{ JOB_NO }]))
    return () => user.save('inventory/approve-count', [{ JOB_NO, LINE_NO: 1 }])
  },

  RELABEL: async ({ site, user }, target) => {
    const old = await addItem(site.db, `${target.item}-OLD`)
    const id = await putStockInCell(site, { ...target, item: old })
    const to = { WORK_QTY: 2, TO_STOCK_CD: target.item, REASON: 'Wrong label' }
    return () => user.save('inventory/transfer-stock', [{ BALANCE_ID: String(id), ...to }])
  },

  CUSTOMS: async (site, target) => {
    const bondNo = await createBondedCargo(site, target)
    ok(await unpack(site.user, bondNo, target))
    transports += 1
    const BASIS_NO = `1309026${String(900_000 + transports)}M`
    const row = { BOND_NO: bondNo, STOCK_CD: target.item, BASIS_CD: 'IMPORT', NOW_PKG_QTY: 88 }
    return () => site.user.save('bonded/clear', [{ ...row, BASIS_NO }])
  },

  CANCEL_SHIP: async ({ site, user }, target) => {
    await putStockInCell(site, target)
    const number = await addOrder(user, [orderLine(target.item, 5)])
    await runStep(user, 'allocate', number)
    await runStep(user, 'mark-listed', number)
    await pickAll(user, number)
    await checkAll(user, number)
    await runStep(user, 'finish-check', number)
    await runStep(user, 'ship', number)
    return () =>
      user.save('outbound/cancel-shipping', [{ SHIPMENT_NO: number, CANCEL_REASON: 'wrong order' }])
  },

  CANCEL_RELEASE: async (site, target) => {
    const { user } = site
    const bondNo = await createBondedCargo(site, target)
    ok(await unpack(user, bondNo, target))
    transports += 1
    const basisId = await clearCargo(user, bondNo, target.item, 88, {
      BASIS_CD: 'TRANSIT',
      BASIS_NO: `02012026${String(transports).padStart(12, '0')}`,
    })
    ok(await release(user, basisId, target.item, { NOW_PKG_QTY: 88 }))
    const [filed] = await user.query('bonded/out-lines', { BOND_NO: bondNo })
    const row: Row = { LINE_ID: filed?.['LINE_ID'] ?? null, REASON: 'Filed wrongly' }
    return () => user.save('bonded/cancel-release', [row])
  },

  REVERSE: async ({ site, user }, target) => {
    const id = await putStockInCell(site, target)
    const move = { BALANCE_ID: String(id), WORK_QTY: 5, TO_CELL_CD: 'A-160' }
    ok(await user.save('inventory/move', [move]))
    const [moved] = await user.query('inventory/movements', {
      STOCK_CD: target.item,
      MOVEMENT_CD: 'MOVE',
    })
    const row: Row = { MOVEMENT_NO: moved?.['MOVEMENT_NO'] ?? null, REASON: 'Mistake' }
    return () => user.save('inventory/reverse', [row])
  },

  UNDO_SHEET: async ({ site, user }, target) => {
    await putStockInCell(site, target)
    const from = { OWNER_CD: 'HANBIT', STOCK_CD: target.item, CELL_CD: target.cell }
    const newKeyHeader = () => ({ 'idempotency-key': randomUUID() })
    const { body } = await user.call(
      '/api/wms/comm/wmsCommon/saveProcedure',
      {
        PROCEDURE: 'inventory/upload-moves',
        ROWS: [{ NO: 1, ...from, WORK_QTY: 5, TO_CELL_CD: 'A-161', REASON: 'Tidied up' }],
        IMPORT: { FILE_NM: 'moves.xlsx' },
      },
      newKeyHeader(),
    )
    const IMPORT_NO = Number(Reflect.get(body.data, 'IMPORT_NO'))
    return () => user.call('/api/import/undo', { IMPORT_NO }, newKeyHeader())
  },
}
