import type { WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { isGranted } from '#kernel/operation.ts'
import type { SheetIntake } from '#kernel/pane-screen.ts'
import { resolveColumns, type Column } from '#kernel/screen.ts'
import type { CodeLists } from '#kernel/sheet-mapping.ts'
import { findScreen } from '#ui/remote/menu.ts'
import { resolveToday } from '#ui/base/calendar-day.ts'
import { codeLists } from '#ui/remote/code-lists.ts'
import { Drafts } from '#ui/forms/drafts.ts'
import type { GridColumn } from '#ui/grid/columns/column.ts'
import type { GridHandle } from '#ui/grid/grid.tsx'
import { t } from '#ui/base/language.ts'
import { usedCodeLists, gridColumns, refreshColumns } from '#ui/page/rows/grid-columns.ts'
import { UploadJob } from './upload-job.ts'
import { UPLOAD_COLUMNS } from './upload-model.ts'
import { UploadRows } from './upload-rows.ts'

const MESSAGE_COLUMN = 'PROCRETURN'

interface UploadParts {
  readonly grid: GridHandle | null
  readonly chooseFile: () => void
  readonly focusForm: () => boolean
  readonly read: (beyondGap?: boolean) => Promise<void>
  readonly find: () => void
  readonly close: () => Promise<void>
}

export class UploadSession {
  readonly screen: SheetIntake
  readonly columns: readonly Column[]
  readonly headerColumns: readonly Column[]
  readonly rows: UploadRows
  readonly job: UploadJob
  /** The last file chosen. A draft stores it to read it again. */
  file: File | undefined
  readonly drafts = new Drafts()
  readonly start: WireRow
  #parts: Partial<UploadParts> = {}
  readonly isWithinPage: boolean

  constructor(screen: SheetIntake, options: { isWithinPage?: boolean; header?: WireRow } = {}) {
    this.screen = screen
    this.isWithinPage = options.isWithinPage === true
    const refs = screen.columns.map((ref) =>
      typeof ref === 'string' ? { field: ref, editable: true } : { editable: true, ...ref },
    )
    this.columns = resolveColumns(screen.route, screen.save.input, refs)
    this.headerColumns = Object.entries(screen.header).map(([name, field]): Column => ({
      ...field,
      name,
      editable: true,
      frozen: false,
      hidden: false,
    }))
    this.start = { ...initialHeader(screen), ...options.header }
    this.rows = new UploadRows(this.columns, this.gridColumns(), screen.save.input)
    this.job = new UploadJob(this)
  }

  get parts(): Partial<UploadParts> {
    return this.#parts
  }

  connect(parts: Partial<UploadParts>): void {
    this.#parts = { ...this.#parts, ...parts }
  }

  async loadCodes(): Promise<CodeLists> {
    const names = usedCodeLists(this.columns)
    await codeLists.load(names)
    this.refreshColumns()
    return Object.fromEntries(
      names.flatMap((name) => {
        const entries = codeLists.get(name)
        return entries?.length ? [[name, entries] as const] : []
      }),
    )
  }

  may(action: string): boolean {
    const granted = findScreen(this.screen.route)?.actions ?? []
    return granted.some((grant) => grant.split(':')[0] === action)
  }

  get mayEdit(): boolean {
    return isGranted(findScreen(this.screen.route)?.actions, this.screen.save)
  }

  gridColumns(): GridColumn[] {
    const { sheetRow, rank, reason } = UPLOAD_COLUMNS
    const own = gridColumns(this.columns, this.mayEdit).map((column): GridColumn => {
      const rule = column.editable
      if (rule === undefined || rule === false) return column
      return {
        ...column,
        editable: (row) => this.job.mayEdit && (rule === true || rule(row)),
      }
    })
    return [
      {
        id: sheetRow,
        title: t(label('행', 'Row')),
        kind: 'number',
        width: 58,
        scale: 0,
        frozen: true,
        tone: () => 'quiet',
      },
      ...own,
      {
        id: MESSAGE_COLUMN,
        title: t(label('오류', 'Error')),
        kind: 'text',
        width: 360,
        tone: () => 'stop',
      },
      { id: rank, title: '', kind: 'number', width: 28, hidden: true },
      { id: reason, title: '', kind: 'text', width: 28, hidden: true },
    ]
  }

  /** Applies translated titles and newly loaded code lists. The user's column widths are kept. */
  refreshColumns(): void {
    const { model } = this.rows
    model.setColumns(refreshColumns(model.columns, this.gridColumns()))
  }
}

function initialHeader({ header }: SheetIntake): WireRow {
  return Object.fromEntries(
    Object.entries(header).map(([name, field]) => {
      const given = field.default ?? null
      return [name, typeof given === 'string' ? resolveToday(given) : given]
    }),
  )
}
