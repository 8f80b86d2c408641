import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { RunningTransaction, type Session } from '#server/db/running-transaction.ts'

test('small statements share a round trip, and a large one gets a separate trip', async () => {
  const trips: string[][] = []
  const session: Session = {
    run: () => Promise.reject(new Error('not asked')),
    runAll: async (statements) => {
      trips.push(statements.map(({ text }) => text))
      return statements.map(({ text }) => {
        const command = text === 'commit' ? 'COMMIT' : ''
        return { status: 'fulfilled', value: { rows: [], rowCount: 0, command } }
      })
    },
    script: async (text) => void trips.push([text]),
    release: () => undefined,
  }
  const manyRows = 'x'.repeat(150_000)
  const tx = new RunningTransaction(session, 'begin')
  await Promise.all([
    tx.execute(sql`one`),
    tx.execute(sql`large ${manyRows}`),
    tx.execute(sql`two ${'y'.repeat(60_000)}`),
    tx.execute(sql`three ${'z'.repeat(60_000)}`),
    tx.script('text'),
    tx.execute(sql`many ${Array.from({ length: 10_000 }, () => 'number')}`),
  ])
  tx.later(sql`four`)
  await tx.commit()
  expect(trips).toEqual([
    ['begin', 'one'],
    ['large $1'],
    ['two $1'],
    ['three $1'],
    ['text'],
    ['many $1'],
    ['four', 'commit'],
  ])
})
