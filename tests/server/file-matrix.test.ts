import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { grantingRoutes } from '#server/auth/screen-routes.ts'
import { keepFilesPermission, readFilesPermission } from '#server/files/file-rights.ts'
import { checkFileSources, type FileSource } from '#server/files/file-sources.ts'
import { scheduleJobs } from '#server/jobs/schedule-kind.ts'
import { handlers, scheduleKinds } from '#server/site/registry.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { addWorkOfBothOwners } from '#tests/support/both-owners.ts'
import {
  addBoundUsers,
  boundUsers,
  everyUser,
  ownerPlaces,
  canReach,
  runWithGrant,
  type BoundUser,
  type Place,
} from '#tests/support/boundary.ts'
import { expectStock } from '#tests/support/floor.ts'
import { createSiteApp, type Reply, type SiteApp, type Visitor } from '#tests/support/site-app.ts'
import { rotatingSample } from '#tests/support/suite.ts'
import { uploadForm } from '#tests/support/upload-form.ts'

/**
 * Tests every kind of file. Users of every access scope write and read files inside and outside
 * their scope.
 */
let site: TestSite
let admin: TestUser
/** One receipt for each place. */
const documents = new Map<Place, string>()

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  await addWorkOfBothOwners(site, admin)
  await addBoundUsers(site)
  for (const place of ownerPlaces) {
    const who = await site.login('admin', place.wcode)
    const number = await expectStock(who, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 1 }], {
      OWNER_CD: place.owner,
    })
    documents.set(place, number)
  }
})
afterAll(() => site.close())

const png = Buffer.from('89504e470d0a1a0a', 'hex')
const code = ({ status, headers }: Reply) => [status, headers['x-error-code']]
const unknown = [404, 'FILE_UNKNOWN']

function upload(who: Visitor, { wcode, owner }: Place, name = 'a.png') {
  const content = Buffer.concat([png, Buffer.from(name)])
  const { payload, headers } = uploadForm([
    { name: 'OWNER_CD', content: owner },
    { name: 'file', file: name, content },
  ])
  return who.post('/api/file/fileUpload', payload, { ...headers, wcode })
}

async function uploadFile(who: Visitor, place: Place): Promise<string> {
  const response = await upload(who, place)
  expect(response.status, response.text).toBe(200)
  return String(response.body.data[0]?.['FILE_SN'])
}

/** Responses of every route that reads a file. */
async function readEveryWay(who: Visitor, fileSn: string): Promise<Reply[]> {
  return [
    await who.post('/api/file/fileDownload', { fileSn }),
    await who.get(`/api/file/fileDownload?fileSn=${fileSn}`),
    await who.post('/api/file/base64ImageDownload', { fileSn }),
  ]
}

async function expectReads(who: Visitor, fileSn: string, isLet: boolean, hint: string) {
  const answers = (await readEveryWay(who, fileSn)).map(code)
  expect([hint, ...answers]).toEqual([
    hint,
    ...answers.map(() => (isLet ? [200, undefined] : unknown)),
  ])
}

const users = everyUser.filter(({ role }) => role === 'EVERY')

/** Logs the users in at a server of the test. */
async function logInAll(here: SiteApp, who: readonly BoundUser[]) {
  return Promise.all(who.map(async (user) => ({ user, visitor: await here.login(user.id) })))
}

