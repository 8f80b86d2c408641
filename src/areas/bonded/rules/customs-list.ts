import { label, type Label } from '#kernel/label.ts'
import { invalidResponse, readRows, type Facts } from './customs-xml.ts'

/** Lists that customs provides, each by a separate service (second-half.md §1, *UNI-PASS*). */
export type CustomsListCode = 'RATE_IMP' | 'RATE_EXP' | 'SHED' | 'HS'

/** List entry. `from` is its valid-from date (`yyyyMMdd`), if any. */
export interface ListEntry {
  readonly code: string
  readonly theirs: string
  readonly detail: string
  readonly from: string | null
}

export type CustomsListAnswer =
  | { readonly result: 'OK'; readonly entries: readonly ListEntry[] }
  | { readonly result: 'NONE' | 'ERROR' | 'BROKEN'; readonly message: string }

interface CustomsListService {
  readonly path: string
  readonly root: string
  readonly row: string
  readonly query: (request: string) => Readonly<Record<string, string>>
  readonly entry: (facts: Facts) => ListEntry | undefined
  readonly asked: RegExp
  readonly fault: Label
}

function readRates(direction: '1' | '2'): CustomsListService {
  return {
    path: 'trifFxrtInfoQry/retrieveTrifFxrtInfo',
    root: 'trifFxrtInfoQryRtnVo',
    row: 'trifFxrtInfoQryRsltVo',
    query: (day) => ({ qryYymmDd: day, imexTp: direction }),
    entry: ({ currSgn = '', fxrt = '', mtryUtNm = '', aplyBgnDt = '' }) => {
      const isRate = /^\d{1,8}(\.\d{1,4})?$/.test(fxrt) && Number(fxrt) > 0
      const isWhole = /^[A-Z]{3}$/.test(currSgn) && /^\d{8}$/.test(aplyBgnDt) && isRate
      return isWhole
        ? { code: currSgn, theirs: fxrt, detail: mtryUtNm, from: aplyBgnDt }
        : undefined
    },
    asked: /^20\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/,
    fault: label(
      '환율은 적용일 8자리로 조회합니다. 예: 20261122',
      'Search rates by effective date, 8 digits, for example 20261122.',
    ),
  }
}

export const customsListServices: Readonly<Record<CustomsListCode, CustomsListService>> = {
  RATE_EXP: readRates('1'),
  RATE_IMP: readRates('2'),
  SHED: {
    path: 'shedInfoQry/retrieveShedInfo',
    root: 'shedInfoQryRtnVo',
    row: 'shedInfoQryRsltVo',
    query: (sign) => ({ jrsdCstmCd: sign.slice(0, 3), snarSgn: sign }),
    entry: ({ snarSgn = '', snarNm = '', snarAddr = '' }) =>
      snarSgn && snarNm
        ? { code: snarSgn, theirs: snarNm, detail: snarAddr, from: null }
        : undefined,
    asked: /^[0-9A-Z]{8}$/,
    fault: label(
      '장치장은 장치장부호 8자리로 조회합니다.',
      'Search bonded warehouses by their 8-character code.',
    ),
  },
  HS: {
    path: 'hsSgnQry/searchHsSgn',
    root: 'hsSgnSrchRtnVo',
    row: 'hsSgnSrchRsltVo',
    query: (code) => ({ hsSgn: code, koenTp: '1' }),
    entry: ({ hsSgn = '', korePrnm = '', englPrnm = '' }) =>
      /^\d{10}$/.test(hsSgn) && korePrnm
        ? { code: hsSgn, theirs: korePrnm, detail: englPrnm, from: null }
        : undefined,
    asked: /^\d{4,10}$/,
    fault: label('HS는 숫자 4~10자리로 조회합니다.', 'Search HS codes by 4 to 10 digits.'),
  },
}

/**
 * Parses the list XML. Incomplete XML or an unreadable entry is BROKEN. Duplicate entries count
 * once, e.g. an HS code repeated for each tariff.
 */
export function readCustomsList(code: CustomsListCode, xml: string): CustomsListAnswer {
  const { root, row, entry } = customsListServices[code]
  const read = readRows(xml, root, row)
  if (!read) return invalidResponse(xml)
  const rows = read.rowsOf(row)
  const message = read.notice
  // Not every list includes an entry count.
  if (read.count < 0) return { result: 'ERROR', message }
  if (rows.length === 0) return { result: 'NONE', message }
  const entries = new Map<string, ListEntry>()
  for (const facts of rows) {
    const found = entry(facts)
    if (!found) return invalidResponse(JSON.stringify(facts))
    entries.set(found.code, found)
  }
  return { result: 'OK', entries: [...entries.values()] }
}
