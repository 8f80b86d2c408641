import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Language } from '#kernel/label.ts'
import type { Database } from '#server/db/database.ts'
import { readSiteFile } from '#server/files/site-files.ts'

/**
 * Privacy policy in plain text, titled by its first line: the site's own, otherwise the product's.
 */
export async function readPrivacyPolicy(
  db: Database,
  dataDir: string,
  language: Language,
): Promise<{ TITLE: string; TEXT: string }> {
  const name = `privacy-policy-${language}.txt` as const
  const own = await readSiteFile(db, dataDir, name)
  const text = own?.toString() ?? (await readFile(join(import.meta.dirname, name), 'utf8'))
  const [title = '', ...rest] = text.split(/\r?\n/)
  return { TITLE: title.trim(), TEXT: rest.join('\n').trim() }
}
