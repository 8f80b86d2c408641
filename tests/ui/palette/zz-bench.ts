import { createSearchIndex } from '#ui/palette/search-index.ts'
const a =
  '재고 입고 출고 품목 로트 셀 존 화주 파렛트 박스 보류 이동 조정 실사 할당 피킹 출하 검수 확정 취소 등록 예정 단건 샘플 고객 요청 관리 일괄 이력 출력 명세서 바코드 보세 반입 반출 대장 정산 일별 월별 냉장 요거트 비타민 세라믹 필터 장갑 스프레이'.split(
    ' ',
  )
const e =
  'Inventory Receipt Shipment Stock Lot Cell Zone Owner Pallet Box Hold Move Adjust Count Alloc Picking Ship Check Confirm Cancel Create Plan Single Sample Customer Request Manage Bulk History Print Bill Barcode Bonded In Out Ledger Billing Day Month'.split(
    ' ',
  )
let s = 12345
const r = (n: number) => {
  s |= 0
  s = (s + 0x6d2b79f5) | 0
  let t = Math.imul(s ^ (s >>> 15), 1 | s)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) % n
}
const entries = Array.from({ length: 100000 }, (_, i) => ({
  id: 'e' + i,
  group: '화면',
  ko: [a[r(a.length)], a[r(a.length)], a[r(a.length)]].join(r(2) ? ' ' : ''),
  en: [e[r(e.length)], e[r(e.length)], e[r(e.length)]].join(''),
  codes: ['SKU' + (100000 + i)],
}))
let t = performance.now()
const ix = createSearchIndex(entries)
console.log('build', (performance.now() - t).toFixed(0))
const qs = [
  'ㅈ',
  'ㅈㄱ',
  '재',
  '재고',
  '재고이동',
  '재고 이동',
  'ㅈㄱㅇㄷ',
  'i',
  'in',
  'inv',
  'inventory',
  'inventorymove',
  'invmv',
  'worh',
  'rkqk',
  'ㅑㅜㅍ',
  'SKU1',
  'SKU123456',
  'rcs',
  '입예등',
  '재고이둉',
  'recieptcreate',
  '장바구ㄴ',
  'qqqq',
  'zxcvb',
  '힣힣힣',
  '로트 재고 보류',
  'ㅇㅇㅇ',
  'aeiou',
  'stokc',
  '냉장요거트비',
]
const m = new Map()
const boost = (id: string) => m.get(id) ?? 0
for (let k = 0; k < 3; k++) for (const q of qs) ix.search(q, { limit: 50, boost })
let worst = 0
for (const q of qs) {
  const ts = []
  let h
  for (let k = 0; k < 5; k++) {
    t = performance.now()
    h = ix.search(q, { limit: 50, boost })
    ts.push(performance.now() - t)
  }
  ts.sort((x, y) => x - y)
  worst = Math.max(worst, ts[2]!)
  console.log(
    q.padEnd(16),
    ts[2]!.toFixed(1),
    ts[4]!.toFixed(1),
    h!.length,
    h![0]?.entry.ko,
    h![0]?.entry.en,
    h![0]?.via,
    h![0]?.score,
  )
}
console.log('worst', worst.toFixed(1))
