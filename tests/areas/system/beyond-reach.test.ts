import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { grantEverything } from '#tests/support/all-actions.ts'
import { rowErrors } from '#tests/support/floor.ts'

type Row = Record<string, Value>

let site: TestSite
let admin: TestUser
/**
 * Users with every permission except those of an administrator: in one warehouse, and for one
 * owner.
 */
let atw01: TestUser
let forhanbit: TestUser

const users = [
  ['atw01', 'MANAGER', 'W01', ''],
  ['forhanbit', 'MANAGER', 'W01', 'HANBIT'],
  ['clerk1', 'CLERK', 'W01', 'HANBIT'],
  ['clerk2', 'CLERK', 'W02', 'HANBIT'],
  ['giftclerk', 'CLERK', 'W01', 'GIFT'],
  ['only1', 'ONLY1', 'W01', 'HANBIT'],
] as const

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  await site.db.script(`
    insert into app_role (role_cd, role_nm) values ('MANAGER', 'm'), ('CLERK', 'c'), ('ONLY1', 'o');
    insert into role_menu (role_cd, menu_id, actions)
      select r, 'InventoryByLot', '{search}' from unnest(array['CLERK', 'ONLY1']) r;
    insert into scm_partner (owner_cd, partner_cd, partner_nm, kind_cd)
      values ('HANBIT', 'BR1', 'b', 'BRANCH')`)
  await grantEverything(site, 'MANAGER')
  for (const [id, role, wcode, owner] of users) {
    await site.db.execute(sql`
      insert into app_user (user_id, user_nm, password_hash, all_owners_yn)
      select ${id}, ${id}, password_hash, ${owner === '' ? 'Y' : 'N'} from app_user
      where user_id = 'admin'`)
    await site.db.execute(sql`insert into user_role (user_id, role_cd) values (${id}, ${role})`)
    await site.db.execute(sql`insert into user_warehouse (user_id, wcode) values (${id}, ${wcode})`)
    if (owner !== '')
      await site.db.execute(
        sql`insert into user_owner (user_id, owner_cd) values (${id}, ${owner})`,
      )
  }
  atw01 = await site.login('atw01')
  forhanbit = await site.login('forhanbit')
})
afterAll(() => site.close())

describe('a role whose users have more warehouses or owners', () => {
  const grant = { MENU_ID: 'InventoryByLot', SERVICE: 'inventory/by-lot', GRANT_YN: 'Y' }
  const changes: readonly (readonly [string, (role: string) => Row[]])[] = [
    ['save-role-menus', (ROLE_CD) => [{ ROLE_CD, MENU_ID: 'InventoryByLot', BATCH_FLAG: 'D' }]],
    ['save-role-buttons', (ROLE_CD) => [{ ROLE_CD, ...grant, BATCH_FLAG: 'U' }]],
    ['save-role-services', (ROLE_CD) => [{ ROLE_CD, ...grant, BATCH_FLAG: 'U' }]],
    [
      'save-roles',
      (ROLE_CD) => [{ ROW_TYPE: 'H', BATCH_FLAG: 'U', DOC_REF: ROLE_CD, ROLE_CD, ROLE_NM: 'x' }],
    ],
    ['save-factor-rules', (ROLE_CD) => [{ ROLE_CD, NETWORKS: '', BATCH_FLAG: 'I' }]],
  ]

  test.each(changes)('a role of wider users cannot be changed by system/%s', async (name, rows) => {
    const getRoleVersion = async (role: string) => {
      const [row] = await site.db.query<{ version: number }>(sql`
        select version from app_role where role_cd = ${role}`)
      return { VERSION: row?.version ?? 1 }
    }
    const save = async (who: TestUser, role: string) => {
      const more = name === 'save-roles' ? await getRoleVersion(role) : {}
      const response = await who.check(
        `system/${name}`,
        rows(role).map((row) => ({ ...row, ...more })),
      )
      return [response.status, rowErrors(response).map(([, , text]) => text)]
    }
    expect((await save(admin, 'CLERK'))[0]).toBe(200)
    expect(await save(atw01, 'ONLY1')).toEqual([200, []])
    const [status, texts] = await save(atw01, 'CLERK')
    expect([status, texts]).toEqual([422, [expect.stringContaining('창고')]])
    if (name === 'save-factor-rules') return
    expect((await save(forhanbit, 'ONLY1'))[0]).toBe(200)
    expect((await save(forhanbit, 'CLERK'))[0]).toBe(422)
  })

  test('a role whose users have more warehouses or owners can get an imported rule, which others cannot undo', async () => {
    const newKeyHeader = () => ({ 'idempotency-key': crypto.randomUUID() })
    const body = {
      PROCEDURE: 'system/save-factor-rules',
      ROWS: [{ NO: 1, BATCH_FLAG: 'I', ROLE_CD: 'CLERK', NETWORKS: '' }],
      IMPORT: { FILE_NM: 'x.xlsx' },
    }
    const created = await admin.call('/api/wms/comm/wmsCommon/saveProcedure', body, newKeyHeader())
    const IMPORT_NO = Number(Reflect.get(created.body.data, 'IMPORT_NO'))
    const undo = async (who: TestUser) => {
      const response = await who.call('/api/import/undo', { IMPORT_NO }, newKeyHeader())
      return [response.status, rowErrors(response).map(([, column]) => column)]
    }
    expect(await undo(atw01)).toEqual([409, ['ROLE_CD']])
    expect(await undo(admin)).toEqual([200, []])
  })

  test('gets no permission through a request of one of its users', async () => {
    await site.db.script(`
      insert into grant_request (user_id, menu_id, action_cd, created_by, updated_by)
        select u, 'Zone', 'search', u, u from unnest(array['clerk1', 'only1']) u`)
    for (const [USER_ID, role, status] of [
      ['clerk1', 'CLERK', 422],
      ['only1', 'ONLY1', 200],
    ] as const) {
      const [request] = await atw01.query('system/grant-requests', { USER_ID })
      const response = await atw01.check('system/decide-grant-requests', [
        { ...request, ROLE_CD: role },
      ])
      expect([USER_ID, response.status]).toEqual([USER_ID, status])
    }
  })
})

