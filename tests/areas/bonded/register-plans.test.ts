import sql, { type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WireRow } from '#kernel/field.ts'
import { lockCargosByNumber } from '#areas/bonded/server/lock-cargos.ts'
import { bondedHandlers } from '#areas/bonded/server/index.ts'
import { testSite, type TestSite } from '#tests/support/app.ts'
import { addSheds } from '#tests/support/customs-floor.ts'
import { countRowsOfList, countRowsTouched } from '#tests/support/rows-touched.ts'

const cargos = 400

let site: TestSite

beforeAll(async () => {
  site = await testSite()
  await addSheds(await site.login('admin'))
  await site.db.script(`
    insert into bonded_cargo (bond_no, wcode, owner_cd, cargo_no, shed_cd, expect_dt, pkg_qty, kg)
      select 'BD-P-' || to_char(n, 'fm0000'), 'W01', 'HANBIT', '26PLANS00AI' || to_char(n, 'fm00000000'),
        (select min(shed_cd) from bonded_shed where wcode = 'W01' and kind_cd = 'GENERAL'),
        date '2026-01-05', 10, 100 from generate_series(1, ${cargos}) n;
    insert into bonded_line (wcode, owner_cd, bond_no, direction_cd, register_year, register_no,
      report_no, type_cd, split_cd, split_seq, done_at, pkg_qty, kg, user_id)
      select wcode, owner_cd, bond_no, 'IN', 2026, row_number() over (order by bond_no),
        'R' || bond_no, '10', 'A', 1, '2026-01-05 10:00+09', 10, 100, 'admin'
      from bonded_cargo where bond_no like 'BD-P-%';
    insert into bonded_basis (wcode, owner_cd, bond_no, basis_cd, basis_no, accept_dt, pkg_qty, kg,
      created_by)
      select wcode, owner_cd, bond_no, 'IMPORT', 'N' || bond_no, '2026-01-06', 10, 100, 'admin'
      from bonded_cargo where bond_no like 'BD-P-%'`)
})
afterAll(() => site.close())

async function countLinesTouched(name: string, search: WireRow): Promise<number> {
  return (await countRowsOfList(site.db, bondedHandlers, name, search))['bonded_line'] ?? 0
}

test('locking one cargo reads the others at most once, even without statistics', async () => {
  const queries: number[] = []
  await site.db.transaction((tx) => {
    const query = async (statement: Sql) => {
      const touched = Object.values(await countRowsTouched(tx, statement))
      queries.push(touched.reduce((sum, rows) => sum + rows, 0))
      return []
    }
    const numbers = sql`select bond_no from bonded_basis where basis_no = 'NBD-P-0007'`
    return lockCargosByNumber({ tx: { query }, scope: { wcode: 'W01', owners: null } }, numbers)
  })
  expect(queries).toHaveLength(1)
  expect(queries[0]).toBeLessThanOrEqual(2 * cargos)
})

describe('plans with table statistics', () => {
  beforeAll(() => site.db.script('analyze'))

  test.each(['in-lines', 'stock', 'cargos', 'clearable', 'deadlines'])(
    'bonded/%s reads each line a few times, not once for every other line',
    async (name) => {
      expect(await countLinesTouched(`bonded/${name}`, {})).toBeLessThanOrEqual(8 * cargos)
    },
  )

  test('the register of one cargo is read without scanning the lines of the others', async () => {
    expect(
      await countLinesTouched('bonded/in-lines', { BOND_NO: 'BD-P-0007' }),
    ).toBeLessThanOrEqual(10)
  })

  test('the releasable stock of one cargo is listed without the clearances of the others', async () => {
    const touched = await countRowsOfList(site.db, bondedHandlers, 'bonded/releasable', {
      BOND_NO: 'BD-P-0007',
    })
    expect(touched['bonded_basis']).toBe(1)
  })
})
