import { useEffect, useState, type JSX, type KeyboardEvent } from 'react'
import { codeFormats } from '#areas/master/operations/code-formats.ts'
import { partName } from '#areas/master/rules/read-by-format.ts'
import { yearNow } from '#kernel/calendar.ts'
import { label } from '#kernel/label.ts'
import { grid, type MasterScreen } from '#kernel/screen.ts'
import { forgetFormats } from '../app/scan-reading.ts'
import { Grid } from '../grid/grid.tsx'
import { gridTexts } from '../grid/grid-texts.ts'
import { t, useLanguage } from '../language.ts'
import { newRow } from '../pages/new-row.ts'
import { PageModel } from '../pages/page-model.ts'
import { savePage } from '../pages/page-save.ts'
import { useChanges } from '../pages/use-changes.ts'
import { showMessage } from '../popups/message.tsx'
import { openPopup, type PopupProps } from '../popups/popup-stack.ts'
import { useTheme } from '../theme/theme.ts'
import { ownerFormatCode, ownerFormatsOf } from './owner-format-code.ts'
import { interpretersWith, interpretScan, type ScanPartKind } from './scan-code.ts'
import './scanner.css'

/** The formats as rows of a master screen, with the rights of the screen of the owners. */
const formatsScreen: MasterScreen = {
  kind: 'master',
  route: 'Owner',
  search: ['OWNER_CD'],
  save: codeFormats.save,
  grid: grid({
    source: codeFormats.query,
    columns: [
      { field: 'FORMAT_NM', editable: (row) => (row['VERSION'] ?? null) === null, frozen: true },
      { field: 'FORMAT_SEQ', editable: true },
      { field: 'PATTERN', editable: true },
      { field: 'SAMPLE_CODE', editable: true },
      { field: 'USE_YN', editable: true },
      { field: 'REMARK', editable: true },
      { field: 'OWNER_CD', hidden: true },
      'UPDATED_BY',
      'UPDATED_AT',
    ],
  }),
}

const discard = label(
  '저장하지 않은 형식이 있습니다. 버리고 닫을까요?',
  'There are unsaved formats. Throw them away and close?',
)

/** Lets the formats of one owner's codes be written down and tried with a scan. */
export async function openOwnerFormats(owner: string): Promise<void> {
  const title = t({ ko: `코드 형식 · ${owner}`, en: `Code formats · ${owner}` })
  const page = new PageModel(formatsScreen, 'owner-formats')
  const mayDismiss = async (): Promise<boolean> =>
    !page.isDirty || showMessage({ kind: 'question', text: t(discard) })
  const Body = ({ close }: PopupProps<void>): JSX.Element => (
    <OwnerFormats page={page} owner={owner} leave={async () => (await mayDismiss()) && close()} />
  )
  await openPopup(Body, { width: 1080, height: 520, title, fullScreen: true, mayDismiss })
}

function addRow(page: PageModel, owner: string): void {
  if (!page.mayEdit) return
  const at = page.grid.rowCount
  page.grid.insertRow(at, { ...newRow(page), OWNER_CD: owner })
  page.grid.setCurrent(at, 'FORMAT_NM')
}

function deleteRow(page: PageModel): void {
  const row = page.grid.current?.row
  if (row !== undefined && page.mayEdit && page.can('delete')) page.grid.deleteRows([row])
}

async function save(page: PageModel): Promise<void> {
  await savePage(page)
  forgetFormats()
}

interface OwnerFormatsProps {
  readonly page: PageModel
  readonly owner: string
  readonly leave: () => Promise<unknown>
}

