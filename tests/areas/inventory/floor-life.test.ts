import { expect, test } from 'vitest'
import { testStore } from '#tests/support/database.ts'
import { rotatingSample, soakSize } from '#tests/support/suite.ts'
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

test.each(runs)(
  'the books match the shelves of a building after $steps steps on $servers servers',
  { timeout: 14_400_000 },
  async ({ servers, steps }) => {
    const result = await simulateFloor(
      steps,
      seed === undefined ? undefined : Number(seed),
      servers,
    )
    console.log(
      `FLOOR_SEED=${result.seed}: ${result.steps} steps in ${result.seconds.toFixed(0)} s`,
    )
    expect(result.steps).toBeGreaterThanOrEqual(steps)
    expect(result.report).toBe('')
  },
)
