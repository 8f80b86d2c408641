import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyPassword } from '#server/auth/password.ts'
import { loadDemo } from '#server/demo/load-demo.ts'
import {
  makeFirstPasswords,
  passwordLines,
  type FirstPasswords,
} from '#server/site/first-passwords.ts'
import type { Database } from '#server/db/database.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Database
let passwords: FirstPasswords

beforeAll(async () => {
  db = await testDatabase({ referenceData: true })
  passwords = await makeFirstPasswords({ WMS_ADMIN_PASSWORD: 'what the operator chose' })
  await loadDemo(db, passwords)
})
afterAll(() => db.close())

test('each demo user has a unique password, and generated ones must be changed', async () => {
  const users = await db.query<{ id: string; hash: string; must: string }>(sql`
    select user_id id, password_hash hash, must_change_yn must from app_user`)
  expect(users.map(({ id }) => id).toSorted()).toEqual([...passwords.keys()].toSorted())
  const created = new Set<string>()
  for (const { id, hash, must } of users) {
    const generated = passwords.get(id)?.generated
    expect(must, id).toBe(id === 'admin' ? 'N' : 'Y')
    expect(await verifyPassword(generated ?? 'what the operator chose', hash), id).toBe(true)
    created.add(generated ?? '')
  }
  expect(created.size).toBe(users.length)
})

test('only generated passwords are printed, never those from the configuration', () => {
  const reported = passwordLines(passwords).join('\n')
  expect(reported).not.toContain('what the operator chose')
  for (const { generated } of passwords.values())
    if (generated) expect(reported).toContain(generated)
})

test('an empty site has only its administrator', async () => {
  expect([...(await makeFirstPasswords({ WMS_DEMO: '0' })).keys()]).toEqual(['admin'])
})
