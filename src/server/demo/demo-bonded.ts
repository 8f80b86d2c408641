import sql from 'sql-template-tag'
import { addDays, addMonths } from '#kernel/calendar.ts'
import type { Value } from '#kernel/field.ts'
import { fileArrivalHandler } from '#areas/bonded/server/arriving.ts'
import { saveCargosHandler } from '#areas/bonded/server/cargo.ts'
import { clearHandler } from '#areas/bonded/server/clearing.ts'
import { releaseHandler } from '#areas/bonded/server/releasing.ts'
import { unpackHandler } from '#areas/bonded/server/unpacking.ts'
import type { Database } from '#server/db/database.ts'
import type { Caller } from '#server/auth/caller.ts'
import type { ProcedureHandler, SaveResult } from '#server/engine/handler.ts'
import { runProcedure } from '#server/engine/run-procedure.ts'

type Row = Record<string, Value>

const owner = 'VINUM'
const wines = ['샤토 레드 2019', '샤블리 화이트 2022', '카바 브뤼', '리슬링 드라이', '포트 루비']

type CargoProgress =
  | 'expected'
  | 'held'
  | 'part'
  | 'in'
  | 'partly-cleared'
  | 'cleared'
  | 'partly-out'
  | 'out'

interface DemoCargo {
  readonly reached: CargoProgress
  readonly months: number
  readonly days: number
  readonly shed: string
}

const demoCargos: readonly DemoCargo[] = [
  { reached: 'expected', months: 0, days: -2, shed: '02099999' },
  { reached: 'held', months: 0, days: 0, shed: '02099999' },
  { reached: 'part', months: 0, days: 3, shed: '02099999' },
  { reached: 'in', months: 6, days: 5, shed: '02099999' },
  { reached: 'in', months: 5, days: 12, shed: '02099999' },
  { reached: 'in', months: 1, days: 10, shed: '02099998' },
  { reached: 'partly-cleared', months: 2, days: 4, shed: '02099999' },
  { reached: 'cleared', months: 1, days: 20, shed: '02099999' },
  { reached: 'partly-out', months: 3, days: 1, shed: '02099999' },
  { reached: 'out', months: 2, days: 15, shed: '02099999' },
]

/** Adds a wine owner with bonded cargo in each state, created through the ordinary operations. */
export async function addBondedDemo(db: Database, today: string): Promise<void> {
  await addOwner(db)
  const caller: Caller = {
    userId: 'admin',
    scope: { wcode: 'W01', owners: null },
    language: 'ko',
    today,
  }
  let step = 0
  const save = (handler: ProcedureHandler, rows: readonly Row[]): Promise<SaveResult> => {
    step += 1
    return runProcedure(db, handler, caller, {
      rows,
      idempotencyKey: `demo-bonded-${step}`,
      dryRun: false,
    })
  }
  for (const [index, cargo] of demoCargos.entries()) await createCargo(save, cargo, index, today)
}

type Save = (handler: ProcedureHandler, rows: readonly Row[]) => Promise<SaveResult>

const firstRowValue = (result: SaveResult, name: string): Value => result.rows?.[0]?.[name] ?? null

function toCargoHead(cargo: DemoCargo, index: number, arrivalDate: string): Row {
  const packages = packageCount(index)
  return {
    ROW_TYPE: 'H',
    DOC_REF: 'NEW',
    OWNER_CD: owner,
    CARGO_NO: `${arrivalDate.slice(2, 4)}DEMO0457I${String(index + 1).padStart(4, '0')}0010`,
    MBL_NO: `DEMOGBA0457${1050 + index}`,
    HBL_NO: `VNM26${String(110_007 + index)}`,
    EXPECT_DT: arrivalDate,
    ENTRY_DT: addDays(arrivalDate, -1),
    SHED_CD: cargo.shed,
    PKG_QTY: packages,
    PKG_UNIT_CD: 'CT',
    KG: cargoWeight(index),
    CBM: Math.round(packages * 21) / 1000,
    GOODS_NM: 'WINE IN BOTTLES',
    VESSEL_NM: `SAMPLE BRIDGE ${index + 1}`,
    VOYAGE_NO: '0457',
    SEAL_NO: `KR${480_120 + index}`,
    CONSIGNEE_NM: '비눔코리아',
    CUSTOM_VALUE: packages * 84_000,
  }
}

