import { spawnSync } from 'node:child_process'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')

function git(...args: string[]): string {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : ''
}

/** Files matching `pathspec` that changed since the merge base with the default branch. */
export function changedFiles(pathspec: string): string[] {
  const base = git('merge-base', 'HEAD', 'origin/HEAD') || 'HEAD'
  return git('diff', '--name-only', base, '--', pathspec).split('\n').filter(Boolean)
}