function OwnerFormats({ page, owner, leave }: OwnerFormatsProps): JSX.Element {
  const language = useLanguage()
  const theme = useTheme()
  useChanges(page.listeners)
  useEffect(() => void page.load({ OWNER_CD: owner }), [page, owner])
  useEffect(() => page.refreshColumns(), [page, language])

  function onKeyDown(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return
    const isMod = event.ctrlKey || event.metaKey
    if (event.key === 'Insert') addRow(page, owner)
    else if (isMod && event.code === 'KeyS') void save(page)
    else if (isMod && event.code === 'KeyZ') page.grid.undo()
    else if (isMod && event.key === 'Delete') deleteRow(page)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const name = t({ ko: '코드 형식', en: 'Code formats' })
  return (
    <div className="owner-formats" onKeyDown={onKeyDown}>
      <FormatHelp />
      <div className="owner-formats-grid">
        <Grid
          model={page.grid}
          label={name}
          theme={theme}
          texts={gridTexts[language]}
          rowNumbers
          appendOnPaste={false}
          emptyText={t({ ko: 'Insert로 형식을 더하세요', en: 'Add a format with Insert' })}
          autoFocus
        />
      </div>
      <FormatTrial page={page} />
      <div className="calibration-actions">
        <button type="button" className="button" onClick={() => void save(page)}>
          {t({ ko: '저장', en: 'Save' })} <span className="key">^S</span>
        </button>
        <button type="button" className="button" onClick={() => addRow(page, owner)}>
          {t({ ko: '행 추가', en: 'Add' })} <span className="key">Insert</span>
        </button>
        <button type="button" className="button" onClick={() => deleteRow(page)}>
          {t({ ko: '행 삭제', en: 'Delete' })} <span className="key">^Delete</span>
        </button>
        <button type="button" className="button" onClick={() => void leave()}>
          {t({ ko: '닫기', en: 'Close' })} <span className="key">Esc</span>
        </button>
        <span className="quiet">{page.note}</span>
      </div>
    </div>
  )
}

function FormatHelp(): JSX.Element {
  return (
    <p className="quiet">
      {t({
        ko: '값은 {ITEM:8}처럼 중괄호와 길이로, 나머지는 코드에 있는 그대로 적습니다. 예: ',
        en: 'Write values in braces with their length, the rest as it stands in the code: ',
      })}
      <code className="mono">{'SJ{ITEM:8}-{LOT}-{VALID:yyMMdd}{QTY:4}'}</code>
      {' · '}
      <code className="mono">ITEM LOT SERIAL QTY VALID MADE PALLET BOX CELL DOC SKIP</code>
    </p>
  )
}

const shownParts: Readonly<Partial<Record<ScanPartKind, Parameters<typeof partName>[0]>>> = {
  item: 'ITEM',
  lot: 'LOT',
  serial: 'SERIAL',
  quantity: 'QTY',
  'valid-date': 'VALID',
  'made-date': 'MADE',
  pallet: 'PALLET',
  box: 'BOX',
  cell: 'CELL',
  document: 'DOC',
}

/** Reads a code by the formats as they stand in the rows, saved or not. */
function trial(page: PageModel, code: string): string {
  const rows = Array.from({ length: page.grid.rowCount }, (_, row) => page.grid.row(row))
  const own = ownerFormatCode(ownerFormatsOf(rows), undefined, yearNow())
  const { format, parts, refusal, warning } = interpretScan(code, interpretersWith(own))
  const reason = refusal ?? warning
  if (reason) return t(reason)
  const said = parts.map(({ kind, value }) => {
    const part = shownParts[kind]
    return `${part ? t(partName(part)) : kind} ${value}`
  })
  return `${format}: ${said.join(' · ')}`
}

function FormatTrial({ page }: { page: PageModel }): JSX.Element {
  const [code, setCode] = useState('')
  return (
    <div className="owner-formats-trial">
      <label>
        {t({ ko: '시험할 코드 (스캔하거나 입력)', en: 'Code to try (scan or type)' })}{' '}
        <input
          className="input mono"
          data-whole-code=""
          value={code}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setCode(target.value)}
        />
      </label>
      <output className="mono">{code === '' ? '' : trial(page, code)}</output>
    </div>
  )
}
