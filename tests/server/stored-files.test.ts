import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import sql, { type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chunkBytes } from '#server/files/stored-bytes.ts'
import { writeSpreadsheet } from '#server/files/spreadsheet-writer.ts'
import { testSite, type TestSite } from '#tests/support/app.ts'
import { createSiteApp, type Reply, type Visitor } from '#tests/support/site-app.ts'
import { uploadForm, type Part } from '#tests/support/upload-form.ts'

let site: TestSite

beforeAll(async () => {
  site = await testSite()
  await site.db.execute(sql`
    insert into role_menu values ('CUSTOMER', 'AttachFilePopup', '{search,save}'),
      ('NOTHING', 'AttachFilePopup', '{search,save}')`)
})
afterAll(() => site.close())

const pdf = Buffer.from('%PDF-1.7\n선하증권\n%%EOF')
const png = Buffer.from(
  '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489' +
    '0000000a49444154789c63000100000500010d0a2db40000000049454e44ae426082',
  'hex',
)

function upload(user: Visitor, parts: readonly Part[], more: Record<string, string> = {}) {
  const { payload, headers } = uploadForm(parts)
  return user.post('/api/file/fileUpload', payload, { ...headers, ...more })
}

const file = (name: string, content: Buffer | string = pdf): Part => ({
  name: 'file',
  file: name,
  content,
})
const outcome = (response: Reply) => [response.status, response.headers['x-error-code']]

async function store(user: Visitor, ...parts: Part[]): Promise<string> {
  const response = await upload(user, parts)
  expect(response.status, response.text).toBe(200)
  return String(response.body.data[0]?.['FILE_SN'])
}

const download = (user: Visitor, fileSn: string) => user.post('/api/file/fileDownload', { fileSn })

/** Serials of the files that have content, stored or not. */
async function getContents(): Promise<string[]> {
  const rows = await site.db.query<{ serial: string }>(sql`
    select distinct file_sn serial from stored_chunk`)
  return rows.map(({ serial }) => serial)
}

/** Changes content that the product protects, as a damaged disk would. */
async function corruptChunk(change: Sql): Promise<void> {
  await site.db.script('alter table stored_chunk disable trigger user')
  await site.db.execute(change)
  await site.db.script('alter table stored_chunk enable trigger user')
}

