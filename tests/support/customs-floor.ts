import { expect } from 'vitest'
import type { Value } from '#kernel/field.ts'
import type { SaveResponse, TestUser } from '#tests/support/app.ts'
import { toRows } from '#tests/support/floor.ts'

export const shedCode = '02099999'
export const quayShed = '02012018'

type Row = Record<string, Value>

let cargos = 0

/** Unique cargo control number in the format of customs. */
export function cargoNumber(): string {
  cargos += 1
  const [master, house] = [cargos % 10_000, 10 + Math.floor(cargos / 10_000)]
  return `26TESTA457I${String(master).padStart(4, '0')}${String(house).padStart(4, '0')}`
}

export function declarationNumber(): string {
  cargos += 1
  return `1309026${String(cargos).padStart(6, '0')}M`
}

export function ok(response: SaveResponse): SaveResponse {
  expect(response.body.rows ?? [], response.body.message).toEqual([])
  expect(response.status, response.body.message).toBe(200)
  return response
}

export async function saveRow(user: TestUser, name: string, rows: readonly Row[]): Promise<Row> {
  return ok(await user.save(`bonded/${name}`, rows)).body.data.rows[0] ?? {}
}

export async function addSheds(user: TestUser): Promise<void> {
  await saveRow(user, 'save-sheds', [
    { BATCH_FLAG: 'I', SHED_CD: shedCode, SHED_NM: '견본보세창고', KIND_CD: 'GENERAL' },
    { BATCH_FLAG: 'I', SHED_CD: quayShed, SHED_NM: '견본부두', KIND_CD: 'QUAY' },
  ])
}

/** Creates a cargo of 88 cartons and 1,172.2 kg with 880 pieces of an item, unless overridden. */
export async function expectCargo(
  user: TestUser,
  item: string,
  head: Row = {},
  lines: readonly Row[] = [{ STOCK_CD: item, ITEM_PKG_QTY: 88, ORDER_QTY: 880 }],
): Promise<string> {
  const cargo = {
    CARGO_NO: cargoNumber(),
    EXPECT_DT: '20261120',
    SHED_CD: shedCode,
    PKG_QTY: 88,
    KG: 1172.2,
    ...head,
  }
  const row = await saveRow(user, 'save-cargos', toRows(cargo, lines))
  return String(row['BOND_NO'])
}

export function arrive(user: TestUser, bondNo: string, found: Row = {}): Promise<Row> {
  return saveRow(user, 'file-arrival', [
    { BOND_NO: bondNo, NOW_PKG_QTY: 88, NOW_KG: 1172.2, ...found },
  ])
}

export function open(user: TestUser, bondNo: string, packages = 88, pieces = 880): Promise<Row> {
  const now = { NOW_PKG_QTY: packages, NOW_QTY: pieces, CELL_CD: 'A-001' }
  return saveRow(user, 'unpack', [{ BOND_NO: bondNo, LINE_NO: 1, ...now }])
}

export async function clearCargo(
  user: TestUser,
  bondNo: string,
  item: string | null,
  packages = 88,
  extra: Row = {},
): Promise<string> {
  const row = await saveRow(user, 'clear', [
    {
      BOND_NO: bondNo,
      STOCK_CD: item,
      BASIS_CD: 'IMPORT',
      BASIS_NO: declarationNumber(),
      NOW_PKG_QTY: packages,
      ...extra,
    },
  ])
  return String(row['BASIS_ID'])
}

/** Creates a received, unpacked and completely cleared cargo. Returns cargo and basis. */
export async function createClearedCargo(user: TestUser, item: string, head: Row = {}) {
  const bondNo = await expectCargo(user, item, head)
  await arrive(user, bondNo)
  await open(user, bondNo)
  return { bondNo, basisId: await clearCargo(user, bondNo, item) }
}

export function release(
  user: TestUser,
  basisId: string,
  item: string | null,
  part: Row,
): Promise<SaveResponse> {
  return user.save('bonded/release', [{ BASIS_ID: basisId, STOCK_CD: item, ...part }])
}
