import { commandTitle } from '#tests/support/labels.ts'
export interface KeymapKeys {
  readonly profile?: string
  /** Part of the generated names that distinguishes two walks on one site. */
  readonly letter: string
  readonly add: readonly string[]
  readonly addForm: readonly string[]
  /** Keys pressed before (`type`) and after (`typed`) typing into cells. */
  readonly type: readonly string[]
  readonly typed: readonly string[]
  readonly save: readonly string[]
  /** Key that finishes a document at a station, where letters are codes. */
  readonly finish: readonly string[]
  readonly delete: readonly string[]
  readonly find: readonly string[]
  readonly print: readonly string[]
  readonly read: readonly string[]
  readonly first: readonly string[]
  readonly last: readonly string[]
}

export const standardKeys: KeymapKeys = {
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

export const functionKeys: KeymapKeys = {
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

export const vimKeys: KeymapKeys = {
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
