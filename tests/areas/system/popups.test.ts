import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addBoundUsers } from '#tests/support/boundary.ts'
import { unreachableUser } from '#areas/system/server/reach-error.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { expectStock, addOrder } from '#tests/support/floor.ts'

let site: TestSite
let admin: TestUser
let customer: TestUser

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  await site.db.execute(sql`
    insert into role_menu (role_cd, menu_id, actions)
    select 'CUSTOMER', menu, '{search,save}' from unnest(array['AttachFilePopup', 'UserRolePopup']) menu
    on conflict (role_cd, menu_id) do update set actions = excluded.actions`)
  customer = await site.login('customer')
})
afterAll(() => site.close())

const reasons = (response: Awaited<ReturnType<TestUser['save']>>): string[] =>
  (response.body.rows ?? []).map((row) => String(row['POERROR']))

describe('files of a document', () => {
  let receipt: string
  beforeAll(async () => {
    receipt = await expectStock(admin, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 5 }])
  })

  async function storeFile(name: string, by = 'admin', owner = 'HANBIT'): Promise<string> {
    const [row] = await site.db.query<{ file_sn: string }>(sql`
      insert into stored_file (file_sn, file_nm, media_type, byte_count, sha256, wcode, owner_cds,
        created_by)
      values (gen_random_uuid()::text, ${name}, 'text/plain', 3, '', 'W01',
        array[${owner}::text], ${by}) returning file_sn`)
    return row?.file_sn ?? ''
  }
  const attach = (user: TestUser, DOC_NO: string, FILE_SN: string) =>
    user.save('system/attach-files', [{ DOC_NO, FILE_SN }])
  const getFileNames = async (user: TestUser, DOC_NO: string) => {
    const rows = await user.query('system/attachments', { DOC_NO })
    return rows.map((row) => String(row['FILE_NM'])).toSorted((a, b) => a.localeCompare(b))
  }

  test('the files of a document can be attached, listed by document and detached', async () => {
    const [paper, picture] = [await storeFile('bill-of-lading.pdf'), await storeFile('damage.png')]
    await attach(admin, receipt, paper)
    await attach(admin, receipt, picture)
    expect((await attach(admin, receipt, paper)).status).toBe(200)
    expect(await getFileNames(admin, receipt)).toEqual(['bill-of-lading.pdf', 'damage.png'])
    await admin.save('system/detach-files', [{ DOC_NO: receipt, FILE_SN: paper }])
    expect(await getFileNames(admin, receipt)).toEqual(['damage.png'])
    const again = await admin.save('system/detach-files', [{ DOC_NO: receipt, FILE_SN: paper }])
    expect(reasons(again)).toEqual(['이미 해제된 첨부입니다.'])
  })

  test('the files of a document belong to a shipment as well as to a receipt', async () => {
    const shipment = await addOrder(admin, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 1 }])
    await attach(admin, shipment, await storeFile('instruction.pdf'))
    expect(await getFileNames(admin, shipment)).toEqual(['instruction.pdf'])
  })

  test('the files of a document cannot include uploads of another user or files of another owner', async () => {
    const theirs = await attach(admin, receipt, await storeFile('theirs.pdf', 'second'))
    const wrongOwner = await attach(
      admin,
      receipt,
      await storeFile('other-owner.pdf', 'admin', 'GIFT'),
    )
    const text = '올린 파일을 찾을 수 없습니다. 다시 올리세요.'
    expect([reasons(theirs), reasons(wrongOwner)]).toEqual([[text], [text]])
    expect(await getFileNames(customer, receipt)).toEqual([])
  })
})

