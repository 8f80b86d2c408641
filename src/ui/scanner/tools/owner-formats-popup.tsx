import { useState, type JSX } from 'react'
import { codeFormats } from '#areas/master/operations/code-formats.ts'
import { partName } from '#areas/master/rules/read-by-format.ts'
import { currentYear } from '#ui/base/calendar-day.ts'
import { label } from '#kernel/label.ts'
import { grid, type MasterScreen } from '#kernel/screen.ts'
import { clearFormats } from '#ui/scanner/scan-reading.ts'
import { t } from '#ui/base/language.ts'
import { openMasterPopup } from '#ui/page/tools/master-popup.tsx'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { ownerFormatCode, readOwnerFormats } from '#ui/scanner/codes/owner-format-code.ts'
import { createInterpreters, interpretScan } from '#ui/scanner/codes/scan-code.ts'
import type { ScanPartKind } from '#ui/scanner/codes/scan-part.ts'
import './scanner.css'

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

export async function openOwnerFormats(owner: string): Promise<void> {
  const title = t(label(`코드 형식 · ${owner}`, `Code formats · ${owner}`))
  await openMasterPopup(
    {
      className: 'owner-formats',
      screen: formatsScreen,
      title: label('코드 형식', 'Code formats'),
      search: { OWNER_CD: owner },
      start: 'FORMAT_NM',
      emptyText: label('Insert로 형식을 추가하세요.', 'Add a format with Insert.'),
      onSaved: clearFormats,
      above: <FormatHelp />,
      below: (page) => <FormatTrial page={page} />,
    },
    { width: 1080, height: 520, title },
  )
}

function FormatHelp(): JSX.Element {
  return (
    <p className="quiet">
      {t(
        label(
          '값은 {ITEM:8}처럼 중괄호와 길이로, 나머지는 코드에 있는 그대로 입력하세요. 예: ',
          'Enter values in braces with their length and the rest as it is in the code: ',
        ),
      )}
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

function describeReading(page: PageModel, code: string): string {
  const rows = Array.from({ length: page.grid.rowCount }, (_, row) => page.grid.row(row))
  const own = ownerFormatCode(readOwnerFormats(rows), undefined, currentYear())
  const { format, parts, refusal, warning } = interpretScan(code, createInterpreters(own))
  const reason = refusal ?? warning
  if (reason) return t(reason)
  const partTexts = parts.map(({ kind, value }) => {
    const part = shownParts[kind]
    return `${part ? t(partName(part)) : kind} ${value}`
  })
  return `${format}: ${partTexts.join(' · ')}`
}

function FormatTrial({ page }: { page: PageModel }): JSX.Element {
  const [code, setCode] = useState('')
  return (
    <div className="owner-formats-trial">
      <label>
        {t(label('시험할 코드 (스캔하거나 입력)', 'Code to try (scan or type)'))}{' '}
        <input
          className="input mono"
          data-whole-code=""
          value={code}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setCode(target.value)}
        />
      </label>
      <output className="mono">{code === '' ? '' : describeReading(page, code)}</output>
    </div>
  )
}
