import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testStore } from '#tests/support/database.ts'
import { runContainer } from '#tests/torture/operation/container.ts'
import { GuidedSite, releases } from '#tests/torture/operation/site.ts'
import { Savers } from '#tests/torture/operation/savers.ts'

const minutes = 60_000

describe.runIf(testStore() === 'postgres' && process.platform === 'linux')(
  'operation guide',
  () => {
    let site: GuidedSite
    let savers: Savers

    beforeAll(async () => {
      site = await GuidedSite.open()
    }, 15 * minutes)
    afterAll(async () => {
      savers?.end()
      await site?.lab.close()
    }, minutes)

    /** Codes of the owners that the savers have stored. */
    const owners = async (machine: string) =>
      new Set(await site.query(machine, `select owner_cd from owner where owner_nm = 'Hanbit'`))

    test('sets up a site on bare Debian', { timeout: 40 * minutes }, async () => {
      await site.run('Prepare', 2)
      site.copyFromDesk('site and release')
      await site.run('Prepare')
      await site.run('Database')
      const output = await site.run('Servers')
      await site.run('Balancer')
      savers = new Savers(site)
      await savers.logIn(/^ {2}admin {2}(\S+)$/m.exec(output)?.[1] ?? '')
      await savers.start()
      await savers.haveSaved(50)
    })

    test('watches and backs up a site at work', { timeout: 10 * minutes }, async () => {
      const watched = await site.run('Watching')
      expect(watched).toContain('wms_database_up 1')
      expect(watched).toMatch(/db2\|?.*streaming.*sync/)
      const backups = await site.run('Backups')
      expect(backups).toMatch(/restored and verified: \d+ rows/)
      expect(backups).toMatch(/ 0 findings/)
    })

    test(
      'upgrades both servers without cutting a response',
      { timeout: 20 * minutes },
      async () => {
        site.set('RELEASE', releases[1])
        await site.run('Upgrade', 1)
        site.copyFromDesk('release')
        const before = savers.attempts.length
        await site.run('Upgrade')
        await savers.haveSaved(50)
        const wrong = savers.attempts.slice(before).filter(({ status }) => status !== 200)
        expect(wrong).toEqual([])
        for (const name of ['app1', 'app2']) {
          const folder = 'readlink /proc/$(systemctl show --property MainPID --value wms)/cwd'
          expect(await site.lab.machine(name).run(folder)).toBe(`/opt/wms/${releases[1]}\n`)
        }
        expect(await site.query('db1', 'select count(*) from second_release')).toEqual(['0'])
      },
    )

    test('restores the site to a given time', { timeout: 10 * minutes }, async () => {
      await savers.pause()
      const before = savers.acknowledged.length
      const [time = ''] = await site.query('db1', 'select clock_timestamp()')
      site.set('RESTORE_TO', time)
      await savers.start()
      await savers.haveSaved(50)
      await savers.pause()
      const output = await site.run('Restore to a minute')
      expect(output).toMatch(/ 0 findings/)
      expect(await owners('db1')).toEqual(new Set(savers.acknowledged.slice(0, before)))
      savers.attempts.splice(0, savers.attempts.length, ...savers.attempts.slice(0, before))
    })

    test('continues on the standby when the primary fails', { timeout: 10 * minutes }, async () => {
      const before = savers.attempts.length
      await savers.start()
      await savers.haveSaved(50)
      await site.lab.machine('db1').cutPower()
      await site.run('When db1 fails', 1)
      await savers.haveSaved(50)
      const db1 = await site.boot('db1')
      const state = 'systemctl is-active postgresql@15-main || true'
      expect(await db1.run(state)).toBe('failed\n')
      await site.run('When db1 fails')
      await savers.haveSaved(50)
      await savers.pause()
      const refused = savers.attempts.slice(before).filter(({ status }) => status !== 200)
      expect(refused.filter(({ status }) => status !== 503)).toEqual([])
      expect(await owners('db2')).toEqual(new Set(savers.acknowledged))
      const following = `select state from pg_stat_replication where application_name = 'db1'`
      expect(await site.query('db2', following)).toEqual(['streaming'])
    })

    test(
      'runs the container with its server as the first process',
      { timeout: 5 * minutes },
      async () => {
        expect(await runContainer(site.lab, releases[1])).toBe(0)
      },
    )

    test('every command of the guide has been run', () => {
      expect(site.unexecuted).toEqual([])
    })
  },
)
