import { inflateRawSync } from 'node:zlib'

import { howMany } from '#kernel/how-many.ts'
import { label } from '#kernel/label.ts'

import { SpreadsheetError } from './spreadsheet-error.ts'

/** One file of a zip archive as its central directory declares it; sizes in bytes. */
export interface ZipEntry {
  name: string
  compression: 'stored' | 'deflated' | 'other'
  encrypted: boolean
  compressedSize: number
  size: number
  localHeaderOffset: number
}

const entriesMax = 1_000
/** What all parts that are read may unpack into together. */
export const unpackedBytesMax = 128 * 1024 * 1024
const ratioMax = 200
const ratioCheckedFromBytes = 1024 * 1024

const signature = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50, end64: 0x06064b50 }
const locator64 = 0x07064b50
const unknown32 = 0xffffffff

const zipStructure = label('압축 구조', 'structure of the archive')
const tooManyFiles = (count: number) =>
  label(`압축 안의 파일 ${howMany(count)}개`, `${howMany(count, 'file')} inside the archive`)
const tooTight = (ratio: number) =>
  label(`압축을 풀면 ${ratio}배로 커지는 내용`, `unpacks to ${ratio} times its size`)

/** Whether the bytes begin as a zip archive does. */
export function looksLikeZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04
}

/**
 * The central directory by lower-case name with forward slashes, read without unpacking anything.
 * Throws SpreadsheetError `broken` when the archive is cut off, inconsistent or names a file
 * twice, and `too-large` when it has more than 1,000 entries.
 */
export function readZipDirectory(bytes: Uint8Array): Map<string, ZipEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const { count, offset } = findDirectory(view)
    if (count > entriesMax) throw new SpreadsheetError('too-large', tooManyFiles(count))
    const entries = new Map<string, ZipEntry>()
    let at = offset
    for (let index = 0; index < count; index += 1) {
      const { entry, next } = readEntry(bytes, view, at)
      if (entries.has(entry.name)) throw new SpreadsheetError('broken', zipStructure)
      entries.set(entry.name, entry)
      at = next
    }
    return entries
  } catch (error) {
    if (error instanceof RangeError) throw new SpreadsheetError('broken', zipStructure)
    throw error
  }
}

/**
 * Refuses an entry that would unpack into too much: more than 128 MB, or over 200 times its packed
 * size, which only bombs claim. Pictures and other parts that are never unpacked are not asked.
 */
export function checkEntry(entry: ZipEntry): void {
  if (entry.encrypted) throw new SpreadsheetError('encrypted')
  if (entry.size > unpackedBytesMax) {
    throw new SpreadsheetError('too-large', `${Math.round(entry.size / 1024 / 1024)} MB`)
  }
  const ratio = entry.size / Math.max(1, entry.compressedSize)
  if (entry.size > ratioCheckedFromBytes && ratio > ratioMax) {
    throw new SpreadsheetError('too-large', tooTight(Math.round(ratio)))
  }
}

/**
 * Unpacks one entry. Stops as soon as the content exceeds the declared size, so a header that
 * lies costs no more memory than it declared; then throws SpreadsheetError `broken`.
 */
export function unpackEntry(bytes: Uint8Array, entry: ZipEntry): Buffer {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const at = entry.localHeaderOffset
  try {
    if (view.getUint32(at, true) !== signature.local)
      throw new SpreadsheetError('broken', zipStructure)
    const start = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true)
    const packed = bytes.subarray(start, start + entry.compressedSize)
    if (packed.length < entry.compressedSize) throw new SpreadsheetError('broken', zipStructure)
    const content = unpack(packed, entry)
    if (content.length !== entry.size) throw new SpreadsheetError('broken', zipStructure)
    return content
  } catch (error) {
    if (error instanceof SpreadsheetError) throw error
    throw new SpreadsheetError('broken', entry.name.slice(0, 60))
  }
}

function unpack(packed: Uint8Array, entry: ZipEntry): Buffer {
  if (entry.compression === 'stored') return Buffer.from(packed)
  if (entry.compression === 'other') throw new SpreadsheetError('broken', zipStructure)
  return inflateRawSync(packed, { maxOutputLength: Math.max(1, entry.size) })
}

/** Finds the end record, which sits before a comment of at most 65,535 bytes. */
function findDirectory(view: DataView): { count: number; offset: number } {
  const lowest = Math.max(0, view.byteLength - 22 - 0xffff)
  for (let at = view.byteLength - 22; at >= lowest; at -= 1) {
    if (view.getUint32(at, true) !== signature.end) continue
    const count = view.getUint16(at + 10, true)
    const offset = view.getUint32(at + 16, true)
    const needs64 = count === 0xffff || offset === unknown32
    return needs64 ? findDirectory64(view, at) : { count, offset }
  }
  throw new SpreadsheetError('broken', zipStructure)
}

function findDirectory64(view: DataView, endAt: number): { count: number; offset: number } {
  const locatorAt = endAt - 20
  if (view.getUint32(locatorAt, true) !== locator64)
    throw new SpreadsheetError('broken', zipStructure)
  const at = readUint64(view, locatorAt + 8)
  if (view.getUint32(at, true) !== signature.end64)
    throw new SpreadsheetError('broken', zipStructure)
  return { count: readUint64(view, at + 32), offset: readUint64(view, at + 48) }
}

function readEntry(
  bytes: Uint8Array,
  view: DataView,
  at: number,
): { entry: ZipEntry; next: number } {
  if (view.getUint32(at, true) !== signature.central)
    throw new SpreadsheetError('broken', zipStructure)
  const nameLength = view.getUint16(at + 28, true)
  const extraLength = view.getUint16(at + 30, true)
  const extraAt = at + 46 + nameLength
  const name = new TextDecoder().decode(bytes.subarray(at + 46, extraAt))
  const method = view.getUint16(at + 10, true)
  const sizes = widen(view, extraAt, extraLength, {
    size: view.getUint32(at + 24, true),
    compressedSize: view.getUint32(at + 20, true),
    localHeaderOffset: view.getUint32(at + 42, true),
  })
  const entry: ZipEntry = {
    name: name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase(),
    compression: method === 0 ? 'stored' : method === 8 ? 'deflated' : 'other',
    encrypted: (view.getUint16(at + 8, true) & 1) === 1,
    ...sizes,
  }
  return { entry, next: extraAt + extraLength + view.getUint16(at + 32, true) }
}

interface Sizes {
  size: number
  compressedSize: number
  localHeaderOffset: number
}

/** Writers that stream (Apache POI among them) keep the sizes in the zip64 extra field. */
function widen(view: DataView, extraAt: number, extraLength: number, sizes: Sizes): Sizes {
  const wide = { ...sizes }
  let at = extraAt
  while (at + 4 <= extraAt + extraLength) {
    const id = view.getUint16(at, true)
    const length = view.getUint16(at + 2, true)
    if (id === 1) {
      let field = at + 4
      for (const key of ['size', 'compressedSize', 'localHeaderOffset'] as const) {
        if (sizes[key] !== unknown32) continue
        wide[key] = readUint64(view, field)
        field += 8
      }
    }
    at += 4 + length
  }
  return wide
}

function readUint64(view: DataView, at: number): number {
  const value = view.getBigUint64(at, true)
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new SpreadsheetError('broken', zipStructure)
  return Number(value)
}
