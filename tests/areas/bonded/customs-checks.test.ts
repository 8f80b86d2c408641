import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customsChecks } from '#areas/inventory/server/customs-checks.ts'
import { testSite, type TestSite } from '#tests/support/app.ts'
import { addSheds, createClearedCargo, ok, release } from '#tests/support/customs-floor.ts'
import { addItem } from '#tests/support/floor.ts'
import { findBrokenChecks, findFailingChecks } from '#tests/support/failing-checks.ts'

let site: TestSite

beforeAll(async () => {
  site = await testSite()
  const clerk = await site.login('admin')
  await addSheds(clerk)
  const item = await addItem(site.db, 'SEALED')
  const { basisId } = await createClearedCargo(clerk, item)
  ok(await release(clerk, basisId, item, { NOW_PKG_QTY: 30 }))
  ok(await release(clerk, basisId, item, { NOW_PKG_QTY: 28 }))
})
afterAll(() => site.close())

const guarded = [
  'customs_goods',
  'bonded_cargo',
  'bonded_basis',
  'bonded_line',
  'bonded_out_goods',
  'bonded_unpack',
]
const [onHand, pieces, cargo, ground, cleared, together, gaps] = customsChecks.map(
  ({ name }) => name,
)

const open = `alter table bonded_cargo drop constraint bonded_cargo_clear,
  drop constraint bonded_cargo_in`
const plantedErrors: [string, string, (string | undefined)[]][] = [
  [
    'stock that was never received',
    'update customs_goods set in_qty = in_qty + 1',
    [onHand, pieces],
  ],
  ['stock that left unrecorded', 'update customs_goods set left_qty = left_qty + 1', [onHand]],
  [
    'a release that covers too many pieces',
    'update bonded_out_goods set qty = qty + 1',
    [pieces, ground],
  ],
  ['a deleted unpacking record', 'delete from bonded_unpack', [together, pieces]],
  [
    'packages that were never filed',
    `${open}; update bonded_cargo set in_pkg_qty = in_pkg_qty + 1`,
    [cargo],
  ],
  ['weight that left without being filed', 'update bonded_cargo set out_kg = out_kg + 1', [cargo]],
  [
    'a release basis with too few released packages',
    'update bonded_basis set out_pkg_qty = out_pkg_qty - 1',
    [ground],
  ],
  [
    'a clearance of too many packages',
    `${open}; update bonded_cargo set clear_pkg_qty = clear_pkg_qty + 1`,
    [cleared],
  ],
  ['a piece without a release basis', 'update bonded_basis_goods set qty = qty - 1', [together]],
  [
    'a skipped register number',
    `update bonded_line set register_no = register_no + 5
     where line_id = (select max(line_id) from bonded_line)`,
    [gaps],
  ],
]

describe('customs stock verification', () => {
  test.each(plantedErrors)('finds %s', async (_, statements, expected) => {
    expect(await findFailingChecks(site, guarded, statements)).toEqual(
      expected.map(String).toSorted(),
    )
    expect(await findBrokenChecks(site.db)).toEqual([])
  })

  test('the cases above cover every check', () => {
    const tried = new Set(plantedErrors.flatMap(([, , expected]) => expected))
    expect(tried).toEqual(new Set(customsChecks.map(({ name }) => name)))
  })
})
