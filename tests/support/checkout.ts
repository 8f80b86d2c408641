import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Matches paths ignored by `.gitignore`: folders `name/`, extensions `*.log`, paths `a/b/` and
 * `/a/`.
 */
function ignoreRule(): (path: string) => boolean {
  const lines = readFileSync(join(root, '.gitignore'), 'utf8').split('\n').filter(Boolean)
  const endings = lines.filter((line) => line.startsWith('*')).map((line) => line.slice(1))
  const folders = new Set(['.git', ...lines.map((line) => line.replace(/^\/|\/$/g, ''))])
  return (path) => {
    const name = path.slice(path.lastIndexOf('/') + 1)
    return folders.has(path) || folders.has(name) || endings.some((ending) => name.endsWith(ending))
  }
}

function filesBelow(folder: string, isIgnored: (path: string) => boolean): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name
    if (isIgnored(path)) return []
    return entry.isDirectory() ? filesBelow(path, isIgnored) : [path]
  })
}

export const checkoutPaths: readonly string[] = filesBelow('', ignoreRule()).toSorted()

/** Text of a checkout file, or empty for a binary file. */
export function checkoutText(path: string): string {
  const text = readFileSync(join(root, path), 'utf8')
  return text.includes('\0') ? '' : text
}
