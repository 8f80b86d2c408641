/** One test, by the file it stands in and its very title. */
export interface HeldBy {
  readonly file: string
  readonly title: string
}

/** One sentence of the specification and the tests that hold it. */
export interface SpecRow {
  /** Number of the section, with the part of it where the section has parts. */
  readonly section: string
  /** The sentence as the specification has it. */
  readonly sentence: string
  readonly tests: readonly HeldBy[]
  /** What is done otherwise, and why. */
  readonly deviation?: string
}

/** The tests of one file. */
export function at(file: string, ...titles: readonly [string, ...string[]]): readonly HeldBy[] {
  return titles.map((title) => ({ file: `tests/${file}`, title }))
}

type Written = readonly [sentence: string, tests: readonly HeldBy[], deviation?: string]

/** The rows of a section, as they are written down. */
export function section(name: string, rows: readonly Written[]): readonly SpecRow[] {
  return rows.map(([sentence, tests, deviation]) => ({
    section: name,
    sentence,
    tests,
    ...(deviation === undefined ? {} : { deviation }),
  }))
}
