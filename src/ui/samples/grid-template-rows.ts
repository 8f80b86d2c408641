import type { GridRow } from '#ui/grid/columns/column.ts'

const owners = ['HANBIT', 'SEOJIN', 'VATECH']
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
