import { afterAll, beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addSheds,
  clearedCargo,
  declarationNumber,
  expectCargo,
  release,
} from '#tests/support/customs-floor.ts'
import { addItem } from '#tests/support/floor.ts'

/** `BONDED_LIVES=10000` is the long run; `BONDED_SEED` repeats one. */
const lives = Number(process.env['BONDED_LIVES'] ?? 24)
const seed = Number(process.env['BONDED_SEED'] ?? 20_261_123)
const commandsOfLife = 14

let site: TestSite
let clerk: TestUser
let second: TestUser

beforeAll(async () => {
  site = await testSite()
  clerk = await site.login('admin')
  second = await site.login('second')
  await addSheds(clerk)
  await addItem(site.db, 'LIFE')
})
afterAll(() => closeVerified(site))

/** Numbers below `most`, the same ones for the same seed. */
function randomNumbers(start: number): (most: number) => number {
  let state = start >>> 0
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
}

type Row = Record<string, Value>
type Command = (bondNo: string, random: (most: number) => number) => Promise<number>

const run = async (name: string, row: Row, user = clerk) =>
  (await user.save(`bonded/${name}`, [row])).status

async function someOf(name: string, bondNo: string, random: (most: number) => number) {
  const rows = await clerk.query(`bonded/${name}`, { BOND_NO: bondNo })
  return rows[random(Math.max(rows.length, 1))]
}

const arrive: Command = (bondNo, random) =>
  run('file-arrival', {
    BOND_NO: bondNo,
    NOW_PKG_QTY: [88, 30, 58, 87, 1][random(5)] ?? 88,
    NOW_KG: [1172.2, 399.6, 772.6, 1290, 13][random(5)] ?? 1172.2,
    PART_YN: random(2) ? 'Y' : 'N',
  })

const unpack: Command = (bondNo, random) =>
  run('unpack', {
    BOND_NO: bondNo,
    LINE_NO: 1,
    NOW_PKG_QTY: random(60),
    NOW_QTY: 1 + random(600),
    CELL_CD: `A-${String(1 + random(9)).padStart(3, '0')}`,
  })

const clear: Command = async (bondNo, random) => {
  const row = await someOf('clearable', bondNo, random)
  return run('clear', {
    BOND_NO: bondNo,
    STOCK_CD: row?.['STOCK_CD'] ?? null,
    BASIS_CD: random(4) ? 'IMPORT' : 'TRANSIT',
    BASIS_NO: declarationNumber(),
    NOW_PKG_QTY: random(2) ? 1 + random(90) : (row?.['REST_PKG_QTY'] ?? 1),
    NOW_KG: random(4) ? null : 1 + random(1200),
    NOW_QTY: random(4) ? null : 1 + random(900),
  })
}

const letGo: Command = async (bondNo, random) => {
  const row = await someOf('releasable', bondNo, random)
  if (!row) return 409
  return run('release', {
    BASIS_ID: row['BASIS_ID'] ?? null,
    STOCK_CD: row['STOCK_CD'] ?? null,
    NOW_PKG_QTY: random(2) ? 1 + random(60) : (row['REST_PKG_QTY'] ?? null),
    NOW_KG: random(4) ? null : 1 + random(900),
    NOW_QTY: random(4) ? null : random(900),
    SPLIT_CD: random(4) ? null : (['A', 'P', 'L'][random(3)] ?? null),
    LEAVE_CD: random(3) ? 'SHIP' : 'STAY',
  })
}

function takeBack(query: string, procedure: string): Command {
  return async (bondNo, random) => {
    const row = await someOf(query, bondNo, random)
    if (!row) return 409
    return run(procedure, { LINE_ID: row['LINE_ID'] ?? null, REASON: '취소' })
  }
}

const unclear: Command = async (bondNo, random) => {
  const row = await someOf('releasable', bondNo, random)
  if (!row) return 409
  return run('cancel-clearance', { BASIS_ID: row['BASIS_ID'] ?? null, REASON: '취하' })
}

