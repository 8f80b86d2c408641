import type { WireRow } from '#kernel/field.ts'
import type { Label } from '#kernel/label.ts'
import { pickRow, rowsContaining, type HelpColumn } from './value-help.tsx'

export interface Choice {
  readonly line: WireRow
  readonly run: () => Promise<void>
}

interface LineChoice {
  readonly title: string
  readonly columns: readonly HelpColumn[]
  readonly choices: readonly Choice[]
  readonly placeholder: Label
  readonly none: Label
}

export async function chooseLine({ title, choices, ...list }: LineChoice): Promise<void> {
  const lines = choices.map((choice) => choice.line)
  const find = async (text: string) => rowsContaining(lines, text)
  const line = await pickRow({ ...list, find }, { width: 560, height: 420, title })
  await choices.find((choice) => choice.line === line)?.run()
}
