import sql from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import { isSiteRecordOrWithinReach } from '#server/auth/user-reach.ts'
import { invalidRows } from '#server/base/app-error.ts'
import {
  handleProcedure,
  handleQuery,
  type QueryCall,
  type SaveCall,
} from '#server/engine/handler.ts'
import { addPhrases, dropPhrases, phrases } from '../operations/phrases.ts'

export const phrasesHandler = handleQuery(
  phrases,
  'v.phrase',
  (call) => sql`
    select min(phrase_no) phrase_no, phrase from used_phrase where ${isVisiblePhrase(call)}
    group by phrase`,
)

/**
 * Phrases of users within reach. Site-wide phrases are visible to all staff, and editable only by
 * users with access to all warehouses.
 */
const isInReach = (userId: string) => isSiteRecordOrWithinReach(sql`used_phrase.created_by`, userId)

const isVisiblePhrase = ({ scope, userId }: QueryCall) =>
  sql`(${scope.owners === null} or ${isInReach(userId)})`

const submittedPhrases = ({ rows }: SaveCall): string[] =>
  rows.map(({ values }) => String(values['PHRASE']))

export const addPhrasesHandler = handleProcedure(addPhrases, async (call) => {
  await call.tx.execute(sql`
    insert into used_phrase (phrase, created_by)
    select distinct p, ${call.userId} from unnest(${submittedPhrases(call)}::text[]) p on conflict do nothing`)
  return { message: label('상용구를 등록했습니다.', 'Phrase saved.') }
})

export const dropPhrasesHandler = handleProcedure(dropPhrases, async (call) => {
  const deleted = await call.tx.query<{ phrase: string }>(sql`
    delete from used_phrase where phrase = any(${submittedPhrases(call)}::text[])
      and ${isInReach(call.userId)} returning phrase`)
  const missing = call.rows.filter(
    ({ values }) => !deleted.some(({ phrase }) => phrase === values['PHRASE']),
  )
  const text = label('이미 삭제된 상용구입니다.', 'Phrase already deleted.')
  if (missing.length)
    throw invalidRows(missing.map(({ no }) => ({ row: no, column: 'PHRASE', text })))
  return { message: label('상용구를 삭제했습니다.', 'Phrase deleted.') }
})
