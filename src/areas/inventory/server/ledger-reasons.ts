import sql, { join, raw, type Sql } from 'sql-template-tag'
import { label, type Language } from '#kernel/label.ts'

/**
 * Reasons that the server itself writes into the ledger: by a code, and by what belongs to it, so
 * that everybody reads them in the own language. `{}` is what stands behind the code.
 */
export const ledgerReasons = {
  COUNT: label('재고실사 {}', 'Stocktaking {}'),
  UPLOAD_UNDONE: label('엑셀 이동 취소', 'Stock move upload undone'),
  UNDONE: label('되돌리기', 'Undone'),
} as const

/** A reason as the ledger keeps it. */
export function ledgerReason(code: keyof typeof ledgerReasons, about = ''): string {
  return `#${code} ${about}`.trimEnd()
}

const all = Object.entries(ledgerReasons)
const both = ['ko', 'en'] as const

/** A reason of the ledger as its reader is told it; what people wrote is said as they wrote it. */
export function saidReason(column: string, language: Language): Sql {
  const kept = raw(column)
  const cases = all.flatMap(([code, text]) => {
    const said = text[language]
    // Before there were codes the words themselves were written, in one language or the other.
    const ways = [`#${code}`, ...both.map((each) => text[each].replace(' {}', ''))]
    return ways.map((way) =>
      said.includes('{}')
        ? sql`when starts_with(${kept}, ${`${way} `}::text)
            then replace(${said}::text, '{}', substr(${kept}, ${way.length + 2}::integer))`
        : sql`when ${kept} = ${way} then ${said}::text`,
    )
  })
  return sql`case ${join(cases, ' ')} else ${kept} end`
}