describe('an upload', () => {
  test('stores several files with their form fields and returns name and serial of each', async () => {
    const here = await createSiteApp(site)
    const admin = await here.login('admin')
    const parts = [
      file('bill-of-lading.pdf'),
      file('photo.PNG', png),
      { name: 'REF_NO', content: 'RC-1\0' },
    ]
    const response = await upload(admin, parts)
    const serial = expect.stringMatching(/^[\da-f-]{36}$/)
    expect(response.body).toEqual({
      data: [
        { FILE_NM: 'bill-of-lading.pdf', FILE_SN: serial },
        { FILE_NM: 'photo.PNG', FILE_SN: serial },
      ],
    })
    const serials = response.body.data.map((row) => String(row['FILE_SN']))
    expect(await getContents()).toEqual(expect.arrayContaining(serials))
    const rows = await site.db.query(sql`
      select media_type, byte_count, parts, created_by, wcode, owner_cds from stored_file
      where file_sn = ${serials[1]}`)
    expect(rows).toEqual([
      {
        media_type: 'image/png',
        byte_count: png.length,
        parts: { REF_NO: 'RC-1' },
        created_by: 'admin',
        wcode: 'W01',
        owner_cds: null,
      },
    ])
  })

  test('accepts xlsx, CP949 csv and UTF-16 text files', async () => {
    const here = await createSiteApp(site)
    const admin = await here.login('admin')
    const sheet = writeSpreadsheet({
      format: 'xlsx',
      columns: [{ title: '품목', kind: 'text' }],
      rows: [['a']],
    })
    const cp949 = Buffer.from([0xc7, 0xb0, 0xb8, 0xf1, 0x0d, 0x0a])
    const wide = Buffer.from('\ufeff품목\t수량', 'utf16le')
    const parts = [
      file('a.xlsx', Buffer.concat(await sheet.toArray())),
      file('b.csv', cp949),
      file('c.txt', wide),
    ]
    expect((await upload(admin, parts)).status).toBe(200)
  })

  test.each([
    ['a page', 'a.html', '<script>alert(1)</script>'],
    ['a drawing with a script', 'a.svg', '<svg onload="alert(1)"/>'],
    ['a program', 'a.exe', 'MZ'],
    ['no extension', 'README', 'text'],
    ['an extension named like an object property', 'a.constructor', 'text'],
    ['a page named like a picture', 'a.png', '<html>'],
    ['a program named like a list', 'a.csv', Buffer.from([0x4d, 0x5a, 0, 1, 2])],
    ['an archive named like a spreadsheet', 'a.xlsx', Buffer.from('504b0304', 'hex')],
    ['an empty file', 'a.txt', ''],
  ])('rejects %s and stores none of the other files', async (_, name, content) => {
    const here = await createSiteApp(site)
    const admin = await here.login('admin')
    const before = await getContents()
    const response = await upload(admin, [file('good.pdf'), file(name, content)])
    expect(outcome(response)).toEqual([422, 'FILE_KIND'])
    expect(response.body.message).toContain(name)
    expect(await getContents()).toEqual(before)
  })

  test('rejects a spreadsheet with macros', async () => {
    const { utils, write } = await import('xlsx')
    const book = utils.book_new(utils.aoa_to_sheet([['a']]), 'a')
    Object.assign(book, { vbaraw: Buffer.from('macro') })
    const bytes: Buffer = write(book, { type: 'buffer', bookType: 'xlsm', bookVBA: true })
    const here = await createSiteApp(site)
    const response = await upload(await here.login('admin'), [file('a.xlsx', bytes)])
    expect(outcome(response)).toEqual([422, 'FILE_KIND'])
  })

  test('rejects a file above 20 MB and a request without a file', async () => {
    const here = await createSiteApp(site)
    const admin = await here.login('admin')
    const before = await getContents()
    const big = Buffer.concat([pdf, Buffer.alloc(20 * 1024 * 1024)])
    expect(outcome(await upload(admin, [file('big.pdf', big)]))).toEqual([413, 'TOO_LARGE'])
    expect(outcome(await upload(admin, [{ name: 'a', content: 'b' }]))).toEqual([
      400,
      'FILE_MISSING',
    ])
    expect(outcome(await admin.post('/api/file/fileUpload', {}))).toEqual([400, 'FILE_MISSING'])
    expect(await getContents()).toEqual(before)
  })

  test('enforces the quota per user, also for concurrent uploads', async () => {
    await site.db.execute(sql`delete from stored_file where created_by = 'second'`)
    const before = await getContents()
    const here = await createSiteApp(site, { fileQuotaBytes: pdf.length * 2 })
    const second = await here.login('second')
    const responses = await Promise.all([1, 2, 3].map((n) => upload(second, [file(`${n}.pdf`)])))
    const statuses = responses.map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 413])
    expect(await getContents()).toHaveLength(before.length + 2)
    expect((await upload(await here.login('nobody'), [file('a.pdf')])).status).toBe(200)
  })

  test('an inaccessible owner is rejected like an unknown one', async () => {
    const here = await createSiteApp(site)
    const customer = await here.login('customer')
    const uploadFor = (owner: string) =>
      upload(customer, [{ name: 'OWNER_CD', content: owner }, file('a.pdf')])
    const [theirs, none] = [await uploadFor('HANBIT'), await uploadFor('NOSUCH')]
    expect(outcome(theirs)).toEqual([404, 'OWNER_UNKNOWN'])
    expect(theirs.text.replace('HANBIT', 'NOSUCH')).toBe(none.text)
    expect((await uploadFor('GIFT')).status).toBe(200)
  })
})

