import type { JSX } from 'react'
import { formatCount } from '#kernel/format-count.ts'
import type { RowsWindow } from '#kernel/command.ts'
import type { WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import type { Query } from '#kernel/operation.ts'
import { t } from '#ui/base/language.ts'
import { saveAndNotify } from '#ui/remote/save-call.ts'
import { showMessage, showErrors } from '#ui/windows/message.tsx'
import { openPopup, type PopupProps } from '#ui/windows/popup-stack.ts'
import { RowsView, type RowsProps } from './rows-popup.tsx'

const nothing = label('내용이 없습니다.', 'Nothing to show.')
const countText = (rows: readonly WireRow[]) =>
  label(`${formatCount(rows.length)}건`, formatCount(rows.length, 'row'))

type RowRemoval = NonNullable<RowsWindow['remove']>

async function runRemoval({ procedure: named, hint }: RowRemoval, row: WireRow): Promise<void> {
  const text = t(label(`${hint.ko}: 계속할까요?`, `${hint.en}: continue?`))
  if (!(await showMessage({ kind: 'question', text }))) return
  const procedure = typeof named === 'function' ? await named() : named
  const names = Object.keys(procedure.input)
  const input = Object.fromEntries(names.map((name) => [name, row[name] ?? null]))
  await showErrors(async () => {
    await saveAndNotify(procedure, [{ ...input, NO: 1 }])
  })
}

interface RowsOptions extends Omit<RowsWindow, 'remove'> {
  readonly title?: string
  readonly size?: { readonly width: number; readonly height: number }
  readonly act?: RowsProps['act']
  readonly remove?: RowsWindow['remove'] | RowsProps['remove']
}

function toRemoveAction(remove: NonNullable<RowsOptions['remove']>): RowsProps['remove'] {
  if ('run' in remove) return remove
  return { hint: t(remove.hint), run: (row) => runRemoval(remove, row) }
}

export async function openRows(
  source: Query,
  search: WireRow,
  {
    subject,
    emptyText = nothing,
    summary: toSummary = countText,
    isSmall: small,
    fullTextColumn,
    isDetail,
    onEnter,
    ...more
  }: RowsOptions,
): Promise<void> {
  const { act, remove } = more
  const Content = ({ close }: PopupProps<undefined>): JSX.Element => (
    <RowsView
      source={source}
      search={search}
      emptyText={t(emptyText)}
      summary={(rows) => t(toSummary(rows))}
      {...(fullTextColumn !== undefined && { fullTextColumn })}
      onBack={isDetail && (() => close())}
      onEnter={
        onEnter &&
        ((row) => {
          close()
          onEnter(row)
        })
      }
      act={act}
      remove={remove && toRemoveAction(remove)}
    />
  )
  const large = { width: 1180, height: 560, ...more.size, fullScreen: true }
  const size = small ? { width: 640, height: 360 } : large
  const title = [more.title ?? t(source.title), subject].filter(Boolean).join(' · ')
  await openPopup(Content, { ...size, title })
}
