import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderNoticeJob } from '#areas/supply-chain/server/order-notices.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { orderLine, rowErrors } from '#tests/support/floor.ts'
import { getHeldMails, holdMails, type HeldMail } from '#tests/support/held-mails.ts'
import { createPartner } from '#tests/support/partner.ts'
import { orderStep, createScmOrder, type Row } from './support.ts'

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  await holdMails(site.db)
  await createPartner(site, user, { PROFILE_CD: 'GAON' })
  await site.db.script(`
    insert into scm_partner (owner_cd, partner_cd, partner_nm, kind_cd, notify_cd, email, profile_cd)
    values ('HANBIT', 'BR1', '서초지점', 'BRANCH', 'MAIL', 'seocho@hanbit.example', null),
      ('HANBIT', 'BR2', '부산지점', 'BRANCH', 'NONE', 'busan@hanbit.example', null),
      ('HANBIT', 'PT1', '가온물류', 'PARTNER', 'MESSAGE', null, 'GAON')`)
})
afterAll(() => closeVerified(site))

async function mails(): Promise<HeldMail[]> {
  const waiting = sql`select from job where kind = 'scm-notice' and state_cd in ('QUEUED', 'RUNNING')`
  await expect.poll(async () => (await site.db.query(waiting)).length, { timeout: 30_000 }).toBe(0)
  return getHeldMails(site.db)
}

test('a branch with mail notices is mailed only about changes to its orders', async () => {
  const own = await createScmOrder(user, 'OUT', [orderLine('PLAIN', 5)], {
    BRANCH_CD: 'BR1',
    PARTNER_ORDER_NO: 'PO-1',
  })
  const other = await createScmOrder(user, 'OUT', [orderLine('PLAIN', 5)], { BRANCH_CD: 'BR2' })
  expect(await mails()).toEqual([])
  await orderStep(user, 'accept-orders', own)
  await orderStep(user, 'accept-orders', other)
  const moved = { SCM_NO: own, NEW_DT: '20290111', REASON: 'dock works' }
  expect((await user.save('supply-chain/change-dates', [moved])).status).toBe(200)
  const sent = await mails()
  expect(new Set(sent.flatMap(({ TO }) => TO))).toEqual(new Set(['seocho@hanbit.example']))
  expect(sent[0]?.SUBJECT).toBe('[오더 알림] 서초지점 1건')
  const text = sent.map(({ TEXT }) => TEXT).join('\n')
  expect(text).toContain(`- ${own} (PO-1) 상태: 요청 → 접수\n`)
  expect(text).toMatch(/일자: \d{4}-\d\d-\d\d → 2029-01-11 · 사유: dock works/)
  expect(text).not.toContain(other)
  // Sent notices are not sent again.
  await orderNoticeJob.run({ db: site.db } as Parameters<typeof orderNoticeJob.run>[0])
  expect(await mails()).toHaveLength(sent.length)
})

test('a change that is rolled back sends no mail', async () => {
  const order = await createScmOrder(user, 'OUT', [orderLine('PLAIN', 5)], { BRANCH_CD: 'BR1' })
  const before = await mails()
  const row = { SCM_NO: order, REASON: 'x' }
  const refused = await user.save('supply-chain/reject-orders', [row, { ...row, SCM_NO: 'NONE' }])
  expect(refused.status).toBe(409)
  expect(await mails()).toEqual(before)
})

test('a notice method requires its email address or profile', async () => {
  const row = {
    BATCH_FLAG: 'I',
    OWNER_CD: 'HANBIT',
    PARTNER_CD: 'BR9',
    PARTNER_NM: 'Daejeon branch',
  }
  const save = (extra: Row) => user.save('supply-chain/save-partner', [{ ...row, ...extra }])
  expect(rowErrors(await save({ NOTIFY_CD: 'MAIL' }))).toEqual([
    [1, 'EMAIL', '알림 메일을 받을 이메일을 입력하세요.'],
  ])
  expect(rowErrors(await save({ NOTIFY_CD: 'MESSAGE' }))).toEqual([
    [1, 'PROFILE_CD', '알림을 받을 프로필을 선택하세요.'],
  ])
})
