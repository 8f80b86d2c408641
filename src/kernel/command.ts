import type { WireRow } from './field.ts'
import type { Label } from './label.ts'
import type { Procedure, Query } from './operation.ts'

/** Parts of a page that take the keyboard. F6 cycles through them. */
export type Zone = 'menu' | 'tabs' | 'search' | 'grid' | 'lines'

export type RowChoice = 'current' | 'checked' | 'chosen' | 'changed' | 'all'

export interface RowOptionsHandle {
  put(number: string): void
  clear(): void
  entries(): readonly { readonly number: string; readonly row: number }[]
  /** Makes a row the current one. Returns false if it no longer exists. */
  goTo(row: number): boolean
  /**
   * Runs `work` with only these rows selected. Option numbers typed next to other rows survive a
   * search at the end of `work`; those next to these rows are cleared afterwards.
   */
  runOnRows(rows: readonly number[], work: () => Promise<unknown>): Promise<void>
}
/** Runs a command. False or an error means it was not done, which stops a macro. */
export type CommandRun = () => void | boolean | Promise<void | boolean>

/** Operations of the active page that business commands can use. */
export interface PageHandle {
  /** Reloads the rows. False if the reload was rejected or failed. */
  search(): Promise<boolean>
  /** Replaces the search conditions and searches; absent on a page without a search. */
  searchBy?(args: Readonly<Record<string, string>>): Promise<boolean>
  focus(zone: Zone): boolean
  /**
   * Makes a row the current one by its position, starting at 1. Goes to the last row if there are
   * fewer.
   */
  goToRow?(position: number): void
  readonly options?: RowOptionsHandle
  /** Column of the current cell of the focused grid, and the search that loaded its rows. */
  cell?(): { readonly column: string; readonly searched: WireRow } | undefined
  /** Search that loaded the rows. */
  searched?(): WireRow
  /** Shows a text under the current cell until the cursor moves. Returns the text shown there. */
  showCellNote?(text?: string): string
  /** `chosen`: the checked rows, otherwise the selected rows, otherwise the current row. */
  rows(choice: RowChoice): WireRow[]
  parts?(): Promise<WireRow[]>
  openParts?(): Promise<void>
}

interface KeyboardHandle {
  openKeys(): Promise<void>
  useProfile(id: string): void
  toggleSingleKeys(): void
  /** Toggles screen-reader mode, in which grids move the focus to a table and announce changes. */
  toggleScreenReader(): void
  chooseChordTimeout(): Promise<void>
  setCommandMode(isOn: boolean): void
  /** Adds a digit to the count of the next command: `5` before `j` moves five rows down. */
  countDigit(digit: number): void
  clearCount(): void
  count(): number | undefined
  /** Prompts for a row position and moves to it. */
  askRow(): Promise<void>
  press(keys: string): void
  recall(): void
  openLog(): Promise<void>
  /** Starts recording a macro. The second call stops it and prompts for its name. */
  recordMacro(): Promise<void>
  openMacros(): Promise<void>
  /** Replays the macro of a slot over the selected rows. False if the slot is empty. */
  runMacro(slot: number): Promise<boolean>
  /**
   * Installs the page as an application with its own window, where the browser reserves no keys.
   */
  install(): Promise<void>
  runOptions(): Promise<void>
}

interface ScannerHandle {
  calibrate(): Promise<void>
  showLog(): Promise<void>
  editFormats(owner: string): Promise<void>
  connect(kind: 'hid' | 'serial'): void
  toggleSound(): void
}

export interface RowsWindow {
  /** Subject of the rows, shown after the name of the query. */
  readonly subject?: string
  readonly emptyText?: Label
  /** Shown above the loaded rows. Defaults to the row count. */
  readonly summary?: (rows: readonly WireRow[]) => Label
  readonly isSmall?: true
  readonly fullTextColumn?: string
  /** The rows are details of a row of the page: Backspace returns to it. */
  readonly isDetail?: true
  /** Opens the target of a row on Enter and closes the window. */
  readonly onEnter?: ((row: WireRow) => void) | undefined
  /** Effect of the Delete key on the current row, which the procedure receives as input. */
  readonly remove?: { readonly procedure: Loadable<Procedure>; readonly hint: Label }
}

