import { expect, test } from 'vitest'
import { testStore } from '#tests/support/database.ts'
import { fightForHotItems } from '#tests/torture/hot-allocation.ts'

test.skipIf(testStore() === 'embedded')(
  'orders that fight for hot items over two servers get exactly what is there',
  { timeout: 180_000 },
  async () => {
    const result = await fightForHotItems({ requests: 400, servers: 2, workers: 16 })
    expect(result).toMatchObject({ oversold: 0, promised: result.stock, findings: [], refused: 0 })
    expect(result.repeated).toBeGreaterThan(10)
  },
)