describe('users of a branch or partner', () => {
  const bind = async (who: TestUser, USER_ID: string, BATCH_FLAG = 'I') => {
    const row = { BATCH_FLAG, OWNER_CD: 'HANBIT', PARTNER_CD: 'BR1', USER_ID, VERSION: 1 }
    const response = await who.check('supply-chain/save-partner-user', [row])
    return [
      response.status,
      JSON.stringify(response.body).replaceAll(new RegExp(`${USER_ID}.`, 'g'), '?'),
    ]
  }

  test.each(['admin', 'atw01', 'clerk2', 'giftclerk'])(
    'a partner user cannot be %s, who has more access than the user who links them',
    async (id) => {
      expect(await bind(forhanbit, id)).toEqual(await bind(forhanbit, 'no-such'))
      expect((await bind(forhanbit, id))[0]).toBe(422)
      expect((await bind(forhanbit, 'only1'))[0]).toBe(200)
    },
  )

  test('users of a branch or partner cannot be released by a user with less access', async () => {
    await site.db.script(`
      insert into scm_partner_user (owner_cd, partner_cd, user_id)
        values ('HANBIT', 'BR1', 'clerk2'), ('HANBIT', 'BR1', 'clerk1')`)
    expect((await bind(forhanbit, 'clerk2', 'D'))[0]).toBe(422)
    expect((await bind(forhanbit, 'clerk1', 'D'))[0]).toBe(200)
    await site.db.script('delete from scm_partner_user')
  })
})

describe('a shared view', () => {
  const listViews = async (who: TestUser) => {
    const response = await who.call('/api/view/list', { MENU_ID: 'InventoryByLot' })
    const views: Row[] = Reflect.get(response.body.data, 'VIEWS')
    return views.map((view) => [view['VIEW_NM'], view['USER_ID']])
  }

  test('appears to users of the role with no other warehouses or owners, without staff names', async () => {
    const CONTENT = { columns: [], sort: [], filters: [] }
    for (const [who, wcode] of [
      ['admin', 'W01'],
      ['clerk1', 'W01'],
      ['clerk2', 'W02'],
      ['giftclerk', 'W01'],
    ] as const) {
      const view = { MENU_ID: 'InventoryByLot', VIEW_NM: who, ROLE_CD: 'CLERK', CONTENT }
      expect((await (await site.login(who, wcode)).call('/api/view/save', view)).status).toBe(200)
    }
    expect(await listViews(await site.login('giftclerk'))).toEqual([
      ['giftclerk', 'giftclerk'],
      ['admin', '-'],
    ])
    expect(await listViews(await site.login('clerk2', 'W02'))).toEqual([
      ['clerk2', 'clerk2'],
      ['admin', '-'],
    ])
  })
})

