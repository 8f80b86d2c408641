import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Language } from '#kernel/label.ts'

/**
 * Privacy policy in plain text, titled by its first line. Read from `privacy-policy-ko.txt` or
 * `-en.txt` in the data folder, otherwise from the product.
 */
export async function readPrivacyPolicy(
  dataDir: string,
  language: Language,
): Promise<{ TITLE: string; TEXT: string }> {
  const name = `privacy-policy-${language}.txt`
  const own = await readFile(join(dataDir, name), 'utf8').catch(() => undefined)
  const text = own ?? (await readFile(join(import.meta.dirname, name), 'utf8'))
  const [title = '', ...rest] = text.split(/\r?\n/)
  return { TITLE: title.trim(), TEXT: rest.join('\n').trim() }
}
