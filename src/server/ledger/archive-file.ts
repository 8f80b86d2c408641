import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { syncFolder } from '#server/db/durable-fs.ts'

const format = 'warehouse-terminal archive 1'

/** Position in the chain of seals: number and hash (hex) of the last seal. */
export interface ChainHead {
  readonly sealNo: number
  readonly hash: string
}

interface ArchiveStart {
  readonly table: string
  readonly month: string
  /** Last seal before the month. Only for movements. */
  readonly base?: ChainHead
}

interface ArchiveEnd {
  readonly rows: number
  /** Last seal of the month. Only for movements. */
  readonly head?: ChainHead
}

/** An archived table, as the database records it. */
export interface ArchivedFile {
  readonly name: string
  readonly rows: number
  /** SHA-256 of all lines but the last, which states it. */
  readonly sha256: string
}

export interface ReadArchive extends ArchiveStart, ArchiveEnd {
  readonly sha256: string
  /** Hashes (hex) of the requested seals. */
  readonly seals: ReadonlyMap<number, string>
}

/** The file is damaged, incomplete or contradicts itself. */
export class ArchiveError extends Error {}

/**
 * Writes an archive: gzipped lines of JSON. The first states format, table, month and the seal
 * before the month, the last the number of rows, the last seal and the SHA-256 of all previous
 * lines. Lines of movements are `[seal number, hash, sealed content, row]`, where each hash is
 * SHA-256 over the previous hash and the content; other lines are `[row]`. The file gets its name
 * once it is complete and synced.
 */
export async function writeArchive(
  folder: string,
  start: ArchiveStart,
  pages: AsyncIterable<readonly string[]>,
  head?: ChainHead,
): Promise<ArchivedFile> {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const name = `${start.month}-${start.table}.jsonl.gz`
  const draft = path.join(folder, `${name}.part`)
  const sum = createHash('sha256')
  let rows = 0
  let sha256 = ''
  const addToChecksum = (text: string): string => {
    sum.update(text)
    return text
  }
  const lines = async function* (): AsyncGenerator<string> {
    yield addToChecksum(`${JSON.stringify({ format, ...start })}\n`)
    for await (const page of pages) {
      rows += page.length
      yield addToChecksum(page.map((line) => `${line}\n`).join(''))
    }
    sha256 = sum.digest('hex')
    yield `${JSON.stringify({ rows, ...(head && { head }), sha256 })}\n`
  }
  try {
    const out = fs.createWriteStream(draft, { mode: 0o600, flush: true })
    await pipeline(lines, createGzip(), out)
    fs.renameSync(draft, path.join(folder, name))
    syncFolder(folder)
    return { name, rows, sha256 }
  } catch (error) {
    fs.rmSync(draft, { force: true })
    throw error
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new ArchiveError('the file is damaged')
  }
}

/** Computes the chain of a file of movements again, line by line. */
class ReadChain {
  sealNo: number
  hash: Buffer
  readonly seals = new Map<number, string>()
  readonly #wanted: ReadonlySet<number>

  constructor(base: ChainHead, wanted: ReadonlySet<number>) {
    this.sealNo = base.sealNo
    this.hash = Buffer.from(base.hash, 'hex')
    this.#wanted = wanted
  }

  follow(line: string): void {
    const [sealNo, hash, content] = parse(line) as [number, string, string]
    this.hash = createHash('sha256').update(this.hash).update(content).digest()
    this.sealNo += 1
    if (sealNo !== this.sealNo || hash !== this.hash.toString('hex')) {
      throw new ArchiveError(`seal ${this.sealNo} does not match its movement`)
    }
    if (this.#wanted.has(sealNo)) this.seals.set(sealNo, hash)
  }
}

/**
 * Reads an archive and verifies its checksum, number of rows and chain without a database.
 * @param wanted seals whose hashes are returned.
 * @throws ArchiveError if the file is damaged or contradicts itself.
 */
export async function readArchive(
  file: string,
  wanted: ReadonlySet<number> = new Set(),
): Promise<ReadArchive> {
  if (!fs.existsSync(file)) throw new ArchiveError(`there is no file ${file}`)
  const unzipped = createGunzip()
  const zipped = fs.createReadStream(file).on('error', (error) => unzipped.destroy(error))
  zipped.pipe(unzipped)
  const lines = createInterface({ input: unzipped, crlfDelay: Infinity })
  const sum = createHash('sha256')
  let start: ArchiveStart | undefined
  let chain: ReadChain | undefined
  let rows = -1
  let last: string | undefined
  const accept = (line: string): void => {
    sum.update(`${line}\n`)
    rows += 1
    if (start) return chain?.follow(line)
    const { format: found, ...stated } = parse(line) as ArchiveStart & { format: string }
    if (found !== format) throw new ArchiveError('the file is no archive of this program')
    start = stated
    chain = stated.base && new ReadChain(stated.base, wanted)
  }
  try {
    for await (const line of lines) {
      if (last !== undefined) accept(last)
      last = line
    }
  } catch (error) {
    if (error instanceof ArchiveError || !(error instanceof Error) || !('code' in error))
      throw error
    throw new ArchiveError('the file is damaged or incomplete')
  }
  if (!start || last === undefined) throw new ArchiveError('the file is damaged or incomplete')
  const end = parse(last) as ArchiveEnd & { sha256: string }
  const found = chain && { sealNo: chain.sealNo, hash: chain.hash.toString('hex') }
  if (end.sha256 !== sum.digest('hex') || end.rows !== rows) {
    throw new ArchiveError('the file is damaged or incomplete')
  }
  if (JSON.stringify(end.head) !== JSON.stringify(found)) {
    throw new ArchiveError('the chain does not end at the seal that the file states')
  }
  return { ...start, ...end, seals: chain?.seals ?? new Map() }
}
