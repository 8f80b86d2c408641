interface Picture {
  readonly mediaType: 'image/png' | 'image/jpeg'
  readonly width: number
  readonly height: number
}

const pngStart = Buffer.from('89504e470d0a1a0a', 'hex')
/** JPEG frames that contain the size; the excluded markers are tables. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

export function pictureSize(bytes: Buffer): Picture | undefined {
  if (bytes.subarray(0, 8).equals(pngStart) && bytes.length >= 24) {
    return {
      mediaType: 'image/png',
      width: bytes.readUInt32BE(16),
      height: bytes.readUInt32BE(20),
    }
  }
  return bytes.length > 4 && bytes.readUInt16BE(0) === 0xffd8 ? jpegSize(bytes) : undefined
}

function jpegSize(bytes: Buffer): Picture | undefined {
  let at = 2
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (isFrame(marker)) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)]
      return { mediaType: 'image/jpeg', width, height }
    }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}
