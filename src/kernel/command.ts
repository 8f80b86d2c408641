import type { WireRow } from './field.ts'
import type { Label } from './label.ts'
import type { Procedure, Query } from './operation.ts'

/** Parts of a page that take the keyboard; F6 goes round them. */
export type Zone = 'menu' | 'tabs' | 'search' | 'grid' | 'lines'

/** Which rows of the grid in focus a command means. */
export type RowChoice = 'current' | 'checked' | 'chosen' | 'changed' | 'all'

/** Numbers typed beside rows, to be carried out together (the options of the 5250 terminal). */
export interface RowOptionsHandle {
  /** Puts a number beside the selected rows; the empty text takes it away. */
  put(number: string): void
  clear(): void
  /** Rows with a number beside them, in the order they are shown. */
  typed(): readonly { readonly number: string; readonly row: number }[]
  /** Makes a row the current one; false when it is no longer there. */
  goTo(row: number): boolean
  /**
   * Lets work see these rows, and no others, as the chosen ones. The numbers beside other rows
   * outlive a search that the work ends with; those of these rows are gone afterwards.
   */
  over(rows: readonly number[], work: () => Promise<unknown>): Promise<void>
}
/** Carries out a command: false, or an error, says that it was not done, and a macro ends there. */
export type Run = () => void | boolean | Promise<void | boolean>

/** What business commands may ask of the page in front, whatever it shows. */
export interface PageHandle {
  /** Asks for the rows again. False when that was refused or failed. */
  search(): Promise<boolean>
  /** Searches by these conditions in the place of those that stand there; absent without a search. */
  searchBy?(args: Readonly<Record<string, string>>): Promise<boolean>
  focus(zone: Zone): boolean
  /** Makes a row the current one by its place, 1 for the first; the last one for any beyond it. */
  goToRow?(position: number): void
  readonly options?: RowOptionsHandle
  /** Column of the current cell of the grid in focus, and the search its rows answer. */
  cell?(): { readonly column: string; readonly searched: WireRow } | undefined
  /** Says something under the current cell, until the cursor moves; what stands there is answered. */
  tell?(text?: string): string
  /** `chosen` is the ticked rows, else the selected ones, else the current one. */
  rows(choice: RowChoice): WireRow[]
  /** What the chosen rows are made of, where they are groups. Throws what asking for it throws. */
  parts?(): Promise<WireRow[]>
  /** Shows what the current row is made of. */
  openParts?(): Promise<void>
}

/** What can be done about the keyboard itself. */
interface KeyboardHandle {
  /** The sheet of every command and its keys, where keys are changed. */
  openKeys(): Promise<void>
  useProfile(id: string): void
  toggleSingleKeys(): void
  /** Grids give the focus to a table, and what changes is said aloud. */
  toggleScreenReader(): void
  chooseChordTimeout(): Promise<void>
  /** Whether letters typed in a grid are commands or cell text. */
  setCommandMode(on: boolean): void
  /** A digit of the number that the next command is given: `5` before `j` is five rows down. */
  countDigit(digit: number): void
  clearCount(): void
  /** The number typed for the command that runs now; undefined where none was. */
  count(): number | undefined
  /** Asks for the place of a row and goes there. */
  askRow(): Promise<void>
  /** Presses keys on whatever has the focus: `ArrowDown`, `Control+Home`. */
  press(keys: string): void
  /** Opens the command line with what was typed there last. */
  recall(): void
  openLog(): Promise<void>
  /** Begins to record a macro; again, ends it and asks for its name. */
  recordMacro(): Promise<void>
  openMacros(): Promise<void>
  /** Replays the macro that has the number over the chosen rows; false where none has it. */
  runMacro(slot: number): Promise<boolean>
  /** Makes the page an application with a window of its own, where the browser keeps no keys. */
  install(): Promise<void>
  /** Carries out the numbers typed beside rows. */
  runOptions(): Promise<void>
}

/** What can be done about the scanner itself. */
interface ScannerHandle {
  calibrate(): Promise<void>
  showLog(): Promise<void>
  /** The formats of one owner's codes. */
  editFormats(owner: string): Promise<void>
  /** Lets the user choose a scanner that needs no keyboard: by USB (HID) or a serial line. */
  connect(kind: 'hid' | 'serial'): void
  /** Turns the tones of scans off, or on again. */
  toggleSound(): void
}

