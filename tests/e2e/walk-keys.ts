import { commandTitle } from '#tests/support/labels.ts'
/** The keys a walk presses, by what they are for; they differ between the key profiles. */
export interface WalkKeys {
  /** The command that chooses the profile; the standard one holds from the start. */
  readonly profile?: string
  /** Part of the names it makes: two walks over one floor make different ones. */
  readonly letter: string
  /** Adds a row to the grid. */
  readonly add: readonly string[]
  /** A new document in a form. */
  readonly addForm: readonly string[]
  /** Before text goes into cells, and when it is in them. */
  readonly type: readonly string[]
  readonly typed: readonly string[]
  readonly save: readonly string[]
  /** Ends a document at a station, where letters are codes. */
  readonly finish: readonly string[]
  readonly delete: readonly string[]
  readonly find: readonly string[]
  readonly print: readonly string[]
  /** Reads the rows of a sheet. */
  readonly read: readonly string[]
  /** To the first cell of the grid, and to the last one of the row. */
  readonly first: readonly string[]
  readonly last: readonly string[]
}

export const standardKeys: WalkKeys = {
  letter: '',
  add: ['Insert'],
  addForm: ['Alt+n'],
  type: [],
  typed: [],
  save: ['Control+s'],
  finish: ['Control+s'],
  delete: ['Control+Delete'],
  find: ['Control+f'],
  print: ['Control+p'],
  read: ['F8'],
  first: ['Control+Home'],
  last: ['End'],
}

/** As on a 5250 and in Korean ERP programs. */
export const functionKeys: WalkKeys = {
  ...standardKeys,
  profile: '단축키 세트: 기능키',
  letter: 'F',
  add: ['F3'],
  addForm: ['F3'],
  save: ['F8'],
  finish: ['F8'],
  delete: ['Shift+F4'],
  find: ['Shift+F3'],
  print: ['Shift+F7'],
  read: ['F2'],
}

export const vimKeys: WalkKeys = {
  ...standardKeys,
  profile: commandTitle('app.profile-vim'),
  letter: 'V',
  add: ['o'],
  type: ['i'],
  typed: ['Escape'],
  save: ['Shift+Z', 'Shift+Z'],
  delete: ['d', 'd'],
  find: ['/'],
  first: ['g', 'g', '0'],
  last: ['$'],
}
