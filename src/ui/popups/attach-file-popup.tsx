import { useCallback, useEffect, useState, type DragEvent, type JSX } from 'react'
import { attachFiles, attachments, detachFiles } from '#areas/system/operations/attachments.ts'
import { formatDate } from '#kernel/date-format.ts'
import type { WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import type { Procedure } from '#kernel/operation.ts'
import { upload } from '#ui/remote/api.ts'
import { postQuery } from '#ui/remote/query-call.ts'
import { openFileWindow } from '#ui/base/file-window.ts'
import { chooseFile } from '#ui/base/choose-file.ts'
import { t } from '#ui/base/language.ts'
import { saveAndNotify } from '#ui/remote/save-call.ts'
import { DocumentList } from '#ui/forms/document-list.tsx'
import { showMessage, showErrors } from '#ui/windows/message.tsx'
import type { PopupPageProps } from '#ui/windows/popup-page.ts'
import { refusalText } from '#ui/forms/refusal-text.ts'
import { WorkList } from '#ui/windows/work-list.tsx'

/** Files of a receipt or shipment. Prompts for the document if the caller names none. */
export function AttachFilePopup(props: PopupPageProps): JSX.Element {
  return <Attachments {...props} kinds={['receipt', 'shipment']} />
}

export function OutAttachFilePopup(props: PopupPageProps): JSX.Element {
  return <Attachments {...props} kinds={['shipment']} />
}

interface Props extends PopupPageProps {
  readonly kinds: readonly string[]
}

function Attachments({ input, close, kinds }: Props): JSX.Element {
  const [chosen, setChosen] = useState(input)
  const docNo = String(chosen['DOC_NO'] ?? '')
  const owner = String(chosen['OWNER_CD'] ?? '')
  if (docNo !== '' && owner !== '') return <Files docNo={docNo} owner={owner} close={close} />
  const choose = (row?: WireRow): void => {
    if (!row) return close()
    setChosen({ DOC_NO: row['CODE'] ?? '', OWNER_CD: row['OWNER_CD'] ?? '' })
  }
  return <DocumentList text={docNo} kinds={kinds} close={choose} />
}

interface FilesState {
  readonly rows: readonly WireRow[] | undefined
  readonly error: string
}

function useFiles(docNo: string) {
  const [state, setState] = useState<FilesState>({ rows: undefined, error: '' })
  const load = useCallback((): Promise<void> => {
    return postQuery({ source: attachments }, { DOC_NO: docNo }).then(
      (rows) => setState({ rows, error: '' }),
      (error: unknown) => setState({ rows: [], error: refusalText(error) }),
    )
  }, [docNo])
  useEffect(() => void load(), [load])
  return { ...state, load }
}

/** Uploads files sequentially for the owner of the document. Throws CallError. */
async function storeAll(files: readonly File[], owner: string): Promise<readonly string[]> {
  const serials: string[] = []
  for (const file of files) {
    const path = '/api/file/fileUpload'
    const response = await upload<{ data: { FILE_SN: string }[] }>(path, file, { OWNER_CD: owner })
    serials.push(...response.data.map(({ FILE_SN }) => FILE_SN))
  }
  return serials
}

interface FilesProps {
  readonly docNo: string
  readonly owner: string
  readonly close: (row?: WireRow) => void
}

function useFileWork({ docNo, owner }: FilesProps, load: () => Promise<void>) {
  const [busy, setBusy] = useState(false)
  async function runFileWork(work: () => Promise<void>): Promise<void> {
    if (busy) return
    setBusy(true)
    await showErrors(work, refusalText)
    await load()
    setBusy(false)
  }
  async function save(procedure: Procedure, serials: readonly string[]): Promise<void> {
    const ROWS = serials.map((FILE_SN, index) => ({ NO: index + 1, DOC_NO: docNo, FILE_SN }))
    await saveAndNotify(procedure, ROWS)
  }
  const add = (files: readonly File[]): Promise<void> =>
    runFileWork(async () => save(attachFiles, await storeAll(files, owner)))
  async function choose(): Promise<void> {
    const file = await chooseFile()
    if (file) await add([file])
  }
  async function remove(row: WireRow): Promise<void> {
    const text = `${row['FILE_NM']}\n${t(label('첨부를 해제할까요?', 'Detach this file?'))}`
    if (!(await showMessage({ kind: 'question', text }))) return
    await runFileWork(() => save(detachFiles, [String(row['FILE_SN'])]))
  }
  return { busy, add, choose, remove }
}

function Files(props: FilesProps): JSX.Element {
  const { docNo, owner, close } = props
  const { rows, error, load } = useFiles(docNo)
  const { busy, add, choose, remove } = useFileWork(props, load)

  function onKey(key: string, row: WireRow | undefined): boolean {
    if (key === 'Insert') void choose()
    else if (key === 'Delete' && row) void remove(row)
    else if (key === 'Enter' && row) openFileWindow(String(row['FILE_SN']))
    else return false
    return true
  }
  function onDrop(event: DragEvent): void {
    event.preventDefault()
    const dropped = [...event.dataTransfer.files]
    if (dropped.length > 0) void add(dropped)
  }
  return (
    <div className="popup-whole" onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
      <WorkList
        title={label('첨부파일', 'Attachments')}
        about={
          <>
            {t(label('전표', 'Document'))} <b className="mono">{docNo}</b> · {owner}
          </>
        }
        rows={rows}
        keyColumn="FILE_SN"
        rowClass="attached-row"
        draw={(row) => <FileCells row={row} />}
        empty={error || t(noFiles)}
        foot={busy ? t(label('진행 중…', 'Working…')) : t(footText)}
        main={{ title: label('올리기', 'Upload'), keyName: 'Ins', run: () => void choose() }}
        onKey={onKey}
        close={() => close()}
      />
    </div>
  )
}

function FileCells({ row }: { readonly row: WireRow }): JSX.Element {
  return (
    <>
      <span>{row['FILE_NM']}</span>
      <span className="mono" data-number="">
        {sizeText(Number(row['BYTE_COUNT']))}
      </span>
      <span>{row['ATTACHED_BY']}</span>
      <span className="mono quiet">{formatDate(String(row['ATTACHED_AT']))}</span>
    </>
  )
}

const noFiles = label(
  '첨부파일이 없습니다. Insert로 올리거나 여기에 끌어다 놓으세요.',
  'No attachments. Press Insert or drop files here.',
)
const footText = label(
  '↑↓ 이동 · ↵ 다운로드 · Ins 올리기 · Del 해제',
  '↑↓ move · ↵ download · Ins upload · Del detach',
)

/** File size for display, such as `18 kB` or `2.4 MB`. */
function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}
