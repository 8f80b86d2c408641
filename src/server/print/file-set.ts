import { buffer } from 'node:stream/consumers'
import { zipStream } from '#server/files/zip-writer.ts'

/** Output delivered as files, such as documents for another system. */
export interface FileSet {
  /** Name of the zip archive for several files, without extension. */
  readonly fileName: string
  readonly files: readonly {
    readonly name: string
    readonly type: string
    readonly content: string
  }[]
}

export async function packFiles({ fileName, files }: FileSet) {
  const [first] = files
  if (first && files.length === 1) {
    return { name: first.name, type: first.type, content: Buffer.from(first.content) }
  }
  const entries = files.map(({ name, content }) => ({ name, content: [Buffer.from(content)] }))
  const content = await buffer(zipStream(entries))
  return { name: `${fileName}.zip`, type: 'application/zip', content }
}