describe('uploaded files', () => {
  test('uploaded files can be read with the permission by users whose reach includes their warehouse and owner', async () => {
    const here = await createSiteApp(site)
    const writer = await here.login('wide')
    for (const place of ownerPlaces) {
      const fileSn = await uploadFile(writer, place)
      for (const { user, visitor } of await logInAll(here, everyUser)) {
        const isLet = user.role === 'EVERY' && canReach(user, place)
        await expectReads(visitor, fileSn, isLet, `${user.id} ${place.wcode} ${place.owner}`)
      }
    }
  })

  test('files can be uploaded with the permission for warehouses and owners within reach', async () => {
    const here = await createSiteApp(site)
    for (const { user, visitor } of await logInAll(here, everyUser)) {
      for (const place of ownerPlaces) {
        const { status } = await upload(visitor, place)
        const isNear = user.warehouses.some((wcode) => wcode === place.wcode)
        const expected = isNear && canReach(user, place) ? 200 : isNear ? 404 : 403
        expect([user.id, place, status]).toEqual([
          user.id,
          place,
          user.role === 'EVERY' ? expected : 403,
        ])
      }
    }
  })

  const [readRoutes, keepRoutes] = [
    grantingRoutes(readFilesPermission),
    grantingRoutes(keepFilesPermission),
  ]

  test.each(rotatingSample('menus that grant files', readRoutes, 4))(
    'uploaded files can be read with only the permission %s, within reach',
    async (menu) => {
      const here = await createSiteApp(site)
      const writer = await here.login('wide')
      await narrowAccess('none', { wcode: 'W02' })
      const who = await here.login('none')
      const [inside, outside] = [
        await uploadFile(writer, { wcode: 'W02', owner: 'GIFT' }),
        await uploadFile(writer, { wcode: 'W01', owner: 'GIFT' }),
      ]
      await runWithGrant(site, { menu, action: 'save' }, () =>
        expectReads(who, inside, false, `${menu} save`),
      )
      await runWithGrant(site, { menu, action: 'search' }, async () => {
        await expectReads(who, inside, true, menu)
        await expectReads(who, outside, false, menu)
        expect(code(await upload(who, { wcode: 'W02', owner: 'GIFT' }))).toEqual([403, 'FORBIDDEN'])
      })
      if (!keepRoutes.includes(menu)) return
      await runWithGrant(site, { menu, action: 'save' }, async () => {
        const own = await uploadFile(who, { wcode: 'W02', owner: 'GIFT' })
        await expectReads(who, own, true, `${menu} own`)
        expect((await upload(who, { wcode: 'W01', owner: 'GIFT' })).status).toBe(403)
      })
    },
  )
})

/** Revokes a warehouse or owner of a user until the end of the test. */
async function narrowAccess(
  id: keyof typeof boundUsers,
  to: { readonly wcode?: string; readonly owner?: string },
): Promise<void> {
  const { warehouses, owners }: BoundUser = boundUsers[id]
  const setAccess = async (places: readonly string[], names: readonly string[] | null) => {
    await site.db.transaction(async (tx) => {
      for (const table of ['user_warehouse', 'user_owner']) {
        await tx.script(`delete from ${table} where user_id = '${id}'`)
      }
      await tx.execute(sql`update app_user set all_owners_yn = ${names === null ? 'Y' : 'N'}
        where user_id = ${id}`)
      await tx.execute(sql`insert into user_warehouse (user_id, wcode)
        select ${id}, unnest(${[...places]}::text[])`)
      await tx.execute(sql`insert into user_owner (user_id, owner_cd)
        select ${id}, unnest(${[...(names ?? [])]}::text[])`)
    })
  }
  await setAccess(to.wcode ? [to.wcode] : warehouses, to.owner ? [to.owner] : owners)
  onTestFinished(() => setAccess(warehouses, owners))
}

describe('a file whose user has lost access', () => {
  const [W01, W02] = ['W01', 'W02'] as const

  test.each([
    ['the warehouse', { wcode: W02, owner: 'GIFT' }, { wcode: W01 }],
    ['the owner', { wcode: W01, owner: 'GIFT' }, { owner: 'HANBIT' }],
  ] as const)('a file is closed to its author without %s', async (_, place, to) => {
    const here = await createSiteApp(site)
    const who = await here.login('wide')
    const fileSn = await uploadFile(who, place)
    await expectReads(who, fileSn, true, 'before')
    await narrowAccess('wide', to)
    await expectReads(who, fileSn, false, 'after')
  })
})

async function expectReport(who: Visitor, fileSn: string, isLet: boolean): Promise<void> {
  const expected = isLet ? [200, undefined] : unknown
  expect(code(await who.post('/api/file/fileDownload', { fileSn }))).toEqual(expected)
  expect(code(await who.get(`/api/file/fileDownload?fileSn=${fileSn}`))).toEqual(expected)
}

/** Stores a report of the user and returns its serial. */
async function storeReport(ownerId: string, argument: string): Promise<string> {
  const jobId = crypto.randomUUID()
  const kinds = scheduleKinds.filter(({ kind }) => kind === 'REPORT')
  const [job] = scheduleJobs(kinds, { send: async () => undefined, backUp: async () => '' })
  const payload = { NAME: 'r', ARGUMENT: argument, MAIL_TO: '', OWNER_ID: ownerId }
  await job?.run({
    db: site.db,
    job: { jobId, kind: job.kind, payload, userId: null, wcode: null, attempt: 1 },
    signal: AbortSignal.timeout(60_000),
    progress: async () => undefined,
  })
  const [row] = await site.db.query<{ serial: string }>(sql`
    select file_sn serial from stored_file where parts @> ${JSON.stringify({ JOB_ID: jobId })}::jsonb`)
  return row?.serial ?? ''
}

