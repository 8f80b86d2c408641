import { useState, type JSX } from 'react'
import type { Field, WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { findEntries } from '#ui/remote/lookup-source.ts'
import { popupSize } from '#ui/windows/popup-page.ts'
import { openPopup, type PopupProps } from '#ui/windows/popup-stack.ts'
import { codeColumns, HelpList } from './value-help.tsx'

const selectSeveral = label('확인 · Space 선택/해제', 'OK · Space select or clear')
const title = label('코드도움', 'Code lookup')

/**
 * Lets the user select several entries of a value help. Returns their codes separated by commas, or
 * undefined if it is closed. Without any selection Enter takes the current entry.
 */
export async function pickCodes(
  { label: name, listOf = '' }: Pick<Field, 'label' | 'listOf'>,
  current: string,
): Promise<string | undefined> {
  const before = current.split(/[,\s]+/).filter(Boolean)
  const Body = ({ close }: PopupProps<string>): JSX.Element => {
    const [codes, setCodes] = useState<readonly string[]>(before)
    const code = (row: WireRow): string => String(row['CODE'])
    const toggle = (row: WireRow): void =>
      setCodes(
        codes.includes(code(row))
          ? codes.filter((other) => other !== code(row))
          : [...codes, code(row)],
      )
    return (
      <HelpList
        columns={codeColumns}
        find={(text) => findEntries(listOf, text)}
        close={(row) => {
          const only = codes.length === 0 && before.length === 0 && row
          close((only ? [code(row)] : codes).join(', '))
        }}
        action={selectSeveral}
        several={{ isTaken: (row) => codes.includes(code(row)), toggle, taken: codes.join(', ') }}
      />
    )
  }
  return openPopup(Body, { ...popupSize('CommonPopup'), title: `${t(title)} · ${t(name)}` })
}
