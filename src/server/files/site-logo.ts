import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export async function readSiteLogo(dataDir: string): Promise<{ bytes: Buffer; mediaType: string }> {
  const own = [
    [join(dataDir, 'logo.png'), 'image/png'],
    [join(dataDir, 'logo.svg'), 'image/svg+xml'],
  ] as const
  for (const [path, mediaType] of own) {
    const bytes = await readFile(path).catch(() => undefined)
    if (bytes) return { bytes, mediaType }
  }
  const bytes = await readFile(join(import.meta.dirname, 'logo.svg'))
  return { bytes, mediaType: 'image/svg+xml' }
}
