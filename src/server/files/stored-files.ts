import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sql from 'sql-template-tag'
import { readFilesPermission } from '#server/files/file-rights.ts'
import { label } from '#kernel/label.ts'
import { canCall } from '#server/auth/grants.ts'
import { partnersOf } from '#server/auth/partner-user.ts'
import type { Session } from '#server/auth/session.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { AppError } from '#server/base/app-error.ts'
import type { DataScope } from '#server/auth/caller.ts'
import { ChunkReader } from './chunk-reader.ts'
import { safeFileName } from './content-disposition.ts'
import type { FileSource } from './file-sources.ts'
import { allowedExtensions, detectMediaType } from './file-kind.ts'
import {
  discardBytes,
  readBytes,
  readChunk,
  unknownFileError,
  writeBytes,
  type WrittenBytes,
} from './stored-bytes.ts'
import { openZipIn } from './zip-reader.ts'

interface UploadedFile {
  readonly name: string
  readonly content: AsyncIterable<Uint8Array>
}

/** A file whose content is written, but not stored yet. */
export interface ReceivedFile extends WrittenBytes {
  readonly name: string
  readonly serial: string
  readonly mediaType: string
}

export interface StoredFile {
  readonly FILE_NM: string
  readonly FILE_SN: string
}

export interface UploadRequest {
  readonly files: readonly ReceivedFile[]
  readonly source: FileSource
  /** Owner the files are about; null for all owners the uploader can access. */
  readonly owner: string | null
  /** All warehouses of the user, for files with the bound `reader`. */
  readonly warehouses?: readonly string[]
  readonly parts: Readonly<Record<string, string>>
}

export interface FileStore {
  readonly fileQuotaBytes: number
}

/**
 * Writes the content of a file. Throws AppError 422 for a type that is not allowed or does not
 * match the extension. The caller stores or discards it.
 */
export async function receiveFile(
  db: Database,
  { name: given, content }: UploadedFile,
): Promise<ReceivedFile> {
  const name = safeFileName(given, 'file')
  const serial = randomUUID()
  try {
    const written = await writeBytes(db, serial, content)
    const mediaType = await storedMediaType(db, name, serial, written.byteCount)
    if (!mediaType) throw rejectedKindError(name)
    return { name, serial, mediaType, ...written }
  } catch (error) {
    await discardBytes(db, [serial])
    throw error
  }
}

export async function discardFiles(db: Database, files: readonly ReceivedFile[]): Promise<void> {
  await discardBytes(
    db,
    files.map(({ serial }) => serial),
  )
}

/**
 * Stores received files, all or none. Discards their content on failure. Throws AppError 404 for an
 * owner out of scope, 413 over the quota.
 */