describe('files of reports', () => {
  const download = async (who: Visitor, fileSn: string) =>
    code(await who.post('/api/file/fileDownload', { fileSn }))

  test('files of reports can be opened by users whose reach covers everything that their reader could see', async () => {
    const here = await createSiteApp(site)
    for (const reader of users) {
      const fileSn = await storeReport(reader.id, `master/owner ${reader.warehouses[0]}`)
      for (const { user, visitor } of await logInAll(here, everyUser)) {
        const isLet =
          user.id === reader.id ||
          (user.role === 'EVERY' &&
            ownerPlaces.every((place) => !canReach(reader, place) || canReach(user, place)) &&
            (reader.owners !== null || user.owners === null))
        const hint = `${user.id} reads ${reader.id}`
        expect([hint, ...(await download(visitor, fileSn))]).toEqual([
          hint,
          ...(isLet ? [200, undefined] : unknown),
        ])
      }
    }
  })

  test.each([
    ['a warehouse', 'inventory/by-lot W01', { wcode: 'W01' }],
    ['the owners', 'inventory/by-lot W01', { owner: 'GIFT' }],
    ['a warehouse', 'billing/invoices W01', { wcode: 'W01' }],
  ] as const)('a report is closed to a reader who has lost %s (%s)', async (_, argument, to) => {
    const here = await createSiteApp(site)
    const fileSn = await storeReport('wide', argument)
    const who = await here.login('wide')
    expect(await download(who, fileSn)).toEqual([200, undefined])
    await narrowAccess('wide', to)
    expect(await download(who, fileSn)).toEqual(unknown)
  })
})

describe('a report whose reader has lost permission', () => {
  const menu = 'InventoryByLot'
  const grant = async (actions: readonly string[]) => {
    await site.db.execute(sql`delete from role_menu where role_cd = 'NOTHING'`)
    await site.db.execute(sql`insert into role_menu (role_cd, menu_id, actions)
      values ('NOTHING', ${menu}, ${[...actions]}::text[])`)
  }
  const both = ['search', 'export']

  test.each([
    ['for the query', ['export']],
    ['for exports', ['search']],
    ['for the screen', []],
  ] as const)('a report is closed to its reader without the permission %s', async (_, left) => {
    onTestFinished(async () => {
      await site.db.execute(sql`delete from role_menu where role_cd = 'NOTHING'`)
    })
    const here = await createSiteApp(site)
    const who = await here.login('none')
    await grant(both)
    const fileSn = await storeReport('none', 'inventory/by-lot W01 ')
    await expectReport(who, fileSn, true)
    await grant(left)
    await expectReport(who, fileSn, false)
    // Access to a file stored before files recorded their query is decided by its job.
    await grant(both)
    const ARGUMENT = 'inventory/by-lot W01'
    await site.db.execute(sql`update stored_file set parts = parts - 'QUERY'
      where file_sn = ${fileSn}`)
    await expectReport(who, fileSn, false)
    await site.db.execute(sql`insert into job (job_id, kind, payload)
      select (parts ->> 'JOB_ID')::uuid, 'schedule/REPORT', ${JSON.stringify({ ARGUMENT })}::jsonb
      from stored_file where file_sn = ${fileSn}`)
    await expectReport(who, fileSn, true)
    await grant(left)
    await expectReport(who, fileSn, false)
  })

  test('a report is closed to a reader who is limited to fewer branches since', async () => {
    const link = (...partners: string[]) =>
      site.db.transaction(async (tx) => {
        await tx.execute(sql`delete from scm_partner_user where user_id = 'owner'`)
        await tx.execute(sql`insert into scm_partner_user (owner_cd, partner_cd, user_id)
          select 'GIFT', unnest(${partners}::text[]), 'owner'`)
      })
    onTestFinished(() => link())
    await site.db.script(`insert into scm_partner (owner_cd, partner_cd, partner_nm, kind_cd)
      values ('GIFT', 'NEAR', 'near', 'PARTNER'), ('GIFT', 'FAR', 'far', 'PARTNER')`)
    const here = await createSiteApp(site)
    const who = await here.login('owner')
    const report = () => storeReport('owner', 'supply-chain/partner W01')
    const ofAll = await report()
    await expectReport(who, ofAll, true)
    await link('NEAR', 'FAR')
    await expectReport(who, ofAll, false)
    const ofBoth = await report()
    await expectReport(who, ofBoth, true)
    await link('NEAR')
    await expectReport(who, ofBoth, false)
    await expectReport(who, await report(), true)
    await link()
    await expectReport(who, ofBoth, true)
  })

  test('a report is closed to owner-bound users if they cannot run the query', async () => {
    const here = await createSiteApp(site)
    const query = handlers.find(
      ({ operation }) => operation.bound === 'refused' && operation.type === 'query',
    )
    const fileSn = await storeReport('owner', 'inventory/by-lot W01')
    const who = await here.login('owner')
    await expectReport(who, fileSn, true)
    const QUERY = query?.operation.name ?? ''
    await site.db
      .execute(sql`update stored_file set parts = parts || ${JSON.stringify({ QUERY })}::jsonb
      where file_sn = ${fileSn}`)
    await expectReport(who, fileSn, false)
  })
})

