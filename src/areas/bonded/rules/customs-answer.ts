import { invalidResponse, readRows, type Facts } from './customs-xml.ts'

export type CustomsAnswer =
  | { readonly result: 'OK'; readonly cargo: Facts; readonly events: readonly Facts[] }
  /** Customs has several matching cargos, with these numbers. */
  | { readonly result: 'MANY'; readonly message: string; readonly numbers: readonly string[] }
  /** No match, or an error with a message. */
  | { readonly result: 'NONE' | 'ERROR' | 'BROKEN'; readonly message: string }

const cargoRow = 'cargCsclPrgsInfoQryVo'
const eventRow = 'cargCsclPrgsInfoDtlQryVo'

/**
 * Parses the response XML. Incomplete XML is BROKEN, a negative count ERROR and zero NONE. A notice
 * starting with [N00] or several cargos is MANY. Events are sorted newest first.
 */
export function readCustomsAnswer(xml: string): CustomsAnswer {
  const read = readRows(xml, 'cargCsclPrgsInfoQryRtnVo', cargoRow, eventRow)
  if (!read) return invalidResponse(xml)
  const { rowsOf, count, notice } = read
  if (Number.isNaN(count)) return { result: 'BROKEN', message: notice || 'tCnt' }
  if (count < 0) return { result: 'ERROR', message: notice || String(count) }
  if (count === 0) return { result: 'NONE', message: notice }
  const cargos = rowsOf(cargoRow)
  const [cargo] = cargos
  if (notice.startsWith('[N00]') || cargos.length > 1) {
    const numbers = cargos.map((one) => one['cargMtNo'] ?? '').filter(Boolean)
    return { result: 'MANY', message: numbers.join(', ') || notice, numbers }
  }
  if (!cargo?.['cargMtNo']) return { result: 'BROKEN', message: 'cargMtNo' }
  return { result: 'OK', cargo, events: rowsOf(eventRow) }
}

/** Response of the container service, with up to three seals per container. */
export type SealAnswer =
  | { readonly result: 'OK'; readonly seals: readonly string[] }
  | { readonly result: 'NONE' | 'ERROR' | 'BROKEN'; readonly message: string }

const containerRow = 'cntrQryBrkdQryVo'

/** Parses the response XML. Returns NONE for containers without seals. */
export function readSealAnswer(xml: string): SealAnswer {
  const read = readRows(xml, 'cntrQryBrkdQryRtnVo', containerRow)
  if (!read) return invalidResponse(xml)
  const { rowsOf, count, notice: message } = read
  if (Number.isNaN(count)) return { result: 'BROKEN', message: message || 'tCnt' }
  if (count < 0) return { result: 'ERROR', message }
  const seals = rowsOf(containerRow).flatMap((row) =>
    [1, 2, 3].flatMap((n) => row[`cntrSelgNo${n}`] || []),
  )
  return seals.length > 0
    ? { result: 'OK', seals: [...new Set(seals)] }
    : { result: 'NONE', message }
}

const readSeals = (text: string) =>
  text
    .split(/[\s,;/]+/)
    .map(lettersOnly)
    .filter(Boolean)
    .sort()

/** Compares seals with customs, ignoring their order. */
export function sealDifference(seals: readonly string[], ours: string | null): Difference[] {
  const theirs = seals.join(', ')
  const isSame = readSeals(theirs).join(' ') === readSeals(ours ?? '').join(' ')
  return isSame ? [] : [{ field: 'SEAL_NO', ours, theirs }]
}

export type OurFacts = Readonly<Record<string, string | number | null>>

export interface Difference {
  readonly field: string
  readonly ours: string | null
  readonly theirs: string
}

const lettersOnly = (text: string) => text.replaceAll(/[^0-9A-Za-z가-힣]/g, '').toUpperCase()

/** Sums events of one kind at our shed. A shed code can have a location suffix after a slash. */
function eventSum(events: readonly Facts[], kind: string, shed: string, field: string): number {
  const ours = events.filter(
    (event) =>
      event['cargTrcnRelaBsopTpcd'] === kind && (event['shedSgn'] ?? '').split('/')[0] === shed,
  )
  return ours.reduce((sum, event) => sum + Math.round(Number(event[field] ?? 0) * 1000), 0) / 1000
}

/** Differing fields, limited to those present in the customs response. */
export function compareWithCustoms(
  answer: CustomsAnswer & { result: 'OK' },
  ours: OurFacts,
  shed: string,
): Difference[] {
  const { cargo, events } = answer
  const theirs: readonly (readonly [string, string | undefined])[] = [
    ['CARGO_NO', cargo['cargMtNo']],
    ['MBL_NO', cargo['mblNo']],
    ['VESSEL_NM', cargo['shipNm']],
    ['VOYAGE_NO', cargo['vydf']],
    ['ENTRY_DT', cargo['etprDt']],
    ['PKG_QTY', cargo['pckGcnt']],
    ['PKG_UNIT_CD', cargo['pckUt']],
    ['KG', cargo['ttwg']],
    ['CNTR_NO', cargo['cntrNo']],
    ['GOODS_NM', cargo['prnm']],
    ['IN_PKG_QTY', String(eventSum(events, '반입신고', shed, 'pckGcnt'))],
    ['IN_KG', String(eventSum(events, '반입신고', shed, 'wght'))],
    ['OUT_PKG_QTY', String(eventSum(events, '반출신고', shed, 'pckGcnt'))],
    ['OUT_KG', String(eventSum(events, '반출신고', shed, 'wght'))],
  ]
  return theirs.flatMap(([field, declared]): Difference[] => {
    if (declared === undefined || declared === '') return []
    const our = ours[field] ?? null
    const isNumber = typeof our === 'number'
    const isSame = isNumber
      ? Number(declared) === our
      : lettersOnly(String(our ?? '')) === lettersOnly(declared)
    if (isSame) return []
    return [{ field, ours: our === null ? null : String(our), theirs: declared }]
  })
}
