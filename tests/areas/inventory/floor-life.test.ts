import { expect, test } from 'vitest'
import { watchStatements } from '#server/db/statement-times.ts'
import { testStore } from '#tests/support/database.ts'
import { rotatingSample, soakSize } from '#tests/support/suite.ts'
import { findWholeReads } from '#tests/support/whole-reads.ts'
import { simulateFloor } from '#tests/torture/floor/life.ts'

const seed = process.env['FLOOR_SEED']
const runs = [
  { servers: 1, steps: Number(process.env['FLOOR_STEPS'] ?? soakSize(100_000, 2_000)) },
  ...rotatingSample(
    'the floor',
    [{ servers: 3, steps: Number(process.env['FLOOR_STEPS'] ?? soakSize(100_000, 1_000)) }],
    5,
  ),
].filter(({ servers }) => servers === 1 || testStore() === 'postgres')

/** Tables with several rows for each line of work, none of which is ever deleted. */
const growing = [
  'allocation',
  'check_record',
  'inventory_work',
  'pick_record',
  'receipt_line',
  'serial_event',
  'shipment_line',
  'shipment_match',
  'stock_movement',
]

/** Reads of the simulation itself. */
const isOwn = (text: string): boolean => text.includes('b.cell_cd place')

test.each(runs)(
  'the books match the shelves of a building after $steps steps on $servers servers',
  { timeout: 14_400_000 },
  async ({ servers, steps }) => {
    const texts = new Set<string>()
    const stop = watchStatements(({ text }) => texts.add(text))
    let wholeReads: readonly string[] = []
    const result = await simulateFloor(
      steps,
      seed === undefined ? undefined : Number(seed),
      servers,
      async (db) => {
        stop()
        if (testStore() === 'embedded') return
        wholeReads = await findWholeReads(
          db,
          growing,
          [...texts].filter((text) => !isOwn(text)),
        )
      },
    )
    console.log(
      `FLOOR_SEED=${result.seed}: ${result.steps} steps in ${result.seconds.toFixed(0)} s`,
    )
    expect(result.steps).toBeGreaterThanOrEqual(steps)
    expect(result.report).toBe('')
    expect(wholeReads, 'statements whose duration grows with the ledger').toEqual([])
  },
)
