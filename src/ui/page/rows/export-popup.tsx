import { useEffect, type JSX } from 'react'
import { proxy, useSnapshot } from 'valtio'
import { formatCount } from '#kernel/format-count.ts'
import type { WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { showMessage } from '#ui/windows/message.tsx'
import { openPopup, type PopupProps } from '#ui/windows/popup-stack.ts'
import { pickRow, rowsContaining, type HelpColumn } from '#ui/forms/value-help.tsx'

export interface ExportChoice {
  readonly scope: 'shown' | 'all'
  readonly format: 'csv' | 'xlsx'
}

const columns: readonly HelpColumn[] = [
  { name: 'CODE', title: label('형식', 'Format'), width: '80px' },
  { name: 'NAME', title: label('범위', 'Rows'), width: '1fr' },
]

export async function promptExport(shownRows: number): Promise<ExportChoice | undefined> {
  const shown = label(
    `현재 화면: 필터·정렬 적용 ${formatCount(shownRows)}행`,
    `Current view: ${formatCount(shownRows, 'row')}`,
  )
  const all = label('전체: 조회 조건의 모든 행', 'All: every row of the search')
  const choices = (['shown', 'all'] as const).flatMap((scope) =>
    (['csv', 'xlsx'] as const).map((format) => ({ scope, format })),
  )
  const lines = choices.map(({ scope, format }): WireRow => {
    return { CODE: format, NAME: t(scope === 'shown' ? shown : all), SCOPE: scope }
  })
  const list = {
    columns,
    find: async (text: string) => rowsContaining(lines, text),
    placeholder: label('csv, xlsx, 전체…', 'csv, xlsx, all…'),
    none: label(
      '없는 형식입니다. 목록에서 선택하세요.',
      'Format not found. Select one from the list.',
    ),
  }
  const title = t(label('내보내기', 'Export'))
  const chosen = await pickRow(list, { width: 560, height: 260, title })
  return choices[lines.findIndex((line) => line === chosen)]
}

interface ProgressProps extends PopupProps<void> {
  readonly written: { readonly bytes: number }
  readonly opened: (close: () => void) => void
}

function Progress({ written: state, opened, close }: ProgressProps): JSX.Element {
  const { bytes } = useSnapshot(state)
  useEffect(() => opened(close), [opened, close])
  const written = `${(bytes / 1_000_000).toFixed(1)} MB`
  return (
    <div className="export-progress" data-zone="dialog">
      <p role="status">
        {bytes === 0 ? t(label('서버에서 읽는 중…', 'Reading on the server…')) : written}
      </p>
      <progress max={1} aria-label={t(label('내보내는 중', 'Exporting'))} />
      <div className="popup-buttons">
        <button type="button" className="button" data-autofocus="" onClick={() => close()}>
          {t(label('닫기', 'Close'))} Esc
        </button>
      </div>
    </div>
  )
}

export interface ExportOptions {
  readonly signal: AbortSignal
  readonly onBytes: (bytes: number) => void
}

/**
 * Runs a long export with a progress popup. Closing the popup cancels the export. Returns the
 * result of `work`, or undefined if it was cancelled or failed; errors are shown here.
 */
export async function exportWithProgress(
  work: (options: ExportOptions) => Promise<string>,
): Promise<string | undefined> {
  const abort = new AbortController()
  const written = proxy({ bytes: 0 })
  let close = (): void => undefined
  const opened = (closing: () => void): void => {
    close = closing
  }
  const Body = (props: PopupProps<void>): JSX.Element => (
    <Progress written={written} opened={opened} close={props.close} />
  )
  const title = t(label('내보내는 중', 'Exporting'))
  const closed = openPopup<void>(Body, { width: 360, height: 150, title }).then(() => abort.abort())
  try {
    const onBytes = (bytes: number): void => {
      written.bytes = bytes
    }
    const created = await work({ signal: abort.signal, onBytes })
    close()
    await closed
    return created
  } catch (error) {
    if (abort.signal.aborted) return undefined
    close()
    await closed
    const text = error instanceof Error ? error.message : String(error)
    await showMessage({ kind: 'error', text })
    return undefined
  }
}
