import { broken, readRows, type Facts } from './customs-xml.ts'

/** An answer of the cargo tracking service as it can be used. */
export type CustomsAnswer =
  | { readonly result: 'OK'; readonly cargo: Facts; readonly events: readonly Facts[] }
  /** Customs knows several such cargos, by these numbers. */
  | { readonly result: 'MANY'; readonly message: string; readonly numbers: readonly string[] }
  /** It knows none, or refuses with a message. */
  | { readonly result: 'NONE' | 'ERROR' | 'BROKEN'; readonly message: string }

const cargoRow = 'cargCsclPrgsInfoQryVo'
const eventRow = 'cargCsclPrgsInfoDtlQryVo'

/**
 * Reads the XML of the service. What is not whole is BROKEN; a negative count is a refusal, none is
 * NONE; a notice that begins with [N00], or several cargos, is MANY. Events come newest first.
 */
export function readCustomsAnswer(xml: string): CustomsAnswer {
  const read = readRows(xml, 'cargCsclPrgsInfoQryRtnVo', cargoRow, eventRow)
  if (!read) return broken(xml)
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

/** An answer of the service that lists the containers of a cargo with up to three seals each. */
export type SealAnswer =
  | { readonly result: 'OK'; readonly seals: readonly string[] }
  | { readonly result: 'NONE' | 'ERROR' | 'BROKEN'; readonly message: string }

const containerRow = 'cntrQryBrkdQryVo'

/** Reads its XML; containers without any seal are NONE. */
export function readSealAnswer(xml: string): SealAnswer {
  const read = readRows(xml, 'cntrQryBrkdQryRtnVo', containerRow)
  if (!read) return broken(xml)
  const { rowsOf, count, notice: message } = read
  if (Number.isNaN(count)) return { result: 'BROKEN', message: message || 'tCnt' }
  if (count < 0) return { result: 'ERROR', message }
  const seals = rowsOf(containerRow).flatMap((one) =>
    [1, 2, 3].flatMap((n) => one[`cntrSelgNo${n}`] || []),
  )
  return seals.length > 0
    ? { result: 'OK', seals: [...new Set(seals)] }
    : { result: 'NONE', message }
}

const sealsIn = (text: string) =>
  text
    .split(/[\s,;/]+/)
    .map(letters)
    .filter(Boolean)
    .sort()

/** Whether customs has other seals than we, in whatever order they are written. */
export function sealDifference(seals: readonly string[], ours: string | null): Difference[] {
  const theirs = seals.join(', ')
  const isSame = sealsIn(theirs).join(' ') === sealsIn(ours ?? '').join(' ')
  return isSame ? [] : [{ field: 'SEAL_NO', ours, theirs }]
}

/** What our register says of a cargo, by the fields that are compared; null: nothing. */
export type OurFacts = Readonly<Record<string, string | number | null>>

/** One field that customs has otherwise than we. */
export interface Difference {
  readonly field: string
  readonly ours: string | null
  readonly theirs: string
}

const letters = (text: string) => text.replaceAll(/[^0-9A-Za-z가-힣]/g, '').toUpperCase()

/** Sums of one kind of event at our shed; the sign of a shed may carry a place behind a slash. */
function eventSum(events: readonly Facts[], kind: string, shed: string, field: string): number {
  const ours = events.filter(
    (event) =>
      event['cargTrcnRelaBsopTpcd'] === kind && (event['shedSgn'] ?? '').split('/')[0] === shed,
  )
  return ours.reduce((sum, event) => sum + Math.round(Number(event[field] ?? 0) * 1000), 0) / 1000
}

/** Fields that differ, and only those customs says something of. */
export function differencesOf(
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
  return theirs.flatMap(([field, said]): Difference[] => {
    if (said === undefined || said === '') return []
    const have = ours[field] ?? null
    const isNumber = typeof have === 'number'
    const isSame = isNumber ? Number(said) === have : letters(String(have ?? '')) === letters(said)
    if (isSame) return []
    return [{ field, ours: have === null ? null : String(have), theirs: said }]
  })
}
