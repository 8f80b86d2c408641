import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import { AppError } from '#server/base/app-error.ts'
import type { Database, Queryable } from '#server/db/database.ts'

export const chunkBytes = 256 * 1024

export interface WrittenBytes {
  readonly byteCount: number
  readonly sha256: string
}

export function unknownFileError(): AppError {
  return new AppError(404, 'FILE_UNKNOWN', label('파일을 찾을 수 없습니다.', 'File not found.'))
}

/**
 * Writes the content of a file as it arrives, chunk by chunk: no transaction waits for the sender
 * and at most two chunks are in memory.
 */
export async function writeBytes(
  db: Queryable,
  serial: string,
  content: AsyncIterable<Uint8Array>,
): Promise<WrittenBytes> {
  const hash = createHash('sha256')
  let [byteCount, number] = [0, 0]
  for await (const chunk of splitIntoChunks(content)) {
    hash.update(chunk)
    byteCount += chunk.length
    await insertChunk(db, serial, number, chunk)
    number += 1
  }
  return { byteCount, sha256: hash.digest('hex') }
}

async function insertChunk(db: Queryable, serial: string, number: number, bytes: Uint8Array) {
  await db.execute(sql`
    insert into stored_chunk (file_sn, chunk_no, bytes) values (${serial}, ${number}, ${bytes})`)
}

/** Deletes the content of files that were not stored. Never deletes the content of stored files. */
export async function discardBytes(db: Database, serials: readonly string[]): Promise<void> {
  if (serials.length === 0) return
  await db.execute(sql`
    delete from stored_chunk where file_sn = any(${[...serials]}::text[])
      and not exists (select from stored_file f where f.file_sn = stored_chunk.file_sn)`)
}

async function* splitIntoChunks(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = []
  let size = 0
  for await (const part of content) {
    for (let index = 0; index < part.length;) {
      const taken = part.subarray(index, index + chunkBytes - size)
      parts.push(taken)
      size += taken.length
      index += taken.length
      if (size < chunkBytes) continue
      yield Buffer.concat(parts)
      ;[parts, size] = [[], 0]
    }
  }
  if (size > 0) yield Buffer.concat(parts)
}

/** Returns one chunk; undefined after the last one. */
export async function readChunk(
  db: Queryable,
  serial: string,
  number: number,
): Promise<Buffer | undefined> {
  const [row] = await db.query<{ bytes: Uint8Array }>(sql`
    select bytes from stored_chunk where file_sn = ${serial} and chunk_no = ${number}`)
  return row && Buffer.from(row.bytes.buffer, row.bytes.byteOffset, row.bytes.byteLength)
}

/**
 * Reads a file chunk by chunk. If the content does not have the given hash, throws before the last
 * chunk, because the client must not receive a complete damaged file.
 */
export async function* readBytes(
  db: Queryable,
  serial: string,
  sha256: string,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let held: Buffer | undefined
  for (let number = 0; ; number += 1) {
    const chunk = await readChunk(db, serial, number)
    if (!chunk) break
    if (held) yield held
    hash.update(chunk)
    held = chunk
  }
  if (hash.digest('hex') !== sha256) {
    throw new Error(`stored file ${serial} is not what was uploaded`)
  }
  if (held) yield held
}
