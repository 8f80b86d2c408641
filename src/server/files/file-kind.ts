import type { ZipArchive } from './zip-reader.ts'

/** Content of a file that is loaded only in parts. */
interface FileContent {
  /** The first 64 KB, or the complete file if it is smaller. */
  readonly head: Buffer
  readonly openZip: () => Promise<ZipArchive>
}

interface FileKind {
  readonly mediaType: string
  readonly isContent: (content: FileContent) => boolean | Promise<boolean>
}

function startsWithSignature(...signatures: readonly string[]): (content: FileContent) => boolean {
  return ({ head }) =>
    signatures.some((hex) => {
      const wanted = Buffer.from(hex, 'hex')
      return head.subarray(0, wanted.length).equals(wanted)
    })
}

/** Matches a zip with the parts of an Office file. Macros are rejected. */
function isOfficeZip(part: string): FileKind['isContent'] {
  return async (content) => {
    if (!startsWithSignature('504b0304')(content)) return false
    try {
      const names = [...(await content.openZip()).entries.keys()]
      return (
        names.some((name) => name.startsWith(part)) &&
        !names.some((name) => name.endsWith('vbaproject.bin'))
      )
    } catch {
      return false
    }
  }
}

function isWebp(content: FileContent): boolean {
  return (
    startsWithSignature('52494646')(content) && content.head.toString('latin1', 8, 12) === 'WEBP'
  )
}

/**
 * Control characters allowed in text: tab, line breaks, form feed, and the escape of old Korean
 * mail.
 */
const textControls: ReadonlySet<number> = new Set([9, 10, 12, 13, 27])

function plainText(content: FileContent): boolean {
  // Excel's "Unicode text" is UTF-16, where half of the bytes are NUL.
  if (startsWithSignature('fffe', 'feff')(content)) return true
  return content.head.every((byte) => byte >= 32 || textControls.has(byte))
}

const compound = startsWithSignature('d0cf11e0a1b11ae1')
const openXml = 'application/vnd.openxmlformats-officedocument.'

/** Accepted files by extension. Nothing a browser would execute: no HTML, SVG or scripts. */
const kinds: Readonly<Record<string, FileKind>> = {
  pdf: { mediaType: 'application/pdf', isContent: startsWithSignature('255044462d') },
  png: { mediaType: 'image/png', isContent: startsWithSignature('89504e470d0a1a0a') },
  jpg: { mediaType: 'image/jpeg', isContent: startsWithSignature('ffd8ff') },
  jpeg: { mediaType: 'image/jpeg', isContent: startsWithSignature('ffd8ff') },
  gif: { mediaType: 'image/gif', isContent: startsWithSignature('474946383761', '474946383961') },
  webp: { mediaType: 'image/webp', isContent: isWebp },
  tif: { mediaType: 'image/tiff', isContent: startsWithSignature('49492a00', '4d4d002a') },
  tiff: { mediaType: 'image/tiff', isContent: startsWithSignature('49492a00', '4d4d002a') },
  xlsx: { mediaType: `${openXml}spreadsheetml.sheet`, isContent: isOfficeZip('xl/') },
  docx: { mediaType: `${openXml}wordprocessingml.document`, isContent: isOfficeZip('word/') },
  pptx: { mediaType: `${openXml}presentationml.presentation`, isContent: isOfficeZip('ppt/') },
  hwpx: { mediaType: 'application/hwp+zip', isContent: isOfficeZip('contents/') },
  xls: { mediaType: 'application/vnd.ms-excel', isContent: compound },
  doc: { mediaType: 'application/msword', isContent: compound },
  ppt: { mediaType: 'application/vnd.ms-powerpoint', isContent: compound },
  hwp: { mediaType: 'application/x-hwp', isContent: compound },
  csv: { mediaType: 'text/csv', isContent: plainText },
  txt: { mediaType: 'text/plain', isContent: plainText },
}

export const allowedExtensions: readonly string[] = Object.keys(kinds)

/**
 * Returns the media type of a file; undefined if its extension is not allowed or does not match the
 * content.
 */
export async function detectMediaType(
  fileName: string,
  content: FileContent,
): Promise<string | undefined> {
  const extension = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''
  const kind = Object.hasOwn(kinds, extension) ? kinds[extension] : undefined
  return (await kind?.isContent(content)) ? kind?.mediaType : undefined
}
