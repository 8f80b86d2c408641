import { readFileSync, writeFileSync } from 'node:fs'
import type { AiRow } from '#kernel/gs1/ai-table.ts'

export const dictionaryFile = new URL(
  '../../../../shared/data/gs1-syntax-dictionary.txt',
  import.meta.url,
)
const tableFile = new URL('../../../src/kernel/gs1/ai-table.ts', import.meta.url)

const entry = /^(\d{2,4}(?:-\d{2,4})?)\s+([^\w\s[]*)\s*(.*)$/

export function parseDictionary(text: string): AiRow[] {
  return text.split('\n').flatMap((line): AiRow[] => {
    if (!/^\d/.test(line)) return []
    const [written = '', title = ''] = line.split(/\s+#\s*/)
    const [, ais = '', flags = '', rest = ''] = entry.exec(written.trim()) ?? []
    const words = rest.split(/\s+/)
    const isAttribute = (word: string) => /^(?:req|ex|dlpkey)(?:=|$)/.test(word)
    const specification = words.filter((word) => !isAttribute(word)).join(' ')
    return [[ais, flags, specification, words.filter(isAttribute).join(' '), title.trim()]]
  })
}

function tableSource(rows: readonly AiRow[]): string {
  const quoteText = (text: string) => `'${text.replaceAll("'", "\\'")}'`
  const lines = rows.map((row) => `  [${row.map(quoteText).join(', ')}],`)
  const head = readFileSync(tableFile, 'utf8').split('= [')[0] ?? ''
  return `${head}= [\n${lines.join('\n')}\n]\n`
}

if (import.meta.main) {
  writeFileSync(tableFile, tableSource(parseDictionary(readFileSync(dictionaryFile, 'utf8'))))
}
