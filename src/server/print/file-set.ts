import { buffer } from 'node:stream/consumers'
import { zipStream } from '#server/files/zip-writer.ts'

/** What is handed over as files and not shown as pages, such as documents for another system. */
export interface FileSet {
  /** Name of the archive without its extension, where there are several. */
  readonly fileName: string
  readonly files: readonly {
    readonly name: string
    readonly type: string
    readonly content: string
  }[]
}

/** One file as it is, several as a zip archive. */
export async function fileOf({ fileName, files }: FileSet) {
  const [first] = files
  if (first && files.length === 1) {
    return { name: first.name, type: first.type, content: Buffer.from(first.content) }
  }
  const entries = files.map(({ name, content }) => ({ name, content: [Buffer.from(content)] }))
  const content = await buffer(zipStream(entries))
  return { name: `${fileName}.zip`, type: 'application/zip', content }
}
