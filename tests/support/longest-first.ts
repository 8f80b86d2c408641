import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take minutes instead of seconds, by project, longest first. */
const longest: readonly string[] = [
  'embedded areas/inventory/stock-life.test.ts',
  'embedded server/db/embedded-store.test.ts',
  'embedded server/crash.test.ts',
  'postgres areas/inventory/stock-life.test.ts',
  'embedded server/backup.test.ts',
  'embedded server/junk.test.ts',
  'embedded server/power-cut.test.ts',
  'postgres server/demo-past.test.ts',
  'postgres server/junk.test.ts',
  'postgres server/access.test.ts',
  'postgres server/torture.test.ts',
  'embedded server/scheduled-backups.test.ts',
  'embedded server/db/migrate.test.ts',
  'browser ui/keyboard/slow-server.browser.test.ts',
  'browser e2e/keyboard-walk.browser.test.ts',
  'browser ui/keyboard/type-ahead.browser.test.ts',
  'browser e2e/main-job.browser.test.ts',
  'browser e2e/bonded-job.browser.test.ts',
  'browser ui/scanner/burst.browser.test.ts',
  'browser e2e/interrupted-work.browser.test.ts',
  'browser ui/shell/focus-ring.browser.test.ts',
  'browser ui/shell/popup-steps.browser.test.ts',
  'browser ui/shell/kept-typing.browser.test.ts',
  'browser ui/shell/shell.browser.test.ts',
]

/** A long file started last would run alone on one core while the others are idle. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}

function placeOf({ project, moduleId }: TestSpecification): number {
  const place = longest.findIndex((each) => {
    const [name, file] = each.split(' ')
    return name === project.name && moduleId.endsWith(`/tests/${file}`)
  })
  return place < 0 ? longest.length : place
}
