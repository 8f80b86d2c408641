/** A test, identified by file and exact title. */
export interface CoveringTest {
  readonly file: string
  readonly title: string
}

export interface SpecRow {
  /** Section number, with the part if it has parts. */
  readonly section: string
  readonly sentence: string
  readonly tests: readonly CoveringTest[]
  /** Number of the decision that states the intended deviation and its reason. */
  readonly deviation?: number
  /** Sentence that makes no claim about the product, so no test can cover it. */
  readonly isSilent?: boolean
}

export function testsIn(
  file: string,
  ...titles: readonly [string, ...string[]]
): readonly CoveringTest[] {
  return titles.map((title) => ({ file: `tests/${file}`, title }))
}

type RowSource = readonly [sentence: string, tests: readonly CoveringTest[], deviation?: number]

export function section(name: string, rows: readonly RowSource[]): readonly SpecRow[] {
  return rows.map(([sentence, tests, deviation]) => ({
    section: name,
    sentence,
    tests,
    ...(deviation === undefined ? {} : { deviation }),
  }))
}
