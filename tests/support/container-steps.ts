import { checkoutText } from '#tests/support/checkout.ts'

/** Instruction of a container description, with the text behind its name. */
export interface ContainerStep {
  readonly name: string
  readonly text: string
}

/** Stages of the product's container description, each a list of instructions after its `FROM`. */
export function containerStages(): readonly (readonly ContainerStep[])[] {
  const stages: ContainerStep[][] = []
  for (const line of checkoutText('src/server/operation/Containerfile').split('\n')) {
    const [, name = '', text = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
    if (name === 'FROM') stages.push([])
    if (name !== '') stages.at(-1)?.push({ name, text })
  }
  return stages
}

/** Texts of the instructions with a name. */
export function stepTexts(stage: readonly ContainerStep[], name: string): readonly string[] {
  return stage.filter((step) => step.name === name).map(({ text }) => text)
}
