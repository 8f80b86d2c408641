export interface PastOwner {
  readonly owner_cd: string
  readonly owner_nm: string | null
  readonly manager_nm: string
  readonly zone: string
  readonly prefix: string
  readonly lots: boolean
  readonly serials: boolean
  /** Days from production to the expiry date; null for items without an expiry date. */
  readonly shelfDays: number | null
  /** Number of receipts and orders per week, by warehouse. */
  readonly weeks: Readonly<Record<string, { readonly receipts: number; readonly orders: number }>>
  readonly maxLines: number
  readonly maxPieces: number
  readonly season: readonly number[]
  readonly names: readonly string[]
  readonly sizes: readonly string[]
}

export const pastOwners: readonly PastOwner[] = [
  {
    owner_cd: 'LUMI',
    owner_nm: '루미코스메틱',
    manager_nm: '한소율',
    zone: 'A',
    prefix: 'LM',
    lots: true,
    serials: false,
    shelfDays: 720,
    weeks: { W01: { receipts: 16, orders: 80 } },
    maxLines: 2,
    maxPieces: 36,
    season: [0.9, 0.9, 1, 1.1, 1.3, 1.3, 1.2, 1, 0.9, 1, 1.3, 1.2],
    names: [
      '수분 크림',
      '선 세럼',
      '클렌징 폼',
      '립 밤',
      '쿠션 파운데이션',
      '앰플',
      '토너',
      '마스크팩 10매',
      '핸드크림',
      '아이크림',
      '헤어 오일',
      '바디 로션',
    ],
    sizes: ['30ml', '50ml', '80ml', '100ml', '120ml', '150ml', '200ml', '기획', '리필', '미니'],
  },
  {
    owner_cd: 'SINSUN',
    owner_nm: '신선한식탁',
    manager_nm: '오건우',
    zone: 'C',
    prefix: 'SS',
    lots: true,
    serials: false,
    shelfDays: 90,
    weeks: { W02: { receipts: 10, orders: 35 } },
    maxLines: 3,
    maxPieces: 48,
    season: [1.1, 1.2, 0.9, 0.9, 1, 1, 1.2, 1.2, 1.4, 1, 0.9, 1.1],
    names: [
      '냉장 두부',
      '플레인 요거트',
      '체더 치즈',
      '배추김치',
      '어묵 모둠',
      '훈제 오리',
      '냉동 만두',
      '냉동 새우',
      '냉동 블루베리',
      '냉동 피자',
      '아이스크림',
      '냉동 닭가슴살',
    ],
    sizes: ['200g', '300g', '400g', '500g', '700g', '1kg', '1.5kg', '2kg', '3입', '10입'],
  },
  {
    owner_cd: 'VOLTA',
    owner_nm: '볼타전자',
    manager_nm: '서지안',
    zone: 'A',
    prefix: 'VT',
    lots: false,
    serials: true,
    shelfDays: null,
    weeks: { W01: { receipts: 10, orders: 45 } },
    maxLines: 2,
    maxPieces: 3,
    season: [1.1, 1, 1.2, 0.9, 1, 0.9, 0.9, 1, 1, 1, 1.4, 1.3],
    names: [
      '무선 이어폰',
      '블루투스 스피커',
      '보조배터리',
      '고속 충전기',
      '기계식 키보드',
      '무선 마우스',
      'USB 허브',
      '웹캠',
      '공기질 측정기',
      '스마트 플러그',
      '휴대용 SSD',
      '포터블 모니터',
    ],
    sizes: ['S1', 'S2', 'S3', 'M1', 'M2', 'M3', 'X1', 'X2', 'Pro', 'Lite'],
  },
  {
    owner_cd: 'VINUM',
    owner_nm: null,
    manager_nm: '정유진',
    zone: 'B',
    prefix: 'VN',
    lots: false,
    serials: false,
    shelfDays: null,
    weeks: { W01: { receipts: 6, orders: 25 } },
    maxLines: 2,
    maxPieces: 36,
    season: [0.8, 0.9, 0.9, 1, 1.1, 0.9, 0.8, 0.8, 1.2, 1, 1.2, 1.6],
    names: [
      '보르도 레드',
      '부르고뉴 화이트',
      '프로세코',
      '카베르네 소비뇽',
      '소비뇽 블랑',
      '로제',
      '말벡',
      '시라',
      '모스카토',
      '크레망',
      '템프라니요',
      '피노 누아',
    ],
    sizes: ['2014', '2015', '2016', '2017', '2018', '2019', '2020', '2021', '2022', '2023'],
  },
  {
    owner_cd: 'GIFT',
    owner_nm: null,
    manager_nm: '박서연',
    zone: 'B',
    prefix: 'GF',
    lots: false,
    serials: false,
    shelfDays: null,
    weeks: { W01: { receipts: 14, orders: 50 }, W02: { receipts: 4, orders: 15 } },
    maxLines: 3,
    maxPieces: 72,
    season: [1.1, 1.3, 0.8, 0.8, 1.4, 0.8, 0.7, 0.9, 1.5, 1, 1.1, 1.6],
    names: [
      '머그컵',
      '유리 저금통',
      '향초',
      '퍼즐 500조각',
      '에코백',
      '다이어리',
      '볼펜 세트',
      '접이식 우산',
      '보온병',
      '무드등',
      '포장 리본',
      '선물 상자',
    ],
    sizes: ['빨강', '파랑', '노랑', '초록', '검정', '하양', '분홍', '보라', '은색', '금색'],
  },
]

