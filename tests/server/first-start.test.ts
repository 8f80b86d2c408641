import sql from 'sql-template-tag'
import { describe, expect, onTestFinished, test } from 'vitest'
import { testDatabase, testDatabaseUrl, testStore } from '#tests/support/database.ts'
import { emptyMigrationFolder } from '#tests/support/folders.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'

const generated = /^ {2}admin\s+(\S+)$/m
const thereAlready = 'Data is there already'

async function login({ url }: ServerProcess, password: string): Promise<number> {
  const response = await fetch(new URL('/api/login', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ p: `admin|W01|${password}` }),
  })
  return response.status
}

describe.runIf(testStore() === 'postgres')('three servers started at once', () => {
  test.each([
    ['an empty site', '0'],
    ['the demo company', '1'],
  ])(
    'servers that start at the same time create %s once, and only one prints its passwords',
    async (_, WMS_DEMO) => {
      const db = await testDatabase({ migrations: emptyMigrationFolder() })
      onTestFinished(() => db.close())
      const DATABASE_URL = testDatabaseUrl(db)
      const env = { DATABASE_URL, WMS_DEMO, WMS_ADMIN_PASSWORD: '', WMS_DEMO_PASSWORD: '' }
      const starts = await Promise.allSettled([1, 2, 3].map(() => startServer({ env })))
      const servers = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
      onTestFinished(async () => {
        await Promise.all(servers.map((server) => server.discard()))
      })
      expect(starts.filter(({ status }) => status === 'rejected')).toEqual([])
      const isComplete = ({ printed }: ServerProcess) =>
        generated.test(printed()) || printed().includes(thereAlready)
      await expect.poll(() => servers.every(isComplete)).toBe(true)
      const passwords = servers.flatMap(({ printed }) => generated.exec(printed())?.[1] ?? [])
      expect(passwords).toHaveLength(1)
      const statuses = await Promise.all(servers.map((server) => login(server, passwords[0] ?? '')))
      expect(statuses).toEqual([200, 200, 200])
      const administrators = await db.query(sql`select 1 from app_user where user_id = 'admin'`)
      expect(administrators).toHaveLength(1)
    },
  )
})
