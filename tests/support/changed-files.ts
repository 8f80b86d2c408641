import { spawnSync } from 'node:child_process'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')

function git(...args: string[]): string {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : ''
}

/**
 * Files matching `pathspec` that changed since the merge base with the default branch, or since the
 * revision in `SUITE_BASE`.
 */
export function changedFiles(pathspec: string): string[] {
  const base = process.env['SUITE_BASE'] || git('merge-base', 'HEAD', 'origin/HEAD') || 'HEAD'
  return git('diff', '--name-only', base, '--', pathspec).split('\n').filter(Boolean)
}

const areaOfFile = /^src\/areas\/([\w-]+)\//
const common = /^src\/(?:server|kernel)\//

/** Areas with changed files, or `all` if server or kernel files changed. */
export function changedAreas(): ReadonlySet<string> | 'all' {
  const changed = changedFiles('src')
  if (changed.some((file) => common.test(file))) return 'all'
  return new Set(changed.flatMap((file) => areaOfFile.exec(file)?.[1] ?? []))
}
