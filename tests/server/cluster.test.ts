import { expect, test } from 'vitest'
import { testStore } from '#tests/support/database.ts'
import { tortureCluster } from '#tests/torture/cluster/cluster.ts'

test.runIf(testStore() === 'postgres')(
  'two servers lose and repeat no save while one is killed, one stops and the standby takes over',
  { timeout: 300_000 },
  async () => {
    const options = { servers: 2, users: 18, rate: 40, seconds: 60, seed: 41, isShort: true }
    const result = await tortureCluster(options)
    expect(result, JSON.stringify(result, null, 1)).toMatchObject({
      lost: 0,
      doubled: 0,
      oversold: 0,
      cut: 0,
      schedulesMissed: 0,
      schedulesDoubled: 0,
      missing: [],
      wrongWords: [],
    })
    expect(result.findings).toMatch(/ 0 findings$/)
    expect(Object.values(result.faults).map(({ times }) => times)).toEqual([1, 1, 1])
    expect(result.acknowledged).toBeGreaterThan(200)
    expect(result.replicaReads).toBeGreaterThan(0)
  },
)
