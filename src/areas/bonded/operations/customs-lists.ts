import { text, vary } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { customsList, customsListLine } from '../tables/customs-list.ts'

const { LIST_ID, LINE_NO } = customsListLine.fields

/** What customs was asked for, and each entry that it has otherwise than we. */
export const customsLists = defineQuery({
  name: 'bonded/customs-lists',
  title: label('유니패스 자료 조회', 'Customs lists'),
  action: 'search',
  scope: 'warehouse',
  bound: 'refused',
  search: {
    ...pick(customsList, ['LIST_CD', 'ASKED_NO', 'RESULT_CD', 'ASKED_AT']),
    ...pick(customsListLine, ['ENTRY_CD', 'TAKEN_AT']),
  },
  output: { ...customsList.fields, ...customsListLine.fields },
})

/**
 * Takes entries over as customs has them: a rate as a rate of its week (another value as a
 * correction that names this search), a name of a shed, a tail of an HS code.
 */
export const takeCustomsEntries = defineProcedure({
  name: 'bonded/take-customs-entries',
  title: label('관세청 값 반영', 'Take over from customs'),
  action: 'save',
  scope: 'warehouse',
  bound: 'refused',
  rowsMax: 1000,
  input: {
    LIST_ID: vary(LIST_ID, { required: true }),
    LINE_NO: vary(LINE_NO, { required: true }),
  },
})

/** Asks customs for a list, in the background; nothing of the answer is taken over by itself. */
export const askCustomsList = defineProcedure({
  name: 'bonded/ask-customs-list',
  title: label('유니패스 자료 조회', 'Search UNI-PASS lists'),
  with: [takeCustomsEntries],
  action: 'save',
  scope: 'warehouse',
  bound: 'refused',
  rowsMax: 20,
  input: pick(customsList, ['LIST_CD', 'ASKED_NO']),
})

/** The key of one service of customs; it is shown to nobody afterwards. */
export const saveCustomsListKey = defineProcedure({
  name: 'bonded/save-customs-list-key',
  title: label('유니패스 자료 인증키', 'Keys of UNI-PASS lists'),
  with: [takeCustomsEntries],
  action: 'save',
  scope: 'warehouse',
  bound: 'refused',
  rowsMax: 4,
  input: {
    LIST_CD: customsList.fields.LIST_CD,
    SERVICE_KEY: text(label('인증키', 'Key'), { required: true, lengthMax: 200 }),
  },
})
