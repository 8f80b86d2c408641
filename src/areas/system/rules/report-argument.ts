/** A scheduled report: the query, the warehouse and the search. */
export interface ReportArgument {
  readonly service: string
  /** Empty for the first warehouse of the recipient. */
  readonly wcode: string
  /** Search values as users type them. Dates can be relative to the date of the run. */
  readonly search: Readonly<Record<string, string>>
}

const argumentWord = /[A-Z][A-Z0-9_]*="(?:[^"]|"")*"|\S+/g

/**
 * Parses `inventory/by-lot W01 OWNER_CD=HANBIT SHIP_DT=-7d~-1d STOCK_NM="blue box"`. Returns
 * undefined if the syntax is invalid.
 */
export function readReportArgument(written: string): ReportArgument | undefined {
  const [service = '', ...rest] = written.trim().match(argumentWord) ?? []
  const wcode = rest[0]?.includes('=') ? '' : (rest.shift() ?? '')
  const parts = rest.map((word) => /^([A-Z][A-Z0-9_]*)=(.+)$/s.exec(word))
  if (!/^[\w-]+\/[\w-]+$/.test(service) || parts.includes(null)) return undefined
  const search = parts.map((part): [string, string] => [
    part?.[1] ?? '',
    unquoteValue(part?.[2] ?? ''),
  ])
  return { service, wcode, search: Object.fromEntries(search) }
}

/** Inverse of `readReportArgument`. Omits conditions without a value. */
export function writeReportArgument({ service, wcode, search }: ReportArgument): string {
  const conditions = Object.entries(search).filter(([, value]) => value !== '')
  return [service, wcode, ...conditions.map(([name, value]) => `${name}=${quoteValue(value)}`)]
    .filter(Boolean)
    .join(' ')
}

function unquoteValue(text: string): string {
  const inside = /^"(.*)"$/s.exec(text)?.[1]
  return inside === undefined ? text : inside.replaceAll('""', '"')
}

function quoteValue(text: string): string {
  return /[\s"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
