import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testStore } from '#tests/support/database.ts'
import { soakSize } from '#tests/support/suite.ts'
import { cutPower } from '#tests/torture/power-cut.ts'

const cuts = Number(process.env['POWER_CUTS'] ?? soakSize(3, 1))
const seed = Number(process.env['POWER_SEED'] ?? Date.now() % 2 ** 31)
const isElsewhere = testStore() === 'postgres' || !existsSync('/proc/self/fd')

test.skipIf(isElsewhere)(
  `every acknowledged movement survives each of ${cuts} power cuts (seed ${seed})`,
  { timeout: 120_000 + cuts * 30_000 },
  async () => {
    const result = await cutPower({ cuts, seed })
    console.log(`seed ${seed}: ${result.acknowledged} acknowledged in ${cuts} cuts`)
    expect(result).toMatchObject({ lost: 0, unopened: 0, findings: [] })
    expect(result.acknowledged).toBeGreaterThan(3 * cuts)
  },
)

test.skipIf(isElsewhere)(
  'the power-cut test detects a store that never syncs',
  { timeout: 120_000 },
  async () => {
    const { lost, unopened } = await cutPower({ cuts: 6, seed: 4, broken: true })
    expect(lost + unopened).toBeGreaterThan(0)
  },
)
