import { text, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { customsList, customsListLine } from '../tables/customs-list.ts'

const { LIST_ID, LINE_NO } = customsListLine.fields

/** Lists requested from customs, with every entry that differs from our data. */
export const customsLists = defineQuery({
  name: 'bonded/customs-lists',
  title: label('유니패스 자료조회', 'UNI-PASS lists'),
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
 * Applies customs entries: weekly exchange rates, shed names and HS code suffixes. A rate that
 * differs from ours is saved as a correction that references this request.
 */
export const applyCustomsEntries = defineProcedure({
  name: 'bonded/take-customs-entries',
  title: label('관세청 값 반영', 'Apply customs values'),
  action: 'save',
  scope: 'warehouse',
  bound: 'refused',
  maxRows: 1000,
  input: {
    LIST_ID: withOptions(LIST_ID, { required: true }),
    LINE_NO: withOptions(LINE_NO, { required: true }),
  },
})

/** Requests a list from customs in the background. No entry is applied automatically. */
export const requestCustomsList = defineProcedure({
  name: 'bonded/ask-customs-list',
  title: label('유니패스 자료조회', 'Search UNI-PASS lists'),
  with: [applyCustomsEntries],
  action: 'save',
  scope: 'warehouse',
  bound: 'refused',
  maxRows: 20,
  input: pick(customsList, ['LIST_CD', 'ASKED_NO']),
})

/** Saves the key of one customs service. The key is never shown again. */
export const saveCustomsListKey = defineProcedure({
  name: 'bonded/save-customs-list-key',
  title: label('유니패스 자료 인증키', 'UNI-PASS list keys'),
  with: [applyCustomsEntries],
  action: 'save',
  scope: 'warehouse',
  bound: 'refused',
  maxRows: 4,
  input: {
    LIST_CD: customsList.fields.LIST_CD,
    SERVICE_KEY: text(label('인증키', 'Key'), { required: true, maxLength: 200 }),
  },
})
