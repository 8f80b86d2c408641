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
import { codeListsOf, gridColumns, refreshedColumns } from '#ui/page/rows/grid-columns.ts'
import { UploadJob } from './upload-job.ts'
import { UPLOAD_COLUMNS } from './upload-model.ts'
import { UploadRows } from './upload-rows.ts'

const MESSAGE_COLUMN = 'PROCRETURN'

/** What only the components on screen can do. */
interface UploadParts {
  readonly grid: GridHandle | null
  readonly chooseFile: () => void
  readonly focusForm: () => boolean
  /** Reads the rows with the letters of the mapping panel; past the first empty A when asked to. */
  readonly read: (beyondGap?: boolean) => Promise<void>
  readonly find: () => void
  /** Back to the page the sheet was opened on, where there is one. */
  readonly close: () => Promise<void>
}

/** Everything an open upload page holds outside React. */
export class UploadSession {
  readonly screen: SheetIntake
  readonly columns: readonly Column[]
  readonly headerColumns: readonly Column[]
  readonly rows: UploadRows
  readonly job: UploadJob
  /** The file that was chosen last: a draft keeps it, so that it can be read again. */
  file: File | undefined
  /** What is being typed into the header. */
  readonly drafts = new Drafts()
  /** The header before anything was typed into it. */
  readonly start: WireRow
  #parts: Partial<UploadParts> = {}
  /** Opened on a page with a grid, to which it goes back. */
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
    this.start = { ...startingHeader(screen), ...options.header }
    this.rows = new UploadRows(this.columns, this.gridColumns(), screen.save.input)
    this.job = new UploadJob(this)
  }

  get parts(): Partial<UploadParts> {
    return this.#parts
  }

  /** Called by the components as they come on screen. */
  connect(parts: Partial<UploadParts>): void {
    this.#parts = { ...this.#parts, ...parts }
  }

  /** Loads the code lists of the columns, for sheets that hold names instead of codes. */
  async loadCodes(): Promise<CodeLists> {
    const names = codeListsOf(this.columns)
    await codeLists.load(names)
    this.refreshColumns()
    return Object.fromEntries(
      names.flatMap((name) => {
        const entries = codeLists.get(name)
        return entries?.length ? [[name, entries] as const] : []
      }),
    )
  }

  /** Whether an action is granted, for all operations or for one of them. */
  may(action: string): boolean {
    const granted = findScreen(this.screen.route)?.actions ?? []
    return granted.some((grant) => grant.split(':')[0] === action)
  }

  get mayEdit(): boolean {
    return isGranted(findScreen(this.screen.route)?.actions, this.screen.save)
  }

  /** The columns of the grid: the sheet's row number, the record's own, and what is wrong. */
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

  /** Takes up titles of another language and code lists that have come; own widths stay. */
  refreshColumns(): void {
    const { model } = this.rows
    model.setColumns(refreshedColumns(model.columns, this.gridColumns()))
  }
}

/** Defaults of the header's fields; `today` is a day. */
function startingHeader({ header }: SheetIntake): WireRow {
  return Object.fromEntries(
    Object.entries(header).map(([name, field]) => {
      const given = field.default ?? null
      return [name, typeof given === 'string' ? resolveToday(given) : given]
    }),
  )
}