/** How the answer to a question is shown in a window of its own. */
export interface RowsWindow {
  /** What the rows are about: said after the name of the question. */
  readonly of?: string
  /** Said where there are no rows. */
  readonly empty?: Label
  /** Said above the rows once they are there; absent is how many there are. */
  readonly says?: (rows: readonly WireRow[]) => Label
  /** For a few narrow columns. */
  readonly small?: true
  /** Column whose whole text stands under the rows. */
  readonly whole?: string
  /** The rows are those of a row of the page: Backspace leads back to it. */
  readonly isFiner?: true
  /** Where Enter on a row leads; the window closes for it. */
  readonly leads?: ((row: WireRow) => void) | undefined
  /** What the Delete key does with the current row: a change whose input is found in the row. */
  readonly remove?: { readonly procedure: Loaded<Procedure>; readonly hint: Label }
}

/** What the shell offers to commands. */
export interface ShellHandle {
  readonly keyboard: KeyboardHandle
  readonly scanner: ScannerHandle
  /** Opens the answer to a question in a window: read only. */
  showRows(source: Loaded<Query>, search: WireRow, shown?: RowsWindow): void
  /** Opens a window by its name, over rows; true when what it is for was done there. */
  openWindow(name: string, rows: readonly WireRow[]): Promise<boolean>
  open(route: string, args?: Readonly<Record<string, string>>): void
  /** Waits for code that a command needs; keys pressed meanwhile are kept for what the command does. */
  loaded<T>(code: Promise<T>): Promise<T>
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
  /** To the page that opened the one in front with arguments. */
  goBack(): void
  /** Edits that came back after a reload: goes on with them, or throws them away. */
  keepRestored(): void
  dropRestored(): Promise<void>
  nextZone(step: 1 | -1): void
  logout(): Promise<void>
  /** Takes back what was done with a row last, while its page is in front. */
  undoDone(): Promise<boolean>
  /** A word to the user that needs no answer. */
  say(text: Label): void
}

/** An operation, or the way to it: what commands name comes with its area, not with the first page. */
export type Loaded<O> = O | (() => Promise<O>)

/** What goes with running a procedure over rows. */
export interface Asking {
  /** Shown above what is asked. */
  readonly about?: string
  /** What it is done to, said behind its name. */
  readonly over?: Label
  /** Inputs that are asked along with what is missing, with what stands in them at first. */
  readonly also?: WireRow
  /** A row with the answers in it, as it is sent. */
  readonly finish?: (row: Partial<WireRow>) => Partial<WireRow>
  /** What takes it back, and the rows for that, from what was sent and what the server answered. */
  readonly undo?: {
    readonly procedure: Loaded<Procedure>
    readonly rows: (
      sent: readonly Partial<WireRow>[],
      answered: readonly WireRow[],
    ) => Partial<WireRow>[]
  }
}

/** Handed to a command's `run`. */
export interface CommandContext {
  readonly shell: ShellHandle
  readonly page: PageHandle | undefined
  /** The current row of the grid in focus. */
  readonly row: WireRow | undefined
  /**
   * Runs a procedure, prompting for each required input that is missing; refreshes the page. False
   * when it was refused, or nothing was answered.
   */
  readonly ask: (
    procedure: Loaded<Procedure>,
    input: Partial<WireRow>[],
    more?: Asking,
  ) => Promise<boolean>
}

/** A thing a user can do; palette, legend bar, help and keymaps are views over all of them. */
export interface Command {
  readonly title: Label
  /** Shown in the legend bar where it fits: a word or two. */
  readonly short?: Label
  readonly keywords?: readonly string[]
  /** Name of a table: offered wherever a row of it has focus. */
  readonly on?: string
  /** Also where a row is a group of the table's rows, as a row of a report is. */
  readonly ofGroups?: true
  /** States of the table's rows in which this can be done; rows that tell no state are not asked. */
  readonly states?: readonly string[]
  /**
   * Route of a screen or popup, `route:action`, or `route:action:operation` where the operation may
   * be granted alone: offered only to who may do one of these.
   */
  readonly needs?: string | readonly string[]
  /** Context expression that must hold; absent means always. */
  readonly when?: string
  /** Lower stands further left in the legend bar; absent means not shown there. */
  readonly legend?: number
  /** Runs again and again while its key is held down. */
  readonly repeats?: true
  /** A scan that begins with its key does no harm: it need not wait to be told from one. */
  readonly harmless?: true
  /** A way out of a page that is too slow: it does not wait for what was typed before. */
  readonly leaves?: true
  /** Offered in the palette; off only for commands that make no sense there. */
  readonly palette?: boolean
  /**
   * False, or an error, says that it was not done: a macro ends there. Absent for what the page in
   * front offers: a page that does not offer it has no such command.
   */
  readonly run?: (context: CommandContext) => void | Promise<void | boolean>
}

/** Declares a command; its id is its key in the group's object, `<area>.<verb-noun>`. */
export function command(written: Command): Command {
  return written
}