export interface PastItem {
  readonly owner: PastOwner
  readonly stock_cd: string
  readonly stock_nm: string
  readonly cell_cd: string
  readonly box_qty: number
  /** The item's share of the owner's demand; 0 for a slow mover. */
  readonly share: number
}

export const pastShops = [
  '강남점',
  '판교점',
  '해운대점',
  '수성점',
  '봉선점',
  '제주점',
  '온라인몰',
  '면세점',
]

/**
 * Returns a cell per item, starting at the far end of a zone, where ordinary putaway uses no cells.
 */
function cellCode(zone: string, aisles: number, place: number): string {
  const twoDigits = (number: number) => String(number).padStart(2, '0')
  const aisle = aisles - Math.floor(place / 80)
  return `${zone}${twoDigits(aisle)}-${twoDigits(20 - Math.floor((place % 80) / 4))}-${1 + (place % 4)}`
}

const slowMovers = 4

function ownerItems(owner: PastOwner, firstPlace: number): PastItem[] {
  const count = owner.names.length * owner.sizes.length
  const rank = (index: number) => (index * 47) % count
  const weight = (index: number) =>
    rank(index) >= count - slowMovers ? 0 : 1 / (1 + rank(index)) ** 0.6
  const total = Array.from({ length: count }, (_, index) => weight(index)).reduce((a, b) => a + b)
  return owner.names.flatMap((name, at) =>
    owner.sizes.map((size, step): PastItem => {
      const index = at * owner.sizes.length + step
      // The second half of the food items is frozen.
      const isFrozen = owner.zone === 'C' && index >= count / 2
      const place = isFrozen ? index - count / 2 : firstPlace + index
      return {
        owner,
        stock_cd: `${owner.prefix}${String(10_001 + index)}`,
        stock_nm: `${name} ${size}`,
        cell_cd: cellCode(isFrozen ? 'F' : owner.zone, 'AB'.includes(owner.zone) ? 10 : 3, place),
        box_qty: owner.serials ? 4 : 12,
        share: weight(index) / total,
      }
    }),
  )
}

export const pastItems: readonly PastItem[] = pastOwners.flatMap((owner, index) => {
  const before = pastOwners.slice(0, index).filter(({ zone }) => zone === owner.zone).length
  return ownerItems(owner, before * owner.names.length * owner.sizes.length)
})
