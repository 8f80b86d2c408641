import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { fileSeconds } from '#tests/support/file-seconds.ts'

/** A long file started last would run alone on one core while the others are idle. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const measuredSeconds = ({ project, moduleId }: TestSpecification) =>
      fileSeconds(project.name, moduleId)
    return (await super.sort(files)).toSorted(
      (specification, other) => measuredSeconds(other) - measuredSeconds(specification),
    )
  }
}