export async function storeFiles(
  db: Database,
  store: FileStore,
  caller: { userId: string; scope: DataScope },
  request: UploadRequest,
): Promise<StoredFile[]> {
  try {
    const { owners, warehouses } = await contentBounds(db, caller, request)
    await db.transaction(async (tx) => {
      // Serialize uploads per user. Concurrent ones could exceed the quota together.
      await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${caller.userId}, 5))`)
      const wanted = request.files.reduce((sum, { byteCount }) => sum + byteCount, 0)
      if ((await countStoredBytes(tx, caller.userId)) + wanted > store.fileQuotaBytes) {
        throw overQuotaError(store)
      }
      for (const { serial, name, mediaType, byteCount, sha256 } of request.files) {
        await tx.execute(sql`
          insert into stored_file (file_sn, file_nm, media_type, byte_count, sha256, wcode, wcodes,
            owner_cds, parts, created_by)
          values (${serial}, ${name}, ${mediaType}, ${byteCount}, ${sha256},
            ${caller.scope.wcode}, ${warehouses}::text[], ${owners && [...owners]}::text[],
            ${JSON.stringify(request.parts)}::jsonb, ${caller.userId})`)
      }
    })
  } catch (error) {
    await discardFiles(db, request.files)
    throw error
  }
  return request.files.map(({ name, serial }) => ({ FILE_NM: name, FILE_SN: serial }))
}

async function countStoredBytes(db: Queryable, userId: string): Promise<number> {
  const [stored] = await db.query<{ bytes: number }>(sql`
    select coalesce(sum(byte_count), 0) bytes from stored_file where created_by = ${userId}`)
  return stored?.bytes ?? 0
}

/** Throws AppError 413 if the user has no storage left, before the content is received. */
export async function assertQuotaLeft(
  db: Queryable,
  store: FileStore,
  userId: string,
): Promise<void> {
  if ((await countStoredBytes(db, userId)) >= store.fileQuotaBytes) throw overQuotaError(store)
}

function overQuotaError(store: FileStore): AppError {
  const mb = Math.floor(store.fileQuotaBytes / 1024 / 1024)
  const text = label(
    `사용자당 보관 용량(${mb}MB)을 넘습니다.`,
    `This exceeds the storage limit per user (${mb} MB).`,
  )
  return new AppError(413, 'FILE_QUOTA', text)
}

/** Warehouses and owners whose data the files can contain; `owners` is null for all owners. */
async function contentBounds(
  db: Database,
  { scope }: { scope: DataScope },
  { source, owner, warehouses }: UploadRequest,
): Promise<{ owners: readonly string[] | null; warehouses: string[] }> {
  if (source.bound === 'upload') {
    return { owners: await uploadOwners(db, scope, owner), warehouses: [scope.wcode] }
  }
  if (!warehouses) throw new Error(`file ${source.name} names no warehouses of its reader`)
  return { owners: scope.owners, warehouses: [...warehouses] }
}

async function uploadOwners(
  db: Database,
  scope: DataScope,
  owner: string | null,
): Promise<readonly string[] | null> {
  if (owner === null) return scope.owners
  const known = await db.query(sql`select from owner where owner_cd = ${owner}`)
  if (known.length === 1 && (scope.owners?.includes(owner) ?? true)) return [owner]
  const text = label(`등록되지 않은 화주입니다: ${owner}`, `Owner not found: ${owner}`)
  throw new AppError(404, 'OWNER_UNKNOWN', text)
}

const headBytes = 64 * 1024

async function storedMediaType(
  db: Queryable,
  name: string,
  serial: string,
  size: number,
): Promise<string | undefined> {
  const first = await readChunk(db, serial, 0)
  if (!first) return undefined
  const openZip = async () => {
    const reader = new ChunkReader(db, serial)
    const tail = await buffer(reader.readRange(Math.max(0, size - 2 * headBytes), size))
    return openZipIn(reader, size, tail)
  }
  return detectMediaType(name, { head: first.subarray(0, headBytes), openZip })
}

function rejectedKindError(name: string): AppError {
  const kinds = allowedExtensions.join(', ')
  const text = label(
    `${name}: 올릴 수 없는 형식이거나 내용이 확장자와 다릅니다. (${kinds})`,
    `${name}: this file type cannot be uploaded, or the content does not match it. (${kinds})`,
  )
  return new AppError(422, 'FILE_KIND', text)
}

/** Reads a small file, such as an image to print. Throws AppError 404, also above `maxBytes`. */
export async function readStoredBytes(
  db: Queryable,
  serial: string,
  maxBytes: number,
): Promise<Buffer> {
  const [file] = await db.query<{ sha256: string }>(sql`
    select sha256 from stored_file where file_sn = ${serial} and byte_count <= ${maxBytes}
      and exists (select from stored_chunk c where c.file_sn = stored_file.file_sn)`)
  if (!file) throw unknownFileError()
  return buffer(readBytes(db, serial, file.sha256))
}

export interface FoundFile {
  readonly name: string
  readonly mediaType: string
  readonly byteCount: number
  /** Reads chunk by chunk and fails before the last one if the upload checksum differs. */
  readonly read: () => Readable
}

/**
 * SQL over `stored_file`: name of the query of a report, null for other files. Older reports refer
 * only to their job. If that job is deleted, the name is empty and the report can no longer be
 * opened.
 */
const reportedQuery = sql`coalesce(parts ->> 'QUERY', case when parts ? 'JOB_ID' then coalesce((
  select split_part(trim(j.payload ->> 'ARGUMENT'), ' ', 1) from job j
  where j.job_id::text = parts ->> 'JOB_ID'), '') end)`

/** Separates the branches and partners to which the creator of a report was limited. */
export const partnerMark = '\t'

/** SQL condition: a user of a branch or partner could see all of a report. */
const isOfPartners = (userId: string) => sql`(${reportedQuery} is null
  or string_to_array(parts ->> 'PARTNERS', ${partnerMark}) <@ ${partnersOf(userId)})`

/** Returns whether the session could run the query of a report now. */
export type CanReport = (session: Session, query: string) => boolean

/**
 * Returns a file that the session can read: its user's own, or with file permission also one of
 * another user. All warehouses and owners of the file must be within the user's current reach, and
 * so must the query, the branches and the partners of a report. Inaccessible and missing files
 * throw the same error.
 */
export async function findStoredFile(
  db: Database,
  session: Session,
  { serial, canReport }: { readonly serial: string; readonly canReport: CanReport },
): Promise<FoundFile> {
  const owners = session.owners && [...session.owners]
  const [row] = await db.query<{
    file_nm: string
    media_type: string
    byte_count: number
    sha256: string
    query: string | null
  }>(sql`
    select file_nm, media_type, byte_count, sha256, ${reportedQuery} query from stored_file
    where file_sn = ${serial}
      and coalesce(wcodes, array[wcode]) <@ ${[...session.warehouses]}::text[]
      and (${owners}::text[] is null or owner_cds <@ ${owners}::text[])
      and (${!session.forPartner} or ${isOfPartners(session.userId)})
      and exists (select from stored_chunk c where c.file_sn = stored_file.file_sn)
      and (created_by = ${session.userId} or ${canCall(session.grants, readFilesPermission)}::boolean)`)
  if (!row || (row.query !== null && !canReport(session, row.query))) throw unknownFileError()
  return {
    name: row.file_nm,
    mediaType: row.media_type,
    byteCount: row.byte_count,
    read: () => Readable.from(readBytes(db, serial, row.sha256), { highWaterMark: 1 }),
  }
}