const correct: Command = async (bondNo, random) => {
  const line = await someOf(random(2) ? 'in-lines' : 'out-lines', bondNo, random)
  const change = random(2) ? { NEW_KG: 1 + random(1300) } : { NEW_PKG_QTY: 1 + random(90) }
  await run('save-corrections', {
    BATCH_FLAG: 'I',
    BOND_NO: bondNo,
    LINE_ID: random(3) ? (line?.['LINE_ID'] ?? null) : null,
    REASON: '정정',
    ...change,
  })
  const [asked] = await clerk.query('bonded/corrections', { BOND_NO: bondNo, STATE_CD: '10' })
  if (!asked) return 409
  const CORRECTION_NO = asked['CORRECTION_NO'] ?? null
  return run('approve-correction', { CORRECTION_NO, APPROVAL_NO: 'OK' }, second)
}

const settle: Command = async (bondNo, random) => {
  const [fault] = await clerk.query('bonded/faults', { BOND_NO: bondNo, STATE_CD: '10' })
  if (!fault) return 409
  const SETTLE_CD = ['CORRECTED', 'ACCEPTED'][random(2)] ?? 'ACCEPTED'
  return run('settle-fault', { FAULT_NO: fault['FAULT_NO'] ?? null, SETTLE_CD, APPROVAL_NO: 'OK' })
}

/** Goods that have left come in again under their number. */
const reenter: Command = async (bondNo) => {
  const [cargo] = await clerk.query('bonded/cargos', { BOND_NO: bondNo })
  if (cargo?.['STATE_CD'] !== '60') return 409
  await expectCargo(clerk, 'LIFE', { CARGO_NO: cargo['CARGO_NO'] ?? null, PRIOR_DAYS: 10 })
  return 200
}

const commands: readonly Command[] = [
  arrive,
  arrive,
  unpack,
  unpack,
  clear,
  clear,
  letGo,
  letGo,
  letGo,
  takeBack('in-lines', 'cancel-arrival'),
  takeBack('out-lines', 'cancel-release'),
  unclear,
  correct,
  settle,
  reenter,
]

interface Sums extends Record<string, unknown> {
  too_many: number
}

/** Packages, weight and pieces that left beyond what came in, over everything. */
const tooMany = () =>
  site.db.query<Sums>(sql`
    select (select count(*) from bonded_cargo
        where out_pkg_qty > in_pkg_qty or out_kg > in_kg)
      + (select count(*) from customs_goods where left_qty > filed_qty or filed_qty > in_qty)
      too_many`)

test(`${lives} random lives never let a piece, a package or a kilogram too many go`, async () => {
  const random = randomNumbers(seed)
  let done = 0
  for (let life = 0; life < lives; life += 1) {
    const first = await expectCargo(clerk, 'LIFE')
    for (let step = 0; step < commandsOfLife; step += 1) {
      const [newest] = await site.db.query<{ bond_no: string }>(sql`
        select max(n.bond_no) bond_no from bonded_cargo n join bonded_cargo f
          on f.cargo_no = n.cargo_no where f.bond_no = ${first}`)
      // A life takes its usual course now and then, so that it gets somewhere.
      const usual = [arrive, unpack, clear, letGo][step % 4] ?? arrive
      const command = random(2) ? usual : (commands[random(commands.length)] ?? arrive)
      const status = await command(newest?.bond_no ?? first, random)
      expect(status, `seed ${seed}, life ${life}, step ${step}`).toBeLessThan(500)
      if (status === 200) done += 1
    }
    expect((await tooMany())[0]?.too_many, `seed ${seed}, life ${life}`).toBe(0)
  }
  expect(done).toBeGreaterThan(lives * 2)
}, 36_000_000)

test('fifty clerks release the last packages of one cargo at once: exactly the remainder leaves', async () => {
  const { bondNo, basisId } = await clearedCargo(clerk, 'LIFE')
  expect((await release(clerk, basisId, 'LIFE', { NOW_PKG_QTY: 44 })).status).toBe(200)
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => release(clerk, basisId, 'LIFE', { NOW_PKG_QTY: 1 })),
  )
  const filed = answers.filter(({ status }) => status === 200)
  expect(filed).toHaveLength(44)
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  const [cargo] = await clerk.query('bonded/cargos', { BOND_NO: bondNo })
  expect(cargo).toMatchObject({ STATE_CD: '60', OUT_PKG_QTY: 88, OUT_KG: 1172.2 })
  const lines = await clerk.query('bonded/out-lines', { BOND_NO: bondNo })
  expect(lines.filter((line) => line['SPLIT_CD'] === 'L')).toHaveLength(1)
  const pieces = lines.map((line) => Number(line['QTY'] ?? 0))
  expect(pieces.reduce((sum, qty) => sum + qty, 0)).toBe(880)
})
