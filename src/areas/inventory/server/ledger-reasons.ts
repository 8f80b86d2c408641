import sql, { join, raw, type Sql } from 'sql-template-tag'
import { inventoryCodeLists } from '../rules/code-lists.ts'
import { label, type Language } from '#kernel/label.ts'

const putReasons = inventoryCodeLists['put-reason']

/**
 * Reasons the server writes into the ledger as a code with an argument, so each user reads them in
 * their language. `{}` is replaced by the argument.
 */
export const ledgerReasons = {
  COUNT: label('재고실사 {}', 'Stocktaking {}'),
  UPLOAD_UNDONE: label('엑셀 이동 취소', 'Stock move upload undone'),
  PUT_1: putReasons['1'],
  PUT_2: putReasons['2'],
  PUT_3: putReasons['3'],
  PUT_4: putReasons['4'],
  UNDONE: label('되돌리기', 'Undone'),
} as const

export function ledgerReason(code: keyof typeof ledgerReasons, detail = ''): string {
  return `#${code} ${detail}`.trimEnd()
}

const all = Object.entries(ledgerReasons)
const languages = ['ko', 'en'] as const

export function reasonText(column: string, language: Language): Sql {
  const stored = raw(column)
  const cases = all.flatMap(([code, text]) => {
    const given = text[language]
    // Older rows contain the text itself in either language instead of a code.
    const spellings = [`#${code}`, ...languages.map((each) => text[each].replace(' {}', ''))]
    return spellings.map((way) =>
      given.includes('{}')
        ? sql`when starts_with(${stored}, ${`${way} `}::text)
            then replace(${given}::text, '{}', substr(${stored}, ${way.length + 2}::integer))`
        : sql`when ${stored} = ${way} then ${given}::text`,
    )
  })
  return sql`case ${join(cases, ' ')} else ${stored} end`
}
