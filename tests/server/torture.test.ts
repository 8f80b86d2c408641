import { expect, test } from 'vitest'
import { testStore } from '#tests/support/database.ts'
import { crossSaves } from '#tests/torture/crossing-saves.ts'
import { competeForHotItems } from '#tests/torture/hot-allocation.ts'

test.skipIf(testStore() === 'embedded')(
  'concurrent orders for hot items on two servers allocate exactly the available stock',
  { timeout: 180_000 },
  async () => {
    const result = await competeForHotItems({ requests: 400, servers: 2, workers: 16 })
    expect(result).toMatchObject({ oversold: 0, promised: result.stock, findings: [], refused: 0 })
    expect(result.repeated).toBeGreaterThan(10)
  },
)

test(
  'a save that is repeated, cut off, unanswered or sent from two tabs has one effect',
  { timeout: 180_000 },
  async () => {
    const result = await crossSaves(140)
    expect(result).toMatchObject({ wrong: 0, split: 0, findings: [] })
    expect(Math.min(...Object.values(result.accidents))).toBe(20)
    expect(result.requests).toBeGreaterThan(240)
  },
)
