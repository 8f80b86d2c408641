import { integer, text, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'

const common = { menus: ['CmsUsedPhrasePopup'], scope: 'company', bound: 'own' } as const
const phrase = text(label('상용구', 'Phrase'), { width: 400, maxLength: 500 })

export const phrases = defineQuery({
  ...common,
  name: 'system/phrases',
  title: label('상용구 찾기', 'Find phrases'),
  action: 'search',
  search: { PHRASE: phrase },
  output: { PHRASE_NO: integer(label('번호', 'No.')), PHRASE: phrase },
})

export const addPhrases = defineProcedure({
  ...common,
  name: 'system/add-phrases',
  title: label('상용구 등록', 'Save a phrase'),
  action: 'save',
  input: { PHRASE: withOptions(phrase, { required: true }) },
  maxRows: 100,
})

export const dropPhrases = defineProcedure({
  ...common,
  name: 'system/drop-phrases',
  title: label('상용구 삭제', 'Delete a phrase'),
  action: 'delete',
  input: { PHRASE: withOptions(phrase, { required: true }) },
  maxRows: 100,
})
