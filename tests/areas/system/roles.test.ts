import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { roleExceedsCaller } from '#areas/system/server/user-roles.ts'
import {
  actionNotOnMenu,
  fullRoleNotEditable,
  cannotGrantMissingPermission,
  menuNotFound,
  ownRoleNotEditable,
  roleNotFound,
  roleHeldByStrongerUser,
} from '#server/roles/change-grants.ts'
import { serviceNotFound } from '#server/roles/role-handlers.ts'
import { roleAssignedText } from '#server/roles/save-roles.ts'
import { testSite, type SaveResponse, type TestSite, type TestUser } from '#tests/support/app.ts'

type Row = Record<string, Value>

let site: TestSite
let admin: TestUser
let nobody: TestUser
let customer: TestUser

const matrix = 'system/save-role-menus'
const buttons = 'system/save-role-buttons'
const services = 'system/save-role-services'
const reasons = ({ body }: SaveResponse) => (body.rows ?? []).map((row) => row.POERROR)

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  nobody = await site.login('nobody')
  customer = await site.login('customer')
  await site.db.execute(sql`insert into app_role (role_cd, role_nm) values ('UNUSED', 'u')`)
})
afterAll(() => site.close())

/** The customer's staff can manage permissions and save zones, but not print. */
beforeEach(async () => {
  await site.db.script(`
    delete from role_menu where role_cd = 'NOTHING';
    delete from user_role where user_id = 'customer' and role_cd <> 'CUSTOMER';
    delete from role_menu where role_cd = 'CUSTOMER';
    insert into role_menu (role_cd, menu_id, actions)
      select 'CUSTOMER', m, '{search,save,import}' from unnest(array['MenuByRole', 'CmsRoleMenuMgt',
        'CmsRoleButtonMgt', 'CmsSvcRoleMgt', 'Zone', 'UserRolePopup']) m`)
})

const getRow = async (query: string, search: Row) => (await admin.query(query, search))[0] ?? {}
const onMenu = (MENU_ID: string, ROLE_CD = 'NOTHING') =>
  getRow('system/role-menus', { ROLE_CD, MENU_ID })
const getZoneStatus = async (user: TestUser) => (await user.call('/api/wms/master/zone', {})).status

let zones = 0
async function trySaveZone(user: TestUser): Promise<number> {
  zones += 1
  const row = { NO: 1, BATCH_FLAG: 'I', ZONE_CD: `ZZ${zones}`, ZONE_NM: 'zone' }
  return (await user.save('master/save-zone', [row])).status
}