describe('attached files', () => {
  test('attached files can be attached, listed and detached by users with access to their document', async () => {
    const here = await createSiteApp(site)
    const writer = await here.login('wide')
    for (const user of everyUser) {
      const visitor = await here.login(user.id)
      for (const [place, DOC_NO] of documents) {
        const isLet = user.role === 'EVERY' && canReach(user, place)
        const wcode =
          user.warehouses.find((warehouse) => warehouse === place.wcode) ?? user.warehouses[0]
        const who = await site.login(user.id, wcode)
        const hint = `${user.id} ${place.wcode} ${place.owner}`
        const own = isLet ? await uploadFile(visitor, place) : await uploadFile(writer, place)
        const attach = await who.save('system/attach-files', [{ DOC_NO, FILE_SN: own }])
        expect([hint, attach.status === 200]).toEqual([hint, isLet])
        const FILE_SN = await uploadFile(writer, place)
        const there = await site.login('wide', place.wcode)
        expect((await there.save('system/attach-files', [{ DOC_NO, FILE_SN }])).status).toBe(200)
        const list = await who.call('/api/wms/system/attachments', { SEARCH: { DOC_NO } })
        expect([hint, (list.body.data ?? []).length > 0]).toEqual([hint, isLet])
        const detach = await who.save('system/detach-files', [{ DOC_NO, FILE_SN }])
        expect([hint, detach.status === 200]).toEqual([hint, isLet])
      }
    }
  })

  test('attached files cannot be files of another user, because attaching would reveal them', async () => {
    const here = await createSiteApp(site)
    const place = { wcode: 'W02', owner: 'GIFT' }
    const FILE_SN = await uploadFile(await here.login('wide'), place)
    const DOC_NO = [...documents].find(([at]) => at.wcode === 'W02' && at.owner === 'GIFT')?.[1]
    const who = await site.login('both', 'W02')
    const { status } = await who.save('system/attach-files', [{ DOC_NO: DOC_NO ?? null, FILE_SN }])
    expect(status).toBe(422)
  })
})

describe('generated exports', () => {
  const queries = handlers.flatMap(({ operation }) =>
    operation.type === 'query' && !operation.hasHistory ? [operation] : [],
  )

  test.each(
    rotatingSample('exports of bound users', queries, 24).map((query) => [query.name, query]),
  )('exports the rows of %s that the user can query, or refuses', async (name, { output }) => {
    const COLUMNS = Object.keys(output).map((key) => ({ name: key, title: key, kind: 'text' }))
    for (const user of everyUser) {
      const wcode = user.warehouses.at(-1)
      const who = await site.login(user.id, wcode)
      const { status, body } = await who.call(`/api/wms/${name}`, {})
      const asked = { QUERY: name, FILE_NM: 'x', COLUMNS, FORMAT: 'csv' }
      const file = await who.call('/api/file/exportQuery', asked)
      const isEmpty = status === 200 && body.data.length === 0
      expect([user.id, file.status]).toEqual([user.id, isEmpty ? 422 : status])
      if (file.status !== 200) continue
      const rows = file.bytes.toString('utf8').trim().split(/\r\n/).length - 1
      expect([user.id, rows]).toEqual([user.id, body.data.length])
    }
  })
})

test.each([undefined, '', 'all'])('the server does not start with files bound to %s', (bound) => {
  const source: object = { name: 'x', bound }
  expect(() => checkFileSources([source as FileSource])).toThrow('file x declares no bound')
})
