import sql, { type Sql } from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import type { Queryable } from '#server/db/database.ts'
import { AppError } from '#server/base/app-error.ts'
import { readStoredBytes } from '#server/files/stored-files.ts'
import { pictureSize } from './picture-size.ts'
import type { PrintDocument } from './print-document.ts'

export interface Seal {
  readonly name: string
  readonly file: string
}

const maxBytes = 5 * 1024 * 1024
/** Maximum width in pixels, far more than a seal of two centimetres needs. */
const maxSide = 4_000

const selectSeals = (which: Sql) => sql`
  select corp_nm "name", seal_sn "file" from corp
  where use_yn = 'Y' and seal_sn is not null and ${which} order by corp_cd`

export async function readSeal(
  db: Queryable,
  bizNo: string | null | undefined,
  branchNo: string | null | undefined,
): Promise<Seal | undefined> {
  if (!bizNo) return undefined
  const [seal] = await db.query<{ name: string; file: string }>(
    selectSeals(sql`translate(biz_no, '-', '') = translate(${bizNo}, '-', '')
      and coalesce(sub_biz_no, '') = ${branchNo ?? ''}`),
  )
  return seal
}

/**
 * Returns the seal of the company that runs the site: the first active one, which issues the bills.
 */
export async function siteSeal(db: Queryable): Promise<Seal | undefined> {
  const [seal] = await db.query<{ name: string; file: string }>(
    selectSeals(sql`corp_cd = (select min(c.corp_cd) from corp c where c.use_yn = 'Y')`),
  )
  return seal
}

/** Embeds the seal images. Throws AppError 422 for an invalid image. */
export async function withSeals<T>(
  document: PrintDocument<T>,
  db: Queryable,
): Promise<PrintDocument<T>> {
  const files = new Set(document.pages.flatMap(({ seal }) => (seal ? [seal.file] : [])))
  if (files.size === 0) return document
  const images: Record<string, string> = {}
  for (const file of files) {
    const bytes = await readStoredBytes(db, file, maxBytes)
    const picture = pictureSize(bytes)
    if (!picture || picture.width > maxSide || picture.height > maxSide) throw unreadableSealError()
    images[file] = `data:${picture.mediaType};base64,${bytes.toString('base64')}`
  }
  return { ...document, images }
}

function unreadableSealError(): AppError {
  const text = label(
    `직인 이미지를 읽을 수 없습니다. 회사관리에서 PNG나 JPG(가로·세로 ${maxSide}픽셀 이하)로 다시 등록하세요.`,
    `The seal cannot be read. Attach it again on the Company screen as PNG or JPG (at most ${maxSide} pixels a side).`,
  )
  return new AppError(422, 'SEAL_UNREADABLE', text)
}