describe('menu permissions by role', () => {
  test('menu permissions by role take effect on the server from the next call on', async () => {
    expect(await getZoneStatus(nobody)).toBe(403)
    const { VERSION = null } = await onMenu('Zone')
    const row = { ROLE_CD: 'NOTHING', MENU_ID: 'Zone', VERSION, BATCH_FLAG: 'U' }
    const given = await admin.save(matrix, [{ ...row, SEARCH_YN: 'Y' }])
    expect(given.status).toBe(200)
    expect([await getZoneStatus(nobody), await trySaveZone(nobody)]).toEqual([200, 403])
    const after = await onMenu('Zone')
    expect(after).toMatchObject({ SEARCH_YN: 'Y', SAVE_YN: 'N', UPDATED_BY: 'admin' })
    await admin.save(matrix, [{ ...row, VERSION: after['VERSION'] ?? null, SEARCH_YN: 'N' }])
    expect(await getZoneStatus(nobody)).toBe(403)
  })

  test('deleting rows requires the delete permission', async () => {
    const row = { ROLE_CD: 'NOTHING', MENU_ID: 'Zone' }
    await admin.save(matrix, [{ ...row, SEARCH_YN: 'Y', SAVE_YN: 'Y' }])
    expect(await trySaveZone(nobody)).toBe(200)
    const zone = { ZONE_CD: `ZZ${zones}`, BATCH_FLAG: 'D', VERSION: 1 }
    expect((await nobody.save('master/save-zone', [zone])).status).toBe(403)
    await admin.save(matrix, [{ ...row, DELETE_YN: 'Y' }])
    expect((await nobody.save('master/save-zone', [zone])).status).toBe(200)
  })

  test('a change from an outdated version is rejected with the name of the other user', async () => {
    const { VERSION = null } = await onMenu('Zone')
    const row = { ROLE_CD: 'NOTHING', MENU_ID: 'Zone', SEARCH_YN: 'Y', VERSION }
    expect((await (await site.login('second')).save(matrix, [row])).status).toBe(200)
    const late = await admin.save(matrix, [{ ...row, SAVE_YN: 'Y' }])
    expect([late.status, late.body.rows[0]?.WHO]).toEqual([409, 'second'])
    expect(await onMenu('Zone')).toMatchObject({ SAVE_YN: 'N' })
  })

  test('only actions of a screen can be granted and all invalid rows are reported together', async () => {
    const row = { ROLE_CD: 'NOTHING', MENU_ID: 'Zone' }
    const response = await admin.save(matrix, [
      { ...row, NO: 1, PRINT_YN: 'Y' },
      { ...row, NO: 2, MENU_ID: 'NoSuch', SEARCH_YN: 'Y' },
      { ...row, NO: 3, ROLE_CD: 'NO_SUCH', SEARCH_YN: 'Y' },
      { ...row, NO: 4, ROLE_CD: 'ADMIN', SEARCH_YN: 'N' },
    ])
    expect(reasons(response)).toEqual([
      actionNotOnMenu.ko,
      menuNotFound.ko,
      roleNotFound.ko,
      fullRoleNotEditable.ko,
    ])
    expect(await getZoneStatus(nobody)).toBe(403)
  })

  test('users cannot grant or revoke permissions they lack, nor change their own role', async () => {
    const grantZone = (ROLE_CD: string, flags: Row) =>
      customer.save(matrix, [{ ROLE_CD, MENU_ID: 'Zone', ...flags }])
    const more = await grantZone('NOTHING', { DELETE_YN: 'Y' })
    expect(reasons(more)).toEqual([cannotGrantMissingPermission.ko])
    await admin.save(matrix, [{ ROLE_CD: 'NOTHING', MENU_ID: 'Zone', DELETE_YN: 'Y' }])
    const less = await grantZone('NOTHING', { DELETE_YN: 'N' })
    expect(reasons(less)).toEqual([cannotGrantMissingPermission.ko])
    const own = await grantZone('CUSTOMER', { SAVE_YN: 'N' })
    expect(reasons(own)).toEqual([ownRoleNotEditable.ko])
    // The users of this role see more owners.
    expect(reasons(await grantZone('NOTHING', { SEARCH_YN: 'Y' }))).toEqual([
      roleHeldByStrongerUser.ko,
    ])
    expect((await grantZone('UNUSED', { SEARCH_YN: 'Y', SAVE_YN: 'Y' })).status).toBe(200)
  })

  test('a sheet of permissions is one import and is undone as a whole', async () => {
    await admin.save(matrix, [{ ROLE_CD: 'NOTHING', MENU_ID: 'Zone', SEARCH_YN: 'Y' }])
    const importSheet = (name: string, ROWS: Row[]) =>
      admin.call(
        '/api/wms/comm/wmsCommon/saveProcedure',
        { PROCEDURE: matrix, IMPORT: { FILE_NM: name }, ROWS },
        { 'idempotency-key': randomUUID() },
      )
    const zone = { NO: 1, ROLE_CD: 'NOTHING', MENU_ID: 'Zone', SAVE_YN: 'Y' }
    const cell = { NO: 2, ROLE_CD: 'NOTHING', MENU_ID: 'Cell', SEARCH_YN: 'Y' }
    const taken = await importSheet('rights.xlsx', [zone, cell])
    expect(taken.status).toBe(200)
    expect(await onMenu('Zone')).toMatchObject({ SEARCH_YN: 'Y', SAVE_YN: 'Y' })
    const [batch] = await site.db.query<{ import_no: number }>(
      sql`select max(import_no) import_no from import_batch`,
    )
    const undone = await admin.call(
      '/api/import/undo',
      { IMPORT_NO: batch?.import_no },
      { 'idempotency-key': randomUUID() },
    )
    expect(undone.status, JSON.stringify(undone.body)).toBe(200)
    expect(await onMenu('Zone')).toMatchObject({ SEARCH_YN: 'Y', SAVE_YN: 'N' })
    expect(await onMenu('Cell')).toMatchObject({ SEARCH_YN: 'N' })
  })
})

