import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePasswordToken } from '#areas/system/server/password-token.ts'
import { makeFirstPasswords } from '#server/site/first-passwords.ts'
import { testPassword, testSite, type TestSite, type TestUser } from '#tests/support/app.ts'

let site: TestSite
let customer: TestUser

beforeAll(async () => {
  site = await testSite()
  await site.db.script(`
    update app_user set user_nm = '김수한무거북이와두루미' where user_id = 'customer';
    insert into corp (corp_cd, corp_nm, english_nm, biz_no)
      values ('SEJIN', '세진로지스', 'Sejin Logis', '123-45-67891')`)
  customer = await site.login('customer')
})
afterAll(() => site.close())

/** All endpoints that set a password. Each returns the status and error code. */
const doors: Record<string, (password: string) => Promise<unknown[]>> = {
  'my info': async (NEW_PWD) => {
    const body = { OLD_PWD: testPassword, NEW_PWD }
    return statusAndCode(await customer.call('/api/changePassword', body))
  },
  'a link of a mail': async (NEW_PWD) => {
    const TOKEN = await makePasswordToken(site.db, 'customer')
    return visit('/api/auth/initPassword', { TOKEN, NEW_PWD })
  },
  'an access request': async (PASSWORD) => {
    const who = { USER_ID: 'customer', USER_NM: '김수한무거북이와두루미', EMAIL: 'a@example.com' }
    return visit('/api/auth/register', { ...who, PASSWORD, AGREE_YN: 'Y' })
  },
}

interface PostResult {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
}
const statusAndCode = ({ status, headers }: PostResult) => [status, headers['x-error-code']]

/** Uses a different address for each request because of the limit per address. */
let visits = 0
async function visit(url: string, payload: object): Promise<unknown[]> {
  const remoteAddress = `10.1.0.${(visits += 1)}`
  const { statusCode: status, headers } = await site.app.inject({
    method: 'POST',
    url,
    payload,
    remoteAddress,
  })
  return statusAndCode({ status, headers })
}

const refused = [
  ['widely used', '1qaz2wsx3edc4rfv'],
  ['widely used, in capitals', 'PassWordPassWord'],
  ['widely used, in full width', 'ｐａｓｓｗｏｒｄｐａｓｓｗｏｒｄ'],
  ['a widely used word and digits', 'Superman-2041!'],
  ['a widely used word in disguise', 'P@55w0rd-P@55w0rd'],
  ['a widely used word with few more characters', 'password1!A'],
  ['common words and digits', 'Companyname1!'],
  ['adjacent keys', 'qwertyuiopasdfg'],
  ['the name of a company', '세진로지스-세진로지스-2026'],
  ['the English name of a company', 'Sejin-Logis-Sejin-26!'],
  ['the code of an owner', 'Hanbit-Hanbit-2026!'],
  ['the name of an owner', '한빛헬스 한빛헬스 한빛헬스 26'],
  ['the locations of warehouses', '인천이천인천이천인천이천w01w02!'],
  ['the product name', 'Warehouse-Terminal-1!'],
  ['the user ID', 'Customer-customer-1!'],
  ['Korean words', '비밀번호사랑해요대한민국'],
  ['Korean words on Latin keys', 'dkssudgktpdy12'],
  ['Korean words on shifted Latin keys', 'EOGKSALSRNRtkfkdgo!'],
  ['the name of a company on Latin keys', 'tpwlsfhwltm2026'],
  ['the user’s name on Latin keys', 'rlatngksanrjqnrdldhkenfnal26'],
  ['the user’s name', '김수한무거북이와두루미 2026!'],
] as const

describe.each(Object.keys(doors))('a password set through %s', (door) => {
  test.each(refused)('rejects a password that is %s', async (_, password) => {
    expect(await doors[door]?.(password)).toEqual([422, 'PASSWORD_WEAK'])
  })
})

test('a long sentence that contains a common word is accepted', async () => {
  const change = { OLD_PWD: testPassword, NEW_PWD: '한빛 창고 옆 은행나무 아래의 자전거 두 대' }
  expect(statusAndCode(await customer.call('/api/changePassword', change))).toEqual([
    200,
    undefined,
  ])
})

test('the error does not contain the word', async () => {
  const body = { OLD_PWD: testPassword, NEW_PWD: 'Hanbit-Hanbit-2026!' }
  const admin = await site.login('second')
  const { message } = (await admin.call('/api/changePassword', body)).body
  expect(message).toContain('회사·창고·화주·제품')
  expect(message).not.toMatch(/hanbit|한빛/i)
})

test('an initial password that is easy to guess must be changed, even if the operator chose it', async () => {
  const makeFirstPassword = async (password: string) =>
    (await makeFirstPasswords({ WMS_DEMO: '0', WMS_ADMIN_PASSWORD: password })).get('admin')
  expect(await makeFirstPassword('Superman-2041!')).toMatchObject({ mustChange: true })
  expect(await makeFirstPassword('what the operator chose')).toMatchObject({ mustChange: false })
})
