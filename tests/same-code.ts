/**
 * `npm run same-code -- <revision>` lists the TypeScript files whose code differs from a revision
 * in more than comments and layout. Exits with 1 if there are any.
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { codeShape } from '#tests/support/code-shape.ts'

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 28 })

const [revision = 'HEAD'] = process.argv.slice(2)
const files = git('diff', '--name-only', '--diff-filter=M', revision)
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file))
const changed = files.filter(
  (file) =>
    codeShape(file, git('show', `${revision}:${file}`)) !==
    codeShape(file, fs.readFileSync(file, 'utf8')),
)
for (const file of changed) console.log(file)
console.log(`${files.length} files differ from ${revision}, ${changed.length} in their code`)
process.exitCode = changed.length === 0 ? 0 : 1