describe('button permissions of a role', () => {
  const buttonRow = (SERVICE: string, GRANT_YN: 'Y' | 'N') => ({
    ROLE_CD: 'NOTHING',
    MENU_ID: 'Zone',
    SERVICE,
    GRANT_YN,
  })

  test('the button permissions of a role open one operation of a screen and no other', async () => {
    expect((await admin.save(buttons, [buttonRow('master/zone', 'Y')])).status).toBe(200)
    expect([await getZoneStatus(nobody), await trySaveZone(nobody)]).toEqual([200, 403])
    const rows = await admin.query('system/role-buttons', { ROLE_CD: 'NOTHING', MENU_ID: 'Zone' })
    const ways = rows.map((row) => [row['SERVICE'], row['GRANT_YN'], row['WAY_CD']])
    expect(ways).toContainEqual(['master/zone', 'Y', 'ALONE'])
    expect(ways).toContainEqual(['master/save-zone', 'N', null])
    // A search permission grants neither export nor import.
    expect((await nobody.call('/api/menuMap', {})).body).toMatchObject({
      menuMap: { ZONE: { actions: ['search:master/zone'] } },
    })
  })

  test('revoking one button of an action does not revoke the others', async () => {
    await admin.save(matrix, [
      { ROLE_CD: 'NOTHING', MENU_ID: 'CmsRoleButtonMgt', SEARCH_YN: 'Y', SAVE_YN: 'Y' },
    ])
    const off = { ...buttonRow('system/role-buttons', 'N'), MENU_ID: 'CmsRoleButtonMgt' }
    expect((await admin.save(buttons, [off])).status).toBe(200)
    const getStatus = async (name: string) =>
      (await nobody.call(`/api/wms/system/${name}`, {})).status
    expect([await getStatus('role-buttons'), await getStatus('role-changes')]).toEqual([403, 200])
  })

  test('a button that belongs to no screen is rejected', async () => {
    const response = await admin.save(buttons, [buttonRow('master/no-such', 'Y')])
    expect(reasons(response)).toEqual([serviceNotFound.ko])
  })
})

describe('service permissions of a role', () => {
  const grant = (SERVICE: string, GRANT_YN: 'Y' | 'N') => ({
    ROLE_CD: 'NOTHING',
    SERVICE,
    GRANT_YN,
  })

  test('work without any screen permission and can be revoked', async () => {
    await admin.save(services, [grant('master/zone', 'Y')])
    expect([await getZoneStatus(nobody), await trySaveZone(nobody)]).toEqual([200, 403])
    const search = { ROLE_CD: 'NOTHING', SERVICE: 'master/zone' }
    const row = await getRow('system/role-services', search)
    expect(row).toMatchObject({ MENU_YN: 'N', GRANT_YN: 'Y', ACTION_CD: 'search' })
    await admin.save(services, [grant('master/zone', 'N')])
    expect(await getZoneStatus(nobody)).toBe(403)
  })

  test('the service permissions of a role can be granted only by users who have them', async () => {
    const more = await customer.save(services, [grant('master/cell', 'Y')])
    expect(reasons(more)).toEqual([cannotGrantMissingPermission.ko])
    const zone = { ...grant('master/zone', 'Y'), ROLE_CD: 'UNUSED' }
    expect((await customer.save(services, [zone])).status).toBe(200)
  })

  test('the service permissions of a role prevent users who lack them from granting the role', async () => {
    await admin.save(services, [grant('master/cell', 'Y')])
    await site.db.script(`
      insert into app_user (user_id, user_nm, password_hash) values ('peer', 'peer', 'x');
      insert into user_owner (user_id, owner_cd) values ('peer', 'GIFT')`)
    const row = { USER_ID: 'peer', ROLE_CD: 'NOTHING', HAVE_YN: 'Y' }
    const response = await customer.save('system/save-user-roles', [row])
    expect(reasons(response)).toEqual([roleExceedsCaller.ko])
  })
})

