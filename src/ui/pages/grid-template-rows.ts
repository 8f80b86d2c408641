import type { ColumnBatch } from '#ui/grid/column-store.ts'
import type { GridRow } from '#ui/grid/column.ts'

const owners = ['HANBIT', 'SEOJIN', 'VATECH', 'DAON', 'MIRAE', 'NURI', 'SAEROM', 'GAON']
const goods = [
  '비타민C 1000 정',
  '프리미엄 믹스넛',
  '무선 이어폰 팁',
  '임플란트 픽스처',
  '유기농 현미',
  '저자극 클렌징 폼',
  '캠핑 랜턴',
  '스테인리스 텀블러',
  '아동용 마스크',
  '보습 크림',
  '헤어 드라이어',
  '커피 원두',
]
const makers = ['한빛', '서진', '바텍', '다온', '미래', '누리', '새롬', '가온', '하람', '도담']
const sizes = ['소', '중', '대', '특대', '10입', '20입', '100g', '250g', '480g', '1kg']

const two = (value: number) => String(value).padStart(2, '0')

/** Rows for the show room, each a little different; the third and the sixth have a state to mend. */
export function sampleRows(count: number): GridRow[] {
  return Array.from({ length: count }, (_, at) => ({
    OWNER_CD: owners[at % 3] ?? '',
    ITEM_CD: `SKU${100_200 + at * 37}`,
    ITEM_NM: `${makers[at % makers.length]} ${goods[at % goods.length]}`,
    BARCODE: String(8_801_234_500_000 + at * 7919),
    QTY: (at * 108 + 504) % 1100,
    WEIGHT_KG: ((at * 1033 + 6199) % 13_000) / 1000,
    VALID_YMD: `2027${two(1 + (at % 12))}${two(1 + (at % 28))}`,
    MOVED_AT: `20261120${two(at % 24)}${two((at * 7) % 60)}00`,
    STATE: ['20', '10', '30', '10', '40', '10'][at % 6] ?? '10',
    USE_YN: at % 4 === 0 ? 'Y' : 'N',
    DONE: (at * 29) % 101,
    MEMO: at % 5 === 0 ? '파손 확인' : null,
  }))
}

/** What the server would say after a refused save of the sample rows. */
export const sampleErrors = [
  { id: 2, message: '가용 재고가 부족합니다 (요청 720, 가용 64)', columns: ['QTY'] },
  { id: 5, message: '등록되지 않은 품목입니다', columns: ['ITEM_CD'] },
]

/** Spreads neighbours over the whole range, the same way every time. */
function scattered(index: number, salt: number): number {
  let hash = Math.imul(index + salt, 0x9e3779b1)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x85ebca77)
  return (hash ^ (hash >>> 13)) >>> 0
}

const dictionaries = {
  OWNER: owners,
  ITEM: Array.from({ length: 5000 }, (_, at) => `SKU${100_000 + at * 17}`),
  ITEM_NM: Array.from({ length: 5000 }, (_, at) => {
    const maker = makers[at % makers.length]
    const good = goods[scattered(at, 5) % goods.length]
    return `${maker} ${good} ${sizes[Math.floor(at / 10) % sizes.length]} ${Math.floor(at / 100)}호`
  }),
  ZONE: ['A', 'B', 'C', 'D', 'E', 'F'],
  CELL: Array.from(
    { length: 9000 },
    (_, at) => `A${two(at % 30)}-${two(Math.floor(at / 30) % 60)}-${1 + Math.floor(at / 1800)}`,
  ),
  LOT: Array.from({ length: 20_000 }, (_, at) => `L26${10_000 + at}-${'ABCDEF'[at % 6]}`),
  EXPIRY: Array.from(
    { length: 1008 },
    (_, at) => `${2027 + Math.floor(at / 336)}${two(1 + (at % 12))}${two(1 + (at % 28))}`,
  ),
  HOLD: ['N', 'Y'],
} as const satisfies Readonly<Record<string, readonly string[]>>

const ofItem = new Set<string>(['ITEM', 'ITEM_NM'])

/** A run of inventory rows as ready-made columns, the same for the same places every time. */
export function inventoryBatch(first: number, length: number): ColumnBatch {
  const coded = Object.entries(dictionaries).map(([name, dictionary], at) => {
    const codes = new Int32Array(length)
    const salt = ofItem.has(name) ? 1 : at + 10
    for (let row = 0; row < length; row++) {
      codes[row] = scattered(first + row, salt) % dictionary.length
    }
    return [name, { codes, dictionary }] as const
  })
  const numbers = (value: (row: number) => number) => {
    const values = new Float64Array(length)
    for (let row = 0; row < length; row++) values[row] = value(first + row)
    return values
  }
  return {
    length,
    columns: {
      ...Object.fromEntries(coded),
      ID: numbers((row) => row + 1),
      QTY: numbers((row) => scattered(row, 71) % 10_000),
      ALLOCATED: numbers((row) => (row % 3 === 0 ? scattered(row, 72) % 500 : 0)),
      CBM: numbers((row) => (scattered(row, 73) % 13_000) / 1000),
    },
  }
}
