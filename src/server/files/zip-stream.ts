import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'
import { SpreadsheetError } from './spreadsheet-error.ts'

/** A file of an archive, its bytes made as they are asked for. */
export interface ZipEntry {
  readonly name: string
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/** What the directory at the end says of one entry. */
interface Written {
  readonly name: Buffer
  readonly crc: number
  readonly packed: number
  readonly size: number
  readonly offset: number
}

/** Sizes follow the data (bit 3), names are UTF-8 (bit 11). */
const flags = 0x08_08
const deflateMethod = 8
/** 1 January 1980, the earliest day the format knows: the same rows make the same bytes. */
const dosDay = 0x00_21
const limit = 0xff_ff_ff_ff
/** Rows of a sheet repeat themselves: more effort costs time and saves little. */
const level = 3

/**
 * A zip archive as a byte stream, nothing of it held but the directory (APPNOTE 6.3, without
 * zip64). Throws SpreadsheetError `too-large` beyond 4 GiB.
 */
export async function* zipStream(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
): AsyncGenerator<Buffer> {
  const directory: Written[] = []
  let offset = 0
  for await (const { name, content } of entries) {
    const start = offset
    const encoded = Buffer.from(name)
    const header = localHeader(encoded)
    yield header
    let packed = 0
    const tally = { crc: 0, size: 0 }
    for await (const chunk of deflated(content, tally)) {
      packed += chunk.length
      yield chunk
    }
    if (tally.size >= limit) throw new SpreadsheetError('too-large', name)
    yield descriptor(tally.crc, packed, tally.size)
    offset += header.length + packed + 16
    if (offset >= limit) throw new SpreadsheetError('too-large', name)
    directory.push({ name: encoded, crc: tally.crc, packed, size: tally.size, offset: start })
  }
  const central = Buffer.concat(directory.map(centralHeader))
  yield central
  yield endOfDirectory(directory.length, central.length, offset)
}

async function* deflated(
  content: ZipEntry['content'],
  tally: { crc: number; size: number },
): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ level })
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      tally.crc = crc32(chunk, tally.crc)
      tally.size += chunk.length
      yield chunk
    }
  }
  // A source that fails destroys the stream, which then fails for whoever reads it.
  pipeline(Readable.from(counted(), { objectMode: false }), deflate, () => undefined)
  for await (const chunk of deflate) yield chunk as Buffer
}

function localHeader(name: Buffer): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04_03_4b_50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(flags, 6)
  header.writeUInt16LE(deflateMethod, 8)
  header.writeUInt16LE(dosDay, 12)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name])
}

function descriptor(crc: number, packed: number, size: number): Buffer {
  const bytes = Buffer.alloc(16)
  bytes.writeUInt32LE(0x08_07_4b_50, 0)
  bytes.writeUInt32LE(crc, 4)
  bytes.writeUInt32LE(packed, 8)
  bytes.writeUInt32LE(size, 12)
  return bytes
}

function centralHeader({ name, crc, packed, size, offset }: Written): Buffer {
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x02_01_4b_50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(20, 6)
  header.writeUInt16LE(flags, 8)
  header.writeUInt16LE(deflateMethod, 10)
  header.writeUInt16LE(dosDay, 14)
  header.writeUInt32LE(crc, 16)
  header.writeUInt32LE(packed, 20)
  header.writeUInt32LE(size, 24)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt32LE(offset, 42)
  return Buffer.concat([header, name])
}

function endOfDirectory(count: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06_05_4b_50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(length, 12)
  end.writeUInt32LE(offset, 16)
  return end
}
