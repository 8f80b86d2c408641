import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** A file of an archive; its bytes are produced on demand. */
export interface ZipEntry {
  readonly name: string
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

type Entries = AsyncIterable<ZipEntry> | Iterable<ZipEntry>

const entryOptions = {
  // Rows of a sheet repeat themselves: a higher level takes longer and saves little.
  compressionLevel: 3,
  // The earliest date of the format: equal content gives equal bytes.
  mtime: new Date(1980, 0, 1),
  forceDosTimestamp: true,
}

/** A zip archive as a byte stream that produces each entry as the previous one has been read. */
export function zipStream(entries: Entries): Readable {
  const zip = new ZipFile()
  // A PassThrough, which the types of yazl do not tell.
  const output = zip.outputStream as Readable
  addEntries(zip, output, entries).catch((error: unknown) => {
    output.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  return output
}

async function addEntries(zip: ZipFile, output: Readable, entries: Entries): Promise<void> {
  for await (const { name, content } of entries) {
    if (output.destroyed) return
    const source = Readable.from(content, { objectMode: false })
    // Without a reader nothing would end the source, which may hold a database cursor.
    const cancel = (): void => void source.destroy()
    output.once('close', cancel)
    zip.addReadStream(source, name, entryOptions)
    await finished(source)
    output.off('close', cancel)
  }
  zip.end()
}
