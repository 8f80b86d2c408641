import type { JSX } from 'react'
import type { WireRow } from '#kernel/field.ts'
import type { Label } from '#kernel/label.ts'
import { openPopup, type PopupProps } from '#ui/windows/popup-stack.ts'
import { HelpList, type HelpColumn } from './value-help.tsx'

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

export async function chooseLine(question: LineChoice): Promise<void> {
  const { choices, title } = question
  const contains = ({ line }: Choice, wanted: string) =>
    Object.values(line).some((value) => String(value).toLowerCase().includes(wanted))
  const Body = ({ close }: PopupProps<WireRow>): JSX.Element => (
    <HelpList
      text=""
      columns={question.columns}
      find={(typed) => {
        const wanted = typed.normalize('NFC').trim().toLowerCase()
        const matching = choices.filter((choice) => contains(choice, wanted))
        return Promise.resolve(matching.map(({ line }) => line))
      }}
      close={close}
      placeholder={question.placeholder}
      none={question.none}
    />
  )
  const line = await openPopup(Body, { width: 560, height: 420, title })
  await choices.find((choice) => choice.line === line)?.run()
}
