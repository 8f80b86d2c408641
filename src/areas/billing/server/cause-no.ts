import sql, { type Sql } from 'sql-template-tag'
import { label, type Language } from '#kernel/label.ts'
import { codeLists } from '#areas/code-lists.ts'

export function codeName(list: string, column: Sql, language: Language): Sql {
  const names = Object.entries(codeLists[list] ?? {}).map(([code, name]) => [code, name[language]])
  return sql`coalesce(${JSON.stringify(Object.fromEntries(names))}::jsonb ->> ${column}, ${column})`
}

export const receivedLabel = label('입고', 'in')

/**
 * Readable cause of charge `c`: the document, cell or pallet. Stored stock is described by its lot
 * or receipt date and any unusual temperature, bonded status or sample flag.
 */
export function chargeCauseSql(language: Language): Sql {
  const receivedPrefix = `${receivedLabel[language]} `
  const sampleWord = language === 'ko' ? '샘플' : 'sample'
  return sql`case when c.cause_cd = 'DAY' and c.doc_no like '%|%|%|%|%' then (
      select concat_ws(' ',
        coalesce(nullif(g.lot_no, ''), ${receivedPrefix} || to_char(g.received_dt, 'YYYY-MM-DD')),
        ${codeName('temperature', sql`nullif(split_part(c.doc_no, '|', -3), 'DRY')`, language)},
        ${codeName('bonded-status', sql`nullif(split_part(c.doc_no, '|', -2), 'FREE')`, language)},
        case when split_part(c.doc_no, '|', -1) = 'Y' then ${sampleWord} end)
      from lot g where g.lot_id = split_part(c.doc_no, '|', -4)::bigint)
    else c.doc_no end`
}