export interface ShellHandle {
  readonly keyboard: KeyboardHandle
  readonly scanner: ScannerHandle
  showRows(source: Loadable<Query>, search: WireRow, shown?: RowsWindow): void
  /** Opens a window over rows. Resolves to true if the user completed its action. */
  openWindow(name: string, rows: readonly WireRow[]): Promise<boolean>
  open(route: string, args?: Readonly<Record<string, string>>): void
  /**
   * Waits for code that a command needs. Buffers keys pressed while it loads and passes them on to
   * the command.
   */
  awaitCode<T>(code: Promise<T>): Promise<T>
  openPalette(start?: string): void
  openHelp(): Promise<void>
  closeTab(): void
  nextTab(step: 1 | -1): void
  tabAt(position: number): void
  focusMenu(): void
  showFavourites(): void
  toggleFavourite(): void
  editFavourites(): void
  pinMenu(): void
  switchWarehouse(): void
  showJobs(): void
  toggleTheme(): void
  toggleLanguage(): void
  back(): void
  /** Returns to the page that opened the active one with arguments. */
  goBack(): void
  /** Edits restored after a reload can be kept or discarded. */
  keepRestored(): void
  dropRestored(): Promise<void>
  nextZone(step: 1 | -1): void
  logout(): Promise<void>
  /** Undoes the last row action while its page is active. */
  undoLastAction(): Promise<boolean>
  /** Notifies the user without asking for a response. */
  notify(text: Label): void
}

/**
 * An operation or its loader. Commands load operations with their area, not with the first page.
 */
export type Loadable<O> = O | (() => Promise<O>)

/** Options for running a procedure over rows. */
export interface ProcedureRunOptions {
  readonly about?: string
  /** The affected records, shown after the procedure's name. */
  readonly target?: Label
  /** Inputs prompted for in addition to the missing ones, with their initial values. */
  readonly extraInputs?: WireRow
  /** Completes a row with the entered values before it is sent. */
  readonly completeRow?: (row: Partial<WireRow>) => Partial<WireRow>
  /** Procedure that undoes this one. Its rows are built from the request and the response. */
  readonly undo?: {
    readonly procedure: Loadable<Procedure>
    readonly rows: (
      sent: readonly Partial<WireRow>[],
      answered: readonly WireRow[],
    ) => Partial<WireRow>[]
  }
}

export interface CommandContext {
  readonly shell: ShellHandle
  readonly page: PageHandle | undefined
  readonly row: WireRow | undefined
  /**
   * Runs a procedure, prompts for each missing required input and refreshes the page. False if it
   * was rejected or the user entered nothing.
   */
  readonly runProcedure: (
    procedure: Loadable<Procedure>,
    input: Partial<WireRow>[],
    more?: ProcedureRunOptions,
  ) => Promise<boolean>
}

/**
 * An action available to users. The palette, legend bar, help and keymaps are views of all
 * commands.
 */
export interface Command {
  readonly title: Label
  /** Title of one or two words for the legend bar. */
  readonly short?: Label
  readonly keywords?: readonly string[]
  /** Name of a table. The command is offered wherever a row of it has focus. */
  readonly on?: string
  /** Also offered on a row that groups rows of the table, such as a report row. */
  readonly offeredOnGroups?: true
  /**
   * States of the table's rows, or of the selected rows of its screen, in which the command is
   * available. Rows without a state are not checked.
   */
  readonly states?: readonly string[]
  /** States for users of a partner, whose steps can start from fewer. */
  readonly statesForPartner?: readonly string[]
  /** Not offered on a row that also names a record of this table, such as a return of a shipment. */
  readonly exceptOn?: string
  /**
   * Route of a screen or popup, `route:action`, or `route:action:operation` for an operation that
   * can be granted separately. Offered only to users who have one of these permissions.
   */
  readonly needs?: string | readonly string[]
  /** Context expression that must be true; absent means always. */
  readonly when?: string
  /** Lower values are further left in the legend bar; absent means not shown there. */
  readonly legend?: number
  /** Repeats while its key is held down. */
  readonly repeats?: true
  /** Safe even if the key is the first of a scan, so it is not delayed to find out. */
  readonly harmless?: true
  /** Works in an open editor, which is otherwise committed before a command runs. */
  readonly keepsEditor?: true
  /** Leaves the page, so it does not wait for pending input, however slow the page is. */
  readonly leaves?: true
  readonly palette?: boolean
  /**
   * False or an error means it was not done, which stops a macro. Absent for commands that the
   * active page provides: a page that does not provide it lacks the command.
   */
  readonly run?: (context: CommandContext) => void | Promise<void | boolean>
}

/** Declares a command. Its id is its key in the group's object, `<area>.<verb-noun>`. */
export function command(written: Command): Command {
  return written
}