describe('roles of a user', () => {
  beforeEach(async () => {
    await site.db.execute(sql`delete from user_role where user_id = 'second'`)
    await site.db.execute(sql`
      insert into user_role (user_id, role_cd)
      select 'second', role_cd from user_role where user_id = 'admin' on conflict do nothing`)
  })
  const setRole = (user: TestUser, USER_ID: string, ROLE_CD: string, HAVE_YN: 'Y' | 'N') =>
    user.save('system/save-user-roles', [{ USER_ID, ROLE_CD, HAVE_YN }])
  const getRoles = async (USER_ID: string) => {
    const rows = await admin.query('system/user-roles', { USER_ID })
    return rows.filter((row) => row['HAVE_YN'] === 'Y').map((row) => row['ROLE_CD'])
  }

  test('the roles of a user take effect on the next call when granted and revoked', async () => {
    await setRole(admin, 'nobody', 'CUSTOMER', 'Y')
    expect(await getRoles('nobody')).toContain('CUSTOMER')
    const listed = await admin.query('system/users', { USER_ID: 'nobody' })
    expect(String(listed[0]?.['ROLES'])).not.toBe('')
    const user = await site.login('nobody')
    expect((await user.call('/api/wms/system/attachments', {})).status).toBe(200)
    await setRole(admin, 'nobody', 'CUSTOMER', 'N')
    expect((await user.call('/api/wms/system/attachments', {})).status).toBe(403)
  })

  test('users cannot change their own roles, unknown roles or roles with more permissions than theirs', async () => {
    const mighty = String((await getRoles('admin'))[0])
    expect(reasons(await setRole(admin, 'admin', mighty, 'N'))[0]).toContain('본인의 역할')
    expect(reasons(await setRole(admin, 'no-such', mighty, 'Y'))).toEqual([unreachableUser.ko])
    expect(reasons(await setRole(admin, 'second', 'NO_SUCH', 'Y'))).toEqual(['없는 역할입니다.'])
    await site.db.script(`
      update app_user set all_owners_yn = 'N' where user_id = 'nobody';
      insert into user_owner (user_id, owner_cd) values ('nobody', 'GIFT')`)
    const more = await setRole(customer, 'nobody', mighty, 'Y')
    expect(reasons(more)).toEqual(['본인보다 권한이 많은 역할은 부여할 수 없습니다.'])
    const less = await setRole(customer, 'second', mighty, 'N')
    expect(reasons(less)).toEqual([unreachableUser.ko])
    expect((await setRole(customer, 'nobody', 'CUSTOMER', 'Y')).status).toBe(200)
  })

  test('the last two administrators cannot revoke each other’s role concurrently', async () => {
    const mighty = String((await getRoles('admin'))[0])
    const second = await site.login('second')
    const both = [setRole(admin, 'second', mighty, 'N'), setRole(second, 'admin', mighty, 'N')]
    const responses = await Promise.all(both)
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    const remaining = await site.db.query(sql`
      select user_id from user_role join app_role using (role_cd) where all_yn = 'Y'`)
    expect(remaining).toHaveLength(1)
    await site.db.execute(sql`
      insert into user_role values ('admin', ${mighty}) on conflict do nothing`)
  })
})

describe('phrases', () => {
  const getPhrases = async () => {
    const rows = await admin.query('system/phrases')
    return rows.map((row) => row['PHRASE'])
  }

  test('phrases can be saved once, listed and deleted', async () => {
    const PHRASE = 'Fragile, store upright.'
    await admin.save('system/add-phrases', [{ PHRASE }])
    await admin.save('system/add-phrases', [{ PHRASE }])
    expect(await getPhrases()).toEqual([PHRASE])
    await admin.save('system/drop-phrases', [{ PHRASE }])
    expect(await getPhrases()).toEqual([])
    const gone = await admin.save('system/drop-phrases', [{ PHRASE }])
    expect(reasons(gone)).toEqual(['이미 삭제된 상용구입니다.'])
  })

  test('phrases can be seen only by users whose reach includes their author', async () => {
    await addBoundUsers(site)
    const users = await Promise.all(
      ['owner', 'both', 'place', 'wide'].map((id) => site.login(id, 'W02')),
    )
    const own = ['owner', 'both', 'place', 'wide'].map((id) => `By ${id}`)
    const same = 'By all of them'
    for (const [index, who] of users.entries()) {
      const PHRASE = own[index] ?? ''
      const saved = await who.save('system/add-phrases', [{ PHRASE }, { PHRASE: same }])
      expect(saved.status).toBe(200)
    }
    const shown = await Promise.all(
      users.map(async (who) => {
        const rows = await who.query('system/phrases')
        return rows.map((row) => row['PHRASE']).filter((phrase) => phrase !== same)
      }),
    )
    // A customer sees no phrases of staff, and staff sees all.
    expect(shown).toEqual([['By both', 'By owner'], ['By both'], own.toSorted(), own.toSorted()])
    const [, both, place] = users
    for (const PHRASE of ['By owner', 'By place', 'By wide']) {
      expect((await both?.save('system/drop-phrases', [{ PHRASE }]))?.status).toBe(422)
    }
    expect((await place?.save('system/drop-phrases', [{ PHRASE: 'By wide' }]))?.status).toBe(422)
    expect((await both?.save('system/drop-phrases', [{ PHRASE: same }]))?.status).toBe(200)
    for (const who of [users[0], place]) {
      expect(await who?.query('system/phrases', { PHRASE: same })).toHaveLength(1)
    }
  })
})