describe('roles', () => {
  const head = (ROLE_CD: string, extra: Row = {}) => ({
    NO: 1,
    ROW_TYPE: 'H',
    BATCH_FLAG: 'I',
    DOC_REF: `new-${ROLE_CD}`,
    ROLE_CD,
    ROLE_NM: 'Night shift',
    ...extra,
  })
  const line = (DOC_REF: string, extra: Row) => ({
    NO: 2,
    ROW_TYPE: 'L',
    BATCH_FLAG: 'I',
    DOC_REF,
    MENU_ID: 'Zone',
    ...extra,
  })
  const getRole = async (ROLE_CD: string) => getRow('system/roles', { ROLE_CD })

  test('roles can be created with menus, renamed, and deleted with their permissions', async () => {
    const rows = [head('NIGHT'), line('new-NIGHT', { SEARCH_YN: 'Y' })]
    expect((await admin.save('system/save-roles', rows)).status).toBe(200)
    const created = await getRole('NIGHT')
    expect(created).toMatchObject({ ROLE_NM: 'Night shift', MENU_COUNT: 1, USER_COUNT: 0 })
    const renamed = head('NIGHT', { BATCH_FLAG: 'U', VERSION: 1, ROLE_NM: 'Late shift' })
    expect((await admin.save('system/save-roles', [renamed])).status).toBe(200)
    expect(await getRole('NIGHT')).toMatchObject({ ROLE_NM: 'Late shift' })
    const gone = head('NIGHT', { BATCH_FLAG: 'D', VERSION: 2 })
    expect((await admin.save('system/save-roles', [gone])).status).toBe(200)
    expect(await admin.query('system/roles', { ROLE_CD: 'NIGHT' })).toEqual([])
    const history = await admin.query('system/role-changes', { ROLE_CD: 'NIGHT' })
    const shown = history.map((row) => [row['CHANGED_BY'], row['ADDED'], row['REMOVED']])
    expect(shown).toEqual([
      ['admin', null, 'search'],
      ['admin', 'search', null],
    ])
  })

  test('roles in use and roles with all permissions cannot be deleted', async () => {
    const remove = (ROLE_CD: string) =>
      admin.save('system/save-roles', [head(ROLE_CD, { BATCH_FLAG: 'D', VERSION: 1 })])
    expect(reasons(await remove('CUSTOMER'))).toEqual([roleAssignedText(1).ko])
    expect(reasons(await remove('ADMIN'))).toEqual([fullRoleNotEditable.ko])
  })

  test('a role with a menu that cannot be granted is not created', async () => {
    const rows = [head('SLY'), line('new-SLY', { DELETE_YN: 'Y' })]
    const response = await customer.save('system/save-roles', rows)
    expect(reasons(response)).toEqual([cannotGrantMissingPermission.ko])
    expect(await admin.query('system/roles', { ROLE_CD: 'SLY' })).toEqual([])
  })
})

test('a role assignment is recorded in the history with its author', async () => {
  const row = { USER_ID: 'customer', ROLE_CD: 'NOTHING', HAVE_YN: 'Y' }
  await admin.save('system/save-user-roles', [row])
  const [last] = await admin.query('system/role-changes', { USER_ID: 'customer' })
  expect(last).toMatchObject({ CHANGED_BY: 'admin', ROLE_CD: 'NOTHING', ADDED: 'customer' })
})