describe('a download', () => {
  test('returns the same bytes and name as an attachment that no browser displays', async () => {
    const here = await createSiteApp(site)
    const admin = await here.login('admin')
    const fileSn = await store(admin, file('출고 "증빙".pdf'.replaceAll('"', '%22')))
    for (const response of [
      await download(admin, fileSn),
      await admin.post('/api/file/fileDownload', { FILE_SN: fileSn }),
      await admin.get(`/api/file/fileDownload?fileSn=${fileSn}`),
    ]) {
      expect(response.status).toBe(200)
      expect(response.bytes.equals(pdf)).toBe(true)
      expect(response.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-length': String(pdf.length),
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
      const disposition = String(response.headers['content-disposition'])
      expect(disposition).toMatch(/^attachment; filename="/)
      expect(disposition).toContain(encodeURIComponent('출고'))
    }
    const twice = await admin.get(`/api/file/fileDownload?fileSn=${fileSn}&fileSn=${fileSn}`)
    expect(outcome(twice)).toEqual([400, 'QUERY_INVALID'])
  })

  test('files of another owner or warehouse are refused like unknown ones', async () => {
    const here = await createSiteApp(site)
    const admin = await here.login('admin')
    const customer = await here.login('customer')
    const uploadFor = (owner: string) =>
      store(admin, { name: 'OWNER_CD', content: owner }, file('a.pdf'))
    const elsewhere = await upload(admin, [file('a.pdf')], { wcode: 'W02' })
    const far = String(elsewhere.body.data[0]?.['FILE_SN'])
    const none = await download(customer, '00000000-0000-4000-8000-000000000000')
    expect(outcome(none)).toEqual([404, 'FILE_UNKNOWN'])
    const hidden = [
      await uploadFor('HANBIT'),
      await store(admin, file('a.pdf')),
      far,
      '../../x',
      '',
    ]
    for (const fileSn of hidden) {
      expect((await download(customer, fileSn)).text).toBe(none.text)
      const inWindow = await customer.get(`/api/file/fileDownload?fileSn=${fileSn}`)
      expect(inWindow.text).toBe(none.text)
      const imageAnswer = await customer.post('/api/file/base64ImageDownload', { fileSn })
      expect(imageAnswer.text).toBe(none.text)
    }
    expect((await download(customer, await uploadFor('GIFT'))).status).toBe(200)
    const own = await store(customer, file('own.pdf'))
    expect((await download(customer, own)).status).toBe(200)
    expect((await download(admin, own)).status).toBe(200)
    expect((await download(await here.login('second'), far)).status).toBe(200)
    expect(outcome(await download(await here.login('nobody'), far))).toEqual([404, 'FILE_UNKNOWN'])
  })

  test('requires a screen with files, except for own uploads', async () => {
    const here = await createSiteApp(site)
    const admin = await here.login('admin')
    const customer = await here.login('customer')
    const about = { name: 'OWNER_CD', content: 'GIFT' }
    const [theirs, own] = [
      await store(admin, about, file('a.pdf')),
      await store(customer, about, file('b.pdf')),
    ]
    await site.db.execute(sql`delete from role_menu
      where menu_id = 'AttachFilePopup' and role_cd = 'CUSTOMER'`)
    try {
      expect(outcome(await upload(customer, [file('c.pdf')]))).toEqual([403, 'FORBIDDEN'])
      expect(outcome(await download(customer, theirs))).toEqual([404, 'FILE_UNKNOWN'])
      expect((await download(customer, own)).status).toBe(200)
    } finally {
      await site.db.execute(sql`
        insert into role_menu values ('CUSTOMER', 'AttachFilePopup', '{search,save}')`)
    }
  })

  test.each([
    ['UTF-8', Buffer.from('품목,수량'), 'text/csv; charset=utf-8'],
    ['CP949', Buffer.from('c7b0b8f12cbcf6b7ae', 'hex'), 'text/csv; charset=euc-kr'],
    ['UTF-16', Buffer.from('\uFEFF품목', 'utf16le'), 'text/csv; charset=utf-16le'],
  ])('states the charset of a text in %s', async (_, content, type) => {
    const here = await createSiteApp(site)
    const admin = await here.login('admin')
    const response = await download(admin, await store(admin, file('a.csv', content)))
    expect(response.headers['content-type']).toBe(type)
    expect(response.bytes.equals(content)).toBe(true)
  })

  test('rejects a serial that contains a NUL', async () => {
    const here = await createSiteApp(site)
    const admin = await here.login('admin')
    const response = await admin.get('/api/file/fileDownload?fileSn=%00')
    expect(outcome(response)).toEqual([400, 'QUERY_INVALID'])
    expect((await download(admin, '\0')).status).toBe(400)
  })

  test('a file without content is reported as unknown', async () => {
    const here = await createSiteApp(site)
    const admin = await here.login('admin')
    const fileSn = await store(admin, file('a.pdf'))
    await corruptChunk(sql`delete from stored_chunk where file_sn = ${fileSn}`)
    expect(outcome(await download(admin, fileSn))).toEqual([404, 'FILE_UNKNOWN'])
  })
})

describe('the content of a stored file', () => {
  test('chunks of a long file are written and read in order', async () => {
    const here = await createSiteApp(site)
    const admin = await here.login('admin')
    const long = Buffer.concat([pdf, randomBytes(3 * chunkBytes)])
    const fileSn = await store(admin, file('long.pdf', long))
    const chunks = await site.db.query(sql`
      select chunk_no "no", length(bytes) "size" from stored_chunk where file_sn = ${fileSn}
      order by 1`)
    expect(chunks).toEqual([
      { no: 0, size: chunkBytes },
      { no: 1, size: chunkBytes },
      { no: 2, size: chunkBytes },
      { no: 3, size: pdf.length },
    ])
    expect((await download(admin, fileSn)).bytes.equals(long)).toBe(true)
  })

  test('a spreadsheet of several chunks is recognized by its directory', async () => {
    const here = await createSiteApp(site)
    const admin = await here.login('admin')
    const { utils, write } = await import('xlsx')
    const noise = Array.from({ length: 12_000 }, () => [randomBytes(40).toString('hex')])
    const book = utils.book_new(utils.aoa_to_sheet(noise), 'a')
    const bytes: Buffer = write(book, { type: 'buffer', bookType: 'xlsx', compression: true })
    expect(bytes.length).toBeGreaterThan(2 * chunkBytes)
    const trailer = Buffer.from('appended by a mail gateway')
    const response = await upload(admin, [file('a.xlsx', Buffer.concat([bytes, trailer]))])
    expect(response.status, response.text).toBe(200)
  })

  test('the content of a stored file cannot be changed or deleted while the file is stored', async () => {
    const here = await createSiteApp(site)
    const fileSn = await store(await here.login('admin'), file('a.pdf'))
    for (const change of [
      sql`update stored_chunk set bytes = '\\x00' where file_sn = ${fileSn}`,
      sql`delete from stored_chunk where file_sn = ${fileSn}`,
    ]) {
      await expect(site.db.execute(change)).rejects.toMatchObject({ code: 'WM001' })
    }
  })

  test('a server with another data folder reads the file', async () => {
    const [first, second] = [await createSiteApp(site), await createSiteApp(site)]
    expect(first.dataDir).not.toBe(second.dataDir)
    const fileSn = await store(await first.login('admin'), file('a.pdf'))
    const response = await download(await second.login('admin'), fileSn)
    expect(response.bytes.equals(pdf)).toBe(true)
    expect(fs.existsSync(path.join(first.dataDir, 'files'))).toBe(false)
  })

  test('a starting server copies files of earlier versions from its data folder', async () => {
    const here = await createSiteApp(site)
    const admin = await here.login('admin')
    const fileSn = await store(admin, file('old.pdf'))
    await corruptChunk(sql`delete from stored_chunk where file_sn = ${fileSn}`)
    const folder = path.join(here.dataDir, 'files', fileSn.slice(0, 2))
    fs.mkdirSync(folder, { recursive: true })
    fs.writeFileSync(path.join(folder, fileSn), pdf)
    expect(outcome(await download(admin, fileSn))).toEqual([404, 'FILE_UNKNOWN'])
    await createSiteApp(site, { dataDir: here.dataDir })
    expect((await download(admin, fileSn)).bytes.equals(pdf)).toBe(true)
  })
})

describe('images inside a page', () => {
  test('only intact images are returned as base64', async () => {
    const here = await createSiteApp(site)
    const admin = await here.login('admin')
    const getImage = (fileSn: string) => admin.post('/api/file/base64ImageDownload', { fileSn })
    const picture = await store(admin, file('logo.png', png))
    expect((await getImage(picture)).body).toEqual({
      data: png.toString('base64'),
      MEDIA_TYPE: 'image/png',
      FILE_NM: 'logo.png',
    })
    expect(outcome(await getImage(await store(admin, file('a.pdf'))))).toEqual([
      422,
      'NOT_AN_IMAGE',
    ])
    await corruptChunk(sql`
      update stored_chunk set bytes = ${Buffer.from('changed on the disk')}
      where file_sn = ${picture}`)
    expect((await getImage(picture)).status).toBe(500)
  })

  test('the product logo is shown until the site has its own', async () => {
    const here = await createSiteApp(site)
    const getLogo = async () => (await here.visitor().post('/api/file/logoImageDownload')).body
    const first = await getLogo()
    const data: unknown = first.data
    const drawn = Buffer.from(typeof data === 'string' ? data : '', 'base64').toString()
    expect(first).toMatchObject({ MEDIA_TYPE: 'image/svg+xml' })
    expect(drawn).toMatch(/^<svg [^]*<\/svg>\s*$/)
    fs.writeFileSync(path.join(here.dataDir, 'logo.png'), png)
    expect(await getLogo()).toMatchObject({ data: png.toString('base64'), MEDIA_TYPE: 'image/png' })
  })
})

test('a download cannot be framed', async () => {
  const here = await createSiteApp(site)
  const admin = await here.login('admin')
  const fileSn = await store(admin, file('framed.pdf'))
  const { headers } = await download(admin, fileSn)
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
})
