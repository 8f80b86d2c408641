import { buffer } from 'node:stream/consumers'
import {
  fromBufferPromise,
  fromRandomAccessReaderPromise,
  type Entry,
  type RandomAccessReader,
  type ZipFile,
} from 'yauzl'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { SpreadsheetError } from './spreadsheet-error.ts'

export interface ZipArchive {
  readonly file: ZipFile
  readonly entries: ReadonlyMap<string, Entry>
}

const maxEntries = 1_000
/** Total unpacked size of all parts that are read. */
export const maxUnpackedBytes = 128 * 1024 * 1024
const maxRatio = 200
const ratioCheckedFromBytes = 1024 * 1024

const zipStructure = label('압축 구조', 'structure of the archive')
const fileCountText = (count: number) =>
  label(
    `압축 안의 파일 ${formatCount(count)}개`,
    `${formatCount(count, 'file')} inside the archive`,
  )
const compressionText = (ratio: number) =>
  label(`압축을 풀면 ${ratio}배로 커지는 내용`, `unpacks to ${ratio} times its size`)

export function looksLikeZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04
}

/**
 * Reads the central directory without unpacking anything. Throws SpreadsheetError `broken` if the
 * archive is cut off, inconsistent or lists a file twice, `encrypted` if it uses strong encryption,
 * and `too-large` if it has more than 1,000 entries.
 */
export async function openZip(bytes: Uint8Array): Promise<ZipArchive> {
  return openArchive(() => {
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return fromBufferPromise(content.subarray(0, findZipEnd(content)), { decodeStrings: false })
  })
}

/** Like `openZip`, but reads only the directory. `tail` is the end of the file of `size` bytes. */
export function openZipIn(
  reader: RandomAccessReader,
  size: number,
  tail: Buffer,
): Promise<ZipArchive> {
  const end = size - tail.length + findZipEnd(tail)
  return openArchive(() => fromRandomAccessReaderPromise(reader, end, { decodeStrings: false }))
}

async function openArchive(open: () => Promise<ZipFile>): Promise<ZipArchive> {
  try {
    // Names are only looked up, never used as paths, so names that yauzl rejects are harmless.
    const file = await open()
    if (file.entryCount > maxEntries) {
      throw new SpreadsheetError('too-large', fileCountText(file.entryCount))
    }
    const entries = new Map<string, Entry>()
    for await (const entry of file.eachEntry()) {
      const name = partName(entry)
      if (entries.has(name)) throw new SpreadsheetError('broken', zipStructure)
      entries.set(name, entry)
    }
    return { file, entries }
  } catch (error) {
    if (error instanceof SpreadsheetError) throw error
    const isEncrypted = error instanceof Error && error.message.includes('encryption')
    throw isEncrypted
      ? new SpreadsheetError('encrypted')
      : new SpreadsheetError('broken', zipStructure)
  }
}

/**
 * Position after the end record and its comment. Mail gateways append bytes, which yauzl rejects.
 */
function findZipEnd(content: Buffer): number {
  const end = content.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  if (end < 0 || end + 22 > content.length) return content.length
  return Math.min(content.length, end + 22 + content.readUInt16LE(end + 20))
}

/** Names are UTF-8; some writers use backslashes or a leading slash. */
function partName({ fileNameRaw }: Entry): string {
  const name = new TextDecoder().decode(fileNameRaw)
  return name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase()
}

/**
 * Throws SpreadsheetError if an entry would unpack to more than 128 MB, or to over 200 times its
 * packed size, which only bombs do.
 */
export function checkEntry(entry: Entry): void {
  if (entry.isEncrypted()) throw new SpreadsheetError('encrypted')
  const { uncompressedSize: size, compressedSize } = entry
  if (size > maxUnpackedBytes) {
    throw new SpreadsheetError('too-large', `${Math.round(size / 1024 / 1024)} MB`)
  }
  const ratio = size / Math.max(1, compressedSize)
  if (size > ratioCheckedFromBytes && ratio > maxRatio) {
    throw new SpreadsheetError('too-large', compressionText(Math.round(ratio)))
  }
}

/**
 * Unpacks one entry. Stops as soon as the content exceeds its declared size, so a forged header
 * costs no more memory than it declares. Throws SpreadsheetError `broken`.
 */
export async function unpackEntry({ file }: ZipArchive, entry: Entry): Promise<Buffer> {
  try {
    return await buffer(await file.openReadStreamPromise(entry))
  } catch {
    throw new SpreadsheetError('broken', partName(entry).slice(0, 60))
  }
}
