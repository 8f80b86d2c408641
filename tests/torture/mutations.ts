import { fileURLToPath } from 'node:url'
import { findFailedTests } from './failed-tests.ts'
import { guards } from './guards.ts'
import { MutatedCheckout } from './mutated-checkout.ts'
import { revertedFixes } from './reverted-fixes.ts'

// `npm run mutations [-- guards | fixes | part of a name]` removes each ledger guard and reverts
// each fix of `reverted-fixes.ts` in turn. It then runs the tests that must detect the change.
// Exits with 1 if these tests pass or a mutation cannot be applied.
const root = fileURLToPath(new URL('../../', import.meta.url))
const [wanted = ''] = process.argv.slice(2)
const guardProject = process.env['STORE'] === 'embedded' ? 'embedded' : 'postgres'

interface Mutation {
  readonly kind: 'guards' | 'fixes'
  readonly name: string
  readonly project: string
  readonly tests: readonly string[]
  readonly run: () => string[]
}

let checkout: MutatedCheckout | undefined

const all: readonly Mutation[] = [
  ...guards.map(({ name, without, tests }): Mutation => {
    const run = () =>
      findFailedTests({ root, project: guardProject, tests, env: { WITHOUT_GUARD: without } })
    return { kind: 'guards', name: `without ${name}`, project: guardProject, tests, run }
  }),
  ...revertedFixes.map(({ name, commit, project, tests, ...edit }): Mutation => {
    const run = () => {
      const copy = (checkout ??= new MutatedCheckout())
      return copy.with(edit, () => findFailedTests({ root: copy.folder, project, tests }))
    }
    return { kind: 'fixes', name: `without ${commit}: ${name}`, project, tests, run }
  }),
]

const selected = all.filter(({ kind, name }) => wanted === kind || name.includes(wanted))

function findFailedBefore(): string[] {
  return [...new Set(selected.map(({ project }) => project))].flatMap((project) => {
    const files = selected
      .filter((mutation) => mutation.project === project)
      .flatMap(({ tests }) => tests)
    return findFailedTests({ root, project, tests: [...new Set(files)] })
  })
}

function isNoticed({ name, run }: Mutation): boolean {
  try {
    const [failingTests, ...others] = run()
    const more = others.length > 0 ? ` (and ${others.length} more)` : ''
    console.log(
      failingTests === undefined
        ? `✗ no test fails ${name}`
        : `✓ ${name}\n    ${failingTests}${more}`,
    )
    return failingTests !== undefined
  } catch (error) {
    console.log(`✗ ${name}\n    ${error instanceof Error ? error.message : String(error)}`)
    return false
  }
}

function main(): number {
  const before = findFailedBefore()
  if (before.length > 0) {
    console.log(`Fix these first, they fail without any mutation:\n${before.join('\n')}`)
    return 1
  }
  const missed = selected.filter((mutation) => !isNoticed(mutation))
  console.log(`${selected.length} mutations, ${missed.length} that no test notices`)
  return selected.length > 0 && missed.length === 0 ? 0 : 1
}

try {
  process.exitCode = main()
} finally {
  checkout?.remove()
}
