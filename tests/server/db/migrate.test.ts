import fs from 'node:fs'
import path from 'node:path'
import sql from 'sql-template-tag'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { readUser } from '#server/auth/session.ts'
import { migrate, migrationsFolder, readMigrations } from '#server/db/migrate.ts'
import { testDatabase, testStore } from '#tests/support/database.ts'
import { emptyMigrationFolder, temporaryFolder } from '#tests/support/folders.ts'

async function createDatabase(): Promise<Database> {
  const db = await testDatabase({ migrations: emptyMigrationFolder() })
  onTestFinished(() => db.close())
  return db
}

function writeFolder(files: Record<string, string>): string {
  const folder = temporaryFolder()
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text)
  return folder
}

const bins = 'create table bin (code text primary key);'
const racks = `create table rack (code text primary key); insert into rack values ('R1');`

describe('migrations', () => {
  test('migrations run once, in the order of their numbers', async () => {
    const db = await createDatabase()
    const folder = writeFolder({
      '0002_rack.sql': 'alter table bin add column rack text;',
      '0001_bin.sql': bins,
      'README.md': 'not a migration',
    })
    expect(await migrate(db, folder)).toEqual({
      applied: ['0001_bin.sql', '0002_rack.sql'],
      version: 2,
    })
    expect(await migrate(db, folder)).toEqual({ applied: [], version: 2 })
    expect(await db.query(sql`select version, name from schema_migration order by 1`)).toEqual([
      { version: 1, name: '0001_bin.sql' },
      { version: 2, name: '0002_rack.sql' },
    ])
  })

  test('new migrations run on top of the applied ones', async () => {
    const db = await createDatabase()
    const folder = writeFolder({ '0001_bin.sql': bins })
    await migrate(db, folder)
    fs.writeFileSync(path.join(folder, '0002_rack.sql'), racks)
    expect((await migrate(db, folder)).applied).toEqual(['0002_rack.sql'])
  })

  test('migrations fill in a skipped number on a newer store', async () => {
    const db = await createDatabase()
    const files = await readMigrations()
    const folder = temporaryFolder()
    const copy = (name: string) =>
      fs.copyFileSync(path.join(migrationsFolder, name), path.join(folder, name))
    for (const { name, version } of files) if (version !== 7) copy(name)
    const { version } = await migrate(db, folder)
    for (const { name } of files) copy(name)
    const late = { applied: ['0007_owner_code_formats.sql'], version }
    expect(await migrate(db, folder)).toEqual(late)
  })

  test('a failing migration keeps the previous ones and leaves no changes', async () => {
    const db = await createDatabase()
    const folder = writeFolder({
      '0001_bin.sql': bins,
      '0002_rack.sql': `${racks} insert into nowhere values (1);`,
    })
    await expect(migrate(db, folder)).rejects.toMatchObject({ code: '42P01' })
    expect(
      await db.query(sql`select to_regclass('bin') is not null as bin,
      to_regclass('rack') is not null as rack`),
    ).toEqual([{ bin: true, rack: false }])
    fs.writeFileSync(path.join(folder, '0002_rack.sql'), racks)
    expect((await migrate(db, folder)).applied).toEqual(['0002_rack.sql'])
  })

  test('a migration that ends its own transaction is rejected', async () => {
    const db = await createDatabase()
    const folder = writeFolder({ '0001_bin.sql': `${bins} commit;` })
    await expect(migrate(db, folder)).rejects.toThrow('0001_bin.sql')
  })

  test('a migration changed after it was applied stops startup, except for line endings', async () => {
    const db = await createDatabase()
    const folder = writeFolder({ '0001_bin.sql': `${bins}\n` })
    await migrate(db, folder)
    fs.writeFileSync(path.join(folder, '0001_bin.sql'), `${bins}\r\n`)
    expect((await migrate(db, folder)).applied).toEqual([])
    fs.writeFileSync(path.join(folder, '0001_bin.sql'), `${bins} -- harmless?`)
    await expect(migrate(db, folder)).rejects.toThrow('0001_bin.sql was changed')
  })

  test('an unknown migration stops startup: the data is newer than the program', async () => {
    const db = await createDatabase()
    await migrate(db, writeFolder({ '0001_bin.sql': bins, '0002_rack.sql': racks }))
    const older = writeFolder({ '0001_bin.sql': bins })
    await expect(migrate(db, older)).rejects.toThrow('newer than this program: it has 0002_rack')
  })

  test('concurrent runs apply each migration only once', async () => {
    const db = await createDatabase()
    const folder = writeFolder({ '0001_bin.sql': bins, '0002_rack.sql': racks })
    const results = await Promise.all([
      migrate(db, folder),
      migrate(db, folder),
      migrate(db, folder),
    ])
    expect(results.flatMap(({ applied }) => applied).sort()).toEqual([
      '0001_bin.sql',
      '0002_rack.sql',
    ])
    expect(await db.query(sql`select code from rack`)).toEqual([{ code: 'R1' }])
  })

  test.each([
    [{ '1_bin.sql': bins }, 'NNNN_name.sql'],
    [{ '0001_bin.sql': bins, '0001_rack.sql': racks }, 'same number'],
  ])('ambiguous file names are rejected: %o', async (files, message) => {
    await expect(readMigrations(writeFolder(files))).rejects.toThrow(message)
  })

  test.runIf(testStore() === 'postgres')(
    'a migration that waits for a report lets other queries pass and is applied after it',
    async () => {
      const db = await createDatabase()
      const folder = writeFolder({ '0001_bin.sql': bins })
      await migrate(db, folder)
      fs.writeFileSync(path.join(folder, '0002_rack.sql'), 'alter table bin add rack text;')
      const { promise: isRead, resolve: endReport } = Promise.withResolvers<void>()
      const { promise: isReading, resolve: reading } = Promise.withResolvers<void>()
      const report = db.transaction(async (tx) => {
        await tx.query(sql`select code from bin`)
        reading()
        await isRead
      })
      await isReading
      const migrating = migrate(db, folder)
      const waiting = sql`
        select from pg_locks where not granted and relation = 'bin'::regclass`
      await expect.poll(() => db.query(waiting).then((rows) => rows.length)).toBe(1)
      expect(await db.query(sql`select code from bin`)).toEqual([])
      endReport()
      await report
      expect((await migrating).applied).toEqual(['0002_rack.sql'])
    },
  )

  test('all migrations of the product apply', async () => {
    const db = await createDatabase()
    const { applied } = await migrate(db)
    expect(applied).toEqual((await readMigrations(migrationsFolder)).map(({ name }) => name))
    expect((await migrate(db)).applied).toEqual([])
  })
})

describe('a site older than the all-owners flag', () => {
  test("keeps each user's access: every owner if none was named, otherwise the named owners", async () => {
    const db = await createDatabase()
    const folder = temporaryFolder()
    const files = await readMigrations()
    const copy = (name: string) =>
      fs.copyFileSync(path.join(migrationsFolder, name), path.join(folder, name))
    const flag = '0130_all_owners.sql'
    for (const { name } of files) if (name !== flag) copy(name)
    await migrate(db, folder)
    await db.transaction((tx) =>
      tx.script(`
        insert into owner (owner_cd, owner_nm) values ('A', 'A'), ('B', 'B');
        insert into app_user (user_id, user_nm) values ('all', 'all'), ('some', 'some');
        insert into user_owner (user_id, owner_cd) values ('some', 'A'), ('some', 'B')`),
    )
    copy(flag)
    expect((await migrate(db, folder)).applied).toEqual([flag])
    await db.execute(sql`insert into app_user (user_id, user_nm) values ('later', 'later')`)
    const seen = ['all', 'some', 'later'].map(async (id) => (await readUser(db, id))?.owners)
    expect(await Promise.all(seen)).toEqual([null, ['A', 'B'], []])
  })
})
