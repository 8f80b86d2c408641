import { Readable } from 'node:stream'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { fileSources } from '#server/files/file-sources.ts'
import { receiveFile, storeFiles } from '#server/files/stored-files.ts'
import { renderPdf } from '#server/print/pdf.ts'
import { pictureSize } from '#server/print/picture-size.ts'
import type { PrintDocument } from '#server/print/print-document.ts'
import { readSeal, siteSeal, withSeals } from '#server/print/seals.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { readPdfText } from './pdf-text.ts'

let site: TestSite
let admin: TestUser

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
})
afterAll(() => site.close())

const png = Buffer.from(
  '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489' +
    '0000000a49444154789c63000100000500010d0a2db40000000049454e44ae426082',
  'hex',
)
/** The same image with the maximum size a PNG can claim. */
const bomb = Buffer.from(png).fill(0x7f, 16, 24)
const jpeg = Buffer.from('ffd8ffe000040000ffc2001108002a0110', 'hex')

async function storePicture(name: string, bytes: Buffer): Promise<string> {
  const store = { fileQuotaBytes: 10_000_000 }
  const caller = { userId: 'admin', scope: { wcode: 'W01', owners: null } }
  const received = await receiveFile(site.db, { name, content: Readable.from([bytes]) })
  const request = { files: [received], source: fileSources.upload, owner: null, parts: {} }
  const [file] = await storeFiles(site.db, store, caller, request)
  return file?.FILE_SN ?? ''
}

const sealedDocument = (seal: PrintDocument['pages'][number]['seal']): PrintDocument => ({
  title: 'Invoice',
  paper: 'A4',
  orientation: 'portrait',
  copies: 1,
  fileName: 'Invoice',
  pages: [{ heading: [], columns: [], rows: [], signatures: ['Seller', 'Buyer'], seal }],
})
const countPictures = (pdf: Uint8Array) =>
  Buffer.from(pdf)
    .toString('latin1')
    .match(/\/Subtype \/Image/g)?.length ?? 0

describe('a printed document', () => {
  test('shows the company seal next to its name', async () => {
    const file = await storePicture('seal.png', png)
    const document = await withSeals(sealedDocument({ name: 'Hanbit Logistics', file }), site.db)
    const pdf = await renderPdf(document)
    expect(countPictures(pdf)).toBeGreaterThan(0)
    expect(readPdfText(pdf).join('')).toContain('Hanbit Logistics')
  })

  test('shows no seal image if the company has none', async () => {
    const pdf = await renderPdf(await withSeals(sealedDocument(undefined), site.db))
    expect(countPictures(pdf)).toBe(0)
    expect(readPdfText(pdf).join('')).toContain('(인)')
  })

  test('rejects a seal that is not an image, too large to draw, or missing', async () => {
    for (const [name, bytes] of [
      ['large.png', bomb],
      ['text.txt', Buffer.from('직인')],
    ] as const) {
      const file = await storePicture(name, bytes)
      await expect(
        withSeals(sealedDocument({ name: 'Hanbit Logistics', file }), site.db),
      ).rejects.toMatchObject({
        code: 'SEAL_UNREADABLE',
      })
    }
    await expect(
      withSeals(sealedDocument({ name: 'Hanbit Logistics', file: 'none' }), site.db),
    ).rejects.toThrow()
  })

  test('pictureSize reads the dimensions of PNG and JPEG images only', () => {
    expect(pictureSize(png)).toEqual({ mediaType: 'image/png', width: 1, height: 1 })
    expect(pictureSize(jpeg)).toEqual({ mediaType: 'image/jpeg', width: 272, height: 42 })
    expect(pictureSize(Buffer.from('ffd8ffd9', 'hex'))).toBeUndefined()
    expect(pictureSize(Buffer.from('GIF89a'))).toBeUndefined()
  })
})

describe('a company seal', () => {
  const company = (CORP_CD: string, BIZ_NO: string, SEAL_SN: Value = null) => ({
    BATCH_FLAG: 'I',
    CORP_CD,
    CORP_NM: `${CORP_CD} Logistics`,
    BIZ_NO,
    SEAL_SN,
  })
  beforeEach(() => site.db.execute(sql`delete from corp`))

  test('a company seal must be a PNG or JPG image of at most 500 KB', async () => {
    const text = await storePicture('seal.pdf', Buffer.from('%PDF-1.7\n%%EOF'))
    const large = await storePicture('large.png', Buffer.concat([png, Buffer.alloc(500_000)]))
    for (const file of [text, large]) {
      const refused = await admin.save('system/save-corp', [company('C1', '220-81-62517', file)])
      expect(refused.body.rows?.[0]).toMatchObject({
        COLUMN: 'SEAL_SN',
        POERROR: '직인은 500KB 이하의 PNG 또는 JPG 이미지로 등록하세요.',
      })
    }
    const file = await storePicture('seal.png', png)
    const saved = await admin.save('system/save-corp', [company('C1', '220-81-62517', file)])
    expect(saved.status).toBe(200)
    const head = { ...company('C2', '124-81-00998', text), ROW_TYPE: 'H', DOC_REF: '1' }
    const both = await admin.save('system/save-company', [head])
    expect(both.body.rows?.[0]).toMatchObject({ COLUMN: 'SEAL_SN' })
  })

  test('lookup matches the registration number and branch of an active company', async () => {
    const file = await storePicture('seal.png', png)
    await admin.save('system/save-corp', [company('C1', '220-81-62517', file)])
    expect(await readSeal(site.db, '2208162517', null)).toEqual({ name: 'C1 Logistics', file })
    expect(await readSeal(site.db, '2208162517', '0001')).toBeUndefined()
    expect(await readSeal(site.db, null, null)).toBeUndefined()
    await site.db.execute(sql`update corp set use_yn = 'N'`)
    expect(await readSeal(site.db, '2208162517', null)).toBeUndefined()
  })

  test('the site uses the seal of the company that bills', async () => {
    const file = await storePicture('seal.png', png)
    await admin.save('system/save-corp', [
      company('C1', '220-81-62517'),
      company('C2', '124-81-00998', file),
    ])
    expect(await siteSeal(site.db)).toBeUndefined()
    await site.db.execute(sql`update corp set use_yn = 'N' where corp_cd = 'C1'`)
    expect(await siteSeal(site.db)).toEqual({ name: 'C2 Logistics', file })
  })
})
