import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { programFile } from './program-file.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Counts the tests of a vitest project without running them. The list is stored in `folder`, and
 * `files` limits it. Loads the files, because static parsing counts a `test.each` table as one
 * test.
 */
export function countTests(project: string, folder: string, files: readonly string[] = []): number {
  const list = path.join(folder, `${project}.json`)
  const args = ['list', ...files, '--project', project, '--no-static-parse', `--json=${list}`]
  const { status, stderr } = spawnSync(process.execPath, [programFile('vitest'), ...args], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) console.error(`Not all tests of project ${project} could be listed:\n${stderr}`)
  if (!fs.existsSync(list)) return 0
  const tests: unknown = JSON.parse(fs.readFileSync(list, 'utf8'))
  return Array.isArray(tests) ? tests.length : 0
}
