import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export interface ZipEntry {
  readonly name: string
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

type Entries = AsyncIterable<ZipEntry> | Iterable<ZipEntry>

const entryOptions = {
  // Sheet rows are repetitive: a higher level is slower and saves little.
  compressionLevel: 3,
  // The earliest date of the format. Makes equal content produce equal bytes.
  mtime: new Date(1980, 0, 1),
  forceDosTimestamp: true,
}

export function zipStream(entries: Entries): Readable {
  const zip = new ZipFile()
  // Actually a PassThrough, but yazl's types do not show it.
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
    // If the output closes early, close the source too, because it can hold a database cursor.
    const cancel = (): void => void source.destroy()
    output.once('close', cancel)
    zip.addReadStream(source, name, entryOptions)
    await finished(source)
    output.off('close', cancel)
  }
  zip.end()
}