const packageCount = (index: number) => 40 + index * 8
const cargoWeight = (index: number) => Math.round(packageCount(index) * 133.2) / 10

function toArrival({ reached, days }: DemoCargo, index: number, arrivalDate: string): Row {
  const isPart = reached === 'part'
  return {
    NOW_PKG_QTY: isPart ? 24 : packageCount(index) - (reached === 'held' ? 1 : 0),
    NOW_KG: isPart ? 319.7 : cargoWeight(index),
    PART_YN: isPart ? 'Y' : 'N',
    ARRIVAL_CD: 'TRANSIT',
    BASIS_NO: `020D80200090266227${String(index).padStart(2, '0')}`,
    DONE_AT: days > 0 ? `${arrivalDate}145600` : null,
    VEHICLE_NO: `인천 86바 ${4010 + index}`,
    NOTE: reached === 'held' ? '1상자 부족' : null,
  }
}

async function createCargo(
  save: Save,
  cargo: DemoCargo,
  index: number,
  today: string,
): Promise<void> {
  const { reached } = cargo
  const arrivalDate = addDays(addMonths(today, -cargo.months), -cargo.days)
  const STOCK_CD = `WINE${1 + (index % wines.length)}`
  const packages = packageCount(index)
  const line = { ROW_TYPE: 'L', DOC_REF: 'NEW', STOCK_CD, ITEM_PKG_QTY: packages }
  const rows = [toCargoHead(cargo, index, arrivalDate), { ...line, ORDER_QTY: packages * 6 }]
  const BOND_NO = firstRowValue(await save(saveCargosHandler, rows), 'BOND_NO')
  if (reached === 'expected') return
  await save(fileArrivalHandler, [{ BOND_NO, ...toArrival(cargo, index, arrivalDate) }])
  if (reached === 'held' || reached === 'part') return
  const CELL_CD = `B01-${String(index + 1).padStart(2, '0')}-1`
  const now = { NOW_PKG_QTY: packages, NOW_QTY: packages * 6, CELL_CD }
  await save(unpackHandler, [{ BOND_NO, LINE_NO: 1, ...now }])
  if (reached === 'in') return
  const ground = await save(clearHandler, [
    {
      BOND_NO,
      STOCK_CD,
      BASIS_CD: 'IMPORT',
      BASIS_NO: `13090${today.slice(2, 4)}${String(100_022 + index)}M`,
      ACCEPT_DT: addDays(today, -index),
      NOW_PKG_QTY: reached === 'partly-cleared' ? Math.floor(packages / 2) : packages,
    },
  ])
  if (reached !== 'partly-out' && reached !== 'out') return
  const part = { NOW_PKG_QTY: reached === 'out' ? packages : 30, LEAVE_CD: 'STAY' }
  const taker = { PERSON_NM: '비눔물류', VEHICLE_NO: '경기 92사 1180' }
  await save(releaseHandler, [
    { BASIS_ID: firstRowValue(ground, 'BASIS_ID'), STOCK_CD, ...part, ...taker },
  ])
}

async function addOwner(db: Database): Promise<void> {
  const items = wines.map((stock_nm, index) => ({ stock_cd: `WINE${index + 1}`, stock_nm }))
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into owner (owner_cd, owner_nm, biz_no, manager_nm, phone_no)
      values (${owner}, '비눔코리아', '101-81-00035', '정유진', '02-0000-1004')`)
    await tx.execute(sql`
      insert into stock (owner_cd, stock_cd, stock_nm, box_qty, cbm, weight_kg)
      select ${owner}, stock_cd, stock_nm, 6, 0.0035, 2.22
      from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as s(stock_cd text, stock_nm text)`)
    await tx.execute(sql`
      insert into bonded_shed (wcode, shed_cd, shed_nm, kind_cd, keeper_nm) values
        ('W01', '02099999', '인천 제1보세창고', 'GENERAL', '최보세'),
        ('W01', '02099998', '인천항 부두 CFS', 'QUAY', '최보세')`)
  })
}
