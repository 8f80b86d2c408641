/** Shared library required by an ELF file, with the file offset of its name. */
export interface NeededLibrary {
  readonly name: string
  readonly offset: number
}

const segmentLoad = 1
const segmentDynamic = 2
const tagNeeded = 1
const tagStrings = 5

/** Libraries in the dynamic section of a 64-bit little-endian ELF file. */
export function neededLibraries(file: Buffer): NeededLibrary[] {
  if (file.toString('latin1', 0, 6) !== '\x7fELF\x02\x01') throw new Error('not such an ELF file')
  const readNumber = (offset: number) => Number(file.readBigUInt64LE(offset))
  const segments = Array.from({ length: file.readUInt16LE(56) }, (_, index) => {
    const at = readNumber(32) + index * file.readUInt16LE(54)
    const [offset, address, size] = [readNumber(at + 8), readNumber(at + 16), readNumber(at + 32)]
    return { type: file.readUInt32LE(at), offset, address, size }
  })
  const dynamic = segments.find(({ type }) => type === segmentDynamic)
  if (!dynamic) return []
  const entries = Array.from({ length: dynamic.size / 16 }, (_, index) => {
    const at = dynamic.offset + index * 16
    return { tag: readNumber(at), value: readNumber(at + 8) }
  })
  const strings = entries.find(({ tag }) => tag === tagStrings)?.value ?? 0
  const loaded = segments.find(
    ({ type, address, size }) =>
      type === segmentLoad && address <= strings && strings < address + size,
  )
  if (!loaded) throw new Error('the names of libraries are in no segment')
  const table = loaded.offset + strings - loaded.address
  return entries
    .filter(({ tag }) => tag === tagNeeded)
    .map(({ value }) => {
      const offset = table + value
      return { name: file.toString('latin1', offset, file.indexOf(0, offset)), offset }
    })
}
