import { checkoutText } from '#tests/support/checkout.ts'

/** A fenced block of the guide: shell text and the machines that its first line names. */
export interface Block {
  readonly section: string
  readonly machines: readonly string[]
  readonly text: string
}

const guidePath = 'src/server/operation/README.md'

/** Reads the blocks in order. Throws an Error at a block without a machine. */
export function readGuide(): readonly Block[] {
  const blocks: Block[] = []
  let section = ''
  const parts = /^## (?<heading>.*)$|^```(?<language>.*)\n(?<text>[^]*?)^```$/gm
  for (const { groups = {} } of checkoutText(guidePath).matchAll(parts)) {
    const { heading, language, text = '' } = groups
    if (heading !== undefined) {
      section = heading
      continue
    }
    const machines = /^# on (.*)\n/.exec(text)?.[1]?.split(', ')
    if (language !== 'sh' || !machines) throw new Error(`${section}: no "# on machine" in ${text}`)
    blocks.push({ section, machines, text })
  }
  return blocks
}
