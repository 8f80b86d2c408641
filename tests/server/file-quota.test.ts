import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testSite, type TestSite } from '#tests/support/app.ts'
import { testStore } from '#tests/support/database.ts'
import { createSiteApp, type Reply, type Visitor } from '#tests/support/site-app.ts'
import { uploadForm } from '#tests/support/upload-form.ts'

let site: TestSite

beforeAll(async () => {
  site = await testSite()
})
afterAll(() => site.close())

const content = Buffer.from('%PDF-1.7\na bill of lading\n%%EOF')

function upload(user: Visitor, name: string): Promise<Reply> {
  const { payload, headers } = uploadForm([{ name: 'file', file: name, content }])
  return user.post('/api/file/fileUpload', payload, headers)
}

// The embedded store runs one transaction at a time.
test.skipIf(testStore() === 'embedded')(
  'an upload waits for an uncommitted one of the same user before it counts the quota',
  async () => {
    const here = await createSiteApp(site, { fileQuotaBytes: content.length * 2 })
    const second = await here.login('second')
    expect((await upload(second, 'first.pdf')).status).toBe(200)
    const [stored, committed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const other = site.db.transaction(async (tx) => {
      await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('second', 5))`)
      await tx.execute(sql`
        insert into stored_file (file_sn, file_nm, media_type, byte_count, sha256, wcode, owner_cds,
          parts, created_by)
        select gen_random_uuid(), file_nm, media_type, byte_count, sha256, wcode, owner_cds, parts,
          created_by
        from stored_file where created_by = 'second'`)
      stored.resolve()
      await committed.promise
    })
    await stored.promise
    let isOver = false
    const sent = upload(second, 'late.pdf').finally(() => (isOver = true))
    const isWaiting = async () => {
      const locks = await site.db.query(sql`
        select from pg_locks where locktype = 'advisory' and not granted`)
      return isOver || locks.length > 0
    }
    await expect.poll(isWaiting).toBe(true)
    committed.resolve()
    await other
    expect((await sent).status).toBe(413)
  },
)