describe('a count of users or visits', () => {
  test('counts only users within reach', async () => {
    await site.db.script(`
      insert into visit_log (user_id, menu_id)
        select u, 'Zone' from unnest(array['clerk1', 'clerk2', 'giftclerk']) u`)
    const counts = async (who: TestUser) => {
      const [role] = await who.query('system/roles', { ROLE_CD: 'CLERK' })
      const screens = await who.query('system/screens')
      const screen = screens.find((row) => row['MENU_ID'] === 'Zone')
      return [role?.['USER_COUNT'], screen?.['USE_COUNT']]
    }
    expect(await counts(admin)).toEqual([3, 3])
    expect(await counts(atw01)).toEqual([2, 2])
    expect(await counts(forhanbit)).toEqual([1, 1])
  })
})

describe('records of the site', () => {
  beforeAll(async () => {
    await site.db.script(`
      insert into server_figure (server_nm, figure_cd, figure) values ('s', 'UNSEALED', 1);
      insert into backup_run (host_nm, state_cd) values ('s', 'FAILED')`)
    await site.db.script(`
      insert into error_log (error_code, path, user_id, detail)
        select 'X', '/x', u, 'd' from unnest(array['atw01', 'clerk1', 'clerk2', null]) u;
      insert into security_event (kind_cd, outcome_cd, user_id)
        select 'LOGIN', 'OK', u from unnest(array['clerk1', 'clerk2', 'nowhere']) u`)
  })
  const ids = async (who: TestUser, name: string) =>
    new Set((await who.query(`system/${name}`)).map((row) => row['USER_ID']))

  test('records of the site appear in the error log only for users whose reach includes their user', async () => {
    expect(await ids(admin, 'errors')).toEqual(new Set(['atw01', 'clerk1', 'clerk2', null]))
    expect(await ids(atw01, 'errors')).toEqual(new Set(['atw01', 'clerk1']))
    const groups = await atw01.query('system/error-groups', { PATH: '/x' })
    expect(groups).toMatchObject([{ ERROR_COUNT: 2, USER_COUNT: 2, NEW_COUNT: 2 }])
    const { status } = await forhanbit.call('/api/wms/system/errors', {})
    expect(status).toBe(403)
  })

  test.each(['server-figures', 'backups', 'backup-plan'])(
    'listed by system/%s are visible only to users whose reach includes the site',
    async (name) => {
      expect(await admin.query(`system/${name}`)).not.toEqual([])
      expect(await atw01.query(`system/${name}`)).toEqual([])
    },
  )

  test('records of the site appear in the security log only for users whose reach includes their user', async () => {
    const all = await ids(admin, 'security-events')
    for (const id of ['clerk1', 'clerk2', 'nowhere', 'atw01']) expect(all).toContain(id)
    const some = await ids(atw01, 'security-events')
    expect(some).toContain('clerk1')
    for (const id of ['clerk2', 'nowhere', 'admin']) expect(some).not.toContain(id)
    const [last] = await atw01.query('system/security-events')
    const review = { EVENT_NO: last?.['EVENT_NO'] ?? null }
    expect((await atw01.check('system/review-security', [review])).status).toBe(422)
    expect((await admin.check('system/review-security', [review])).status).toBe(200)
  })

  test.each(['save-backup-plan', 'backup-now'])(
    'system/%s needs a user of all warehouses',
    async (name) => {
      const [plan] = await admin.query('system/backup-plan')
      expect((await atw01.check(`system/${name}`, [{ ...plan }])).status).toBe(422)
      expect((await admin.check(`system/${name}`, [{ ...plan }])).status).toBe(200)
    },
  )

  test.each(['BACKUP', 'PURGE', 'SECURITY_PURGE'])(
    'schedules of kind %s need a user of all warehouses',
    async (KIND_CD) => {
      const row = { BATCH_FLAG: 'I', SCHEDULE_CD: `OF-${KIND_CD}`, SCHEDULE_NM: 'x', KIND_CD }
      expect(rowErrors(await atw01.save('system/save-schedules', [row]))).toEqual([
        [1, undefined, expect.any(String)],
      ])
      expect((await admin.save('system/save-schedules', [row])).status).toBe(200)
      // Simulates that the user of the schedule has lost a warehouse since.
      await site.db.execute(sql`update schedule set run_as = 'atw01'
        where schedule_cd = ${row.SCHEDULE_CD}`)
      const [stored] = await admin.query('system/schedules', { SCHEDULE_CD: row.SCHEDULE_CD })
      const change = { ...stored, BATCH_FLAG: 'U', KIND_CD: 'BONDED-MAIL', ARGUMENT: '' }
      expect((await atw01.check('system/save-schedules', [change])).status).toBe(422)
      expect((await atw01.check('system/start-schedule', [row])).status).toBe(422)
      expect((await admin.check('system/start-schedule', [row])).status).toBe(200)
    },
  )
})
