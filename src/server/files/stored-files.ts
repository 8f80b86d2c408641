import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import sql from 'sql-template-tag'
import { readFiles } from '#server/files/file-rights.ts'
import { label } from '#kernel/label.ts'
import { mayCall } from '#server/auth/grants.ts'
import type { Session } from '#server/auth/session.ts'
import type { Database } from '#server/db/database.ts'
import { AppError } from '#server/base/app-error.ts'
import type { DataScope } from '#server/auth/caller.ts'
import { safeFileName } from './content-disposition.ts'
import { allowedExtensions, detectMediaType } from './file-kind.ts'

export interface UploadedFile {
  readonly name: string
  readonly bytes: Buffer
}

export interface StoredFile {
  readonly FILE_NM: string
  readonly FILE_SN: string
}

export interface UploadRequest {
  readonly files: readonly UploadedFile[]
  /** Owner the files are about; null for all owners of the uploader. */
  readonly owner: string | null
  readonly parts: Readonly<Record<string, string>>
}

export interface FileStore {
  readonly dataDir: string
  readonly fileQuotaBytes: number
}

interface KeptFile extends UploadedFile {
  readonly serial: string
  readonly mediaType: string
}

/**
 * Stores files under server-generated names, all or none. Throws AppError 422 for a type that is
 * not allowed or does not match the extension, 404 for an owner out of scope, 413 over the quota.
 */
export async function storeFiles(
  db: Database,
  store: FileStore,
  caller: { userId: string; scope: DataScope },
  request: UploadRequest,
): Promise<StoredFile[]> {
  const owners = await ownersOfUpload(db, caller.scope, request.owner)
  const files = await Promise.all(request.files.map(checkedFile))
  const wanted = files.reduce((sum, file) => sum + file.bytes.length, 0)
  const written: string[] = []
  try {
    for (const file of files) {
      written.push(file.serial)
      await writeThrough(store.dataDir, file)
    }
    await db.transaction(async (tx) => {
      // Serialize uploads per user. Concurrent ones could exceed the quota together.
      await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${caller.userId}, 5))`)
      const [kept] = await tx.query<{ bytes: number }>(sql`
        select coalesce(sum(byte_count), 0) bytes from stored_file
        where created_by = ${caller.userId}`)
      if ((kept?.bytes ?? 0) + wanted > store.fileQuotaBytes) throw overQuota(store)
      for (const file of files) {
        const sha256 = createHash('sha256').update(file.bytes).digest('hex')
        await tx.execute(sql`
          insert into stored_file (file_sn, file_nm, media_type, byte_count, sha256, wcode,
            owner_cds, parts, created_by)
          values (${file.serial}, ${file.name}, ${file.mediaType}, ${file.bytes.length}, ${sha256},
            ${caller.scope.wcode}, ${owners && [...owners]}::text[],
            ${JSON.stringify(request.parts)}::jsonb, ${caller.userId})`)
      }
    })
  } catch (error) {
    for (const serial of written) await rm(getFilePath(store.dataDir, serial), { force: true })
    throw error
  }
  return files.map(({ name, serial }) => ({ FILE_NM: name, FILE_SN: serial }))
}

function overQuota(store: FileStore): AppError {
  const mb = Math.floor(store.fileQuotaBytes / 1024 / 1024)
  const text = label(
    `사용자당 보관 용량(${mb}MB)을 넘습니다.`,
    `This exceeds the storage limit per user (${mb} MB).`,
  )
  return new AppError(413, 'FILE_QUOTA', text)
}

async function ownersOfUpload(
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

async function checkedFile({ name: given, bytes }: UploadedFile): Promise<KeptFile> {
  const name = safeFileName(given, 'file')
  const mediaType = await detectMediaType(name, bytes)
  if (mediaType && bytes.length > 0) return { name, bytes, mediaType, serial: randomUUID() }
  const kinds = allowedExtensions.join(', ')
  const text = label(
    `${name}: 올릴 수 없는 형식이거나 내용이 확장자와 다릅니다. (${kinds})`,
    `${name}: this file type cannot be uploaded, or the content does not match it. (${kinds})`,
  )
  throw new AppError(422, 'FILE_KIND', text)
}

function getFilePath(dataDir: string, serial: string): string {
  return join(dataDir, 'files', serial.slice(0, 2), serial)
}

export async function readStoredBytes(dataDir: string, serial: string): Promise<Buffer> {
  return readFile(getFilePath(dataDir, serial)).catch(() => {
    throw unknownFile()
  })
}

/** Written and synced before its row: after a power cut, no row may lack its file. */
async function writeThrough(dataDir: string, file: KeptFile): Promise<void> {
  const path = getFilePath(dataDir, file.serial)
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
  const draft = `${path}.part`
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(file.bytes)
    await handle.sync()
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  } finally {
    await handle.close()
  }
  await rename(draft, path)
}

export interface FoundFile {
  readonly name: string
  readonly mediaType: string
  readonly byteCount: number
  readonly read: () => Promise<Readable>
  /** Reads the complete file and verifies its upload checksum. */
  readonly readWhole: () => Promise<Buffer>
}

function unknownFile(): AppError {
  return new AppError(404, 'FILE_UNKNOWN', label('파일을 찾을 수 없습니다.', 'File not found.'))
}

/**
 * Returns a file the session can read: of one of its warehouses, and either its own upload or, with
 * file permission, about owners within its scope. Throws the same error for others as for missing
 * files.
 */
export async function findStoredFile(
  db: Database,
  dataDir: string,
  session: Session,
  serial: string,
): Promise<FoundFile> {
  const owners = session.owners && [...session.owners]
  const [row] = await db.query<{
    file_nm: string
    media_type: string
    byte_count: number
    sha256: string
  }>(sql`
    select file_nm, media_type, byte_count, sha256 from stored_file
    where file_sn = ${serial} and wcode = any(${[...session.warehouses]}::text[])
      and (created_by = ${session.userId} or ${mayCall(session.grants, readFiles)}::boolean
        and (${owners}::text[] is null or owner_cds <@ ${owners}::text[]))`)
  if (!row) throw unknownFile()
  const path = getFilePath(dataDir, serial)
  return {
    name: row.file_nm,
    mediaType: row.media_type,
    byteCount: row.byte_count,
    read: async () => {
      const stream = createReadStream(path)
      await new Promise<void>((resolve, reject) => {
        stream.once('open', () => resolve()).once('error', () => reject(unknownFile()))
      })
      return stream
    },
    readWhole: async () => {
      const bytes = await readFile(path).catch(() => undefined)
      if (!bytes) throw unknownFile()
      const isWhole = createHash('sha256').update(bytes).digest('hex') === row.sha256
      if (!isWhole) throw new Error(`stored file ${serial} is not what was uploaded`)
      return bytes
    },
  }
}
