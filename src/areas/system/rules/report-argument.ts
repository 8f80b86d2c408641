/** What a report is asked for by the clock: a question of the product, where, and its search. */
export interface ReportArgument {
  readonly service: string
  /** Empty: the first warehouse of whoever it runs for. */
  readonly wcode: string
  /** As people write it: days may be said from the day of the run. */
  readonly search: Readonly<Record<string, string>>
}

const words = /[A-Z][A-Z0-9_]*="(?:[^"]|"")*"|\S+/g

/**
 * Reads `inventory/by-lot W01 OWNER_CD=HANBIT SHIP_DT=-7d~-1d STOCK_NM="blue box"`. Undefined for
 * what is not written like it.
 */
export function readReportArgument(written: string): ReportArgument | undefined {
  const [service = '', ...rest] = written.trim().match(words) ?? []
  const wcode = rest[0]?.includes('=') ? '' : (rest.shift() ?? '')
  const parts = rest.map((word) => /^([A-Z][A-Z0-9_]*)=(.+)$/s.exec(word))
  if (!/^[\w-]+\/[\w-]+$/.test(service) || parts.includes(null)) return undefined
  const search = parts.map((part): [string, string] => [part?.[1] ?? '', unquoted(part?.[2] ?? '')])
  return { service, wcode, search: Object.fromEntries(search) }
}

/** The reverse of `readReportArgument`; conditions without a value are left out. */
export function writeReportArgument({ service, wcode, search }: ReportArgument): string {
  const conditions = Object.entries(search).filter(([, value]) => value !== '')
  return [service, wcode, ...conditions.map(([name, value]) => `${name}=${quoted(value)}`)]
    .filter(Boolean)
    .join(' ')
}

function unquoted(text: string): string {
  const inside = /^"(.*)"$/s.exec(text)?.[1]
  return inside === undefined ? text : inside.replaceAll('""', '"')
}

function quoted(text: string): string {
  return /[\s"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
