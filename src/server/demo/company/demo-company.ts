export const demoWarehouses = [
  { wcode: 'W01', warehouse_nm: '인천 제1물류센터', location_nm: '인천 중구' },
  { wcode: 'W02', warehouse_nm: '이천 제2물류센터', location_nm: '경기 이천' },
]

export const demoOwners = [
  {
    owner_cd: 'HANBIT',
    owner_nm: '한빛헬스',
    biz_no: '101-81-00001',
    manager_nm: '김하늘',
    phone_no: '02-0000-1001',
  },
  {
    owner_cd: 'SEOJIN',
    owner_nm: '서진생활',
    biz_no: '101-81-00016',
    manager_nm: '이도윤',
    phone_no: '02-0000-1002',
  },
  {
    owner_cd: 'GIFT',
    owner_nm: '기프트웨어하우스',
    biz_no: '101-81-00020',
    manager_nm: '박서연',
    phone_no: '02-0000-1003',
  },
]

export const demoPartners = [
  { ship_to_cd: 'ST001', ship_to_nm: '서초 물류 3센터', address: '서울 서초구' },
  { ship_to_cd: 'ST002', ship_to_nm: '부산 신항점', address: '부산 강서구' },
  { ship_to_cd: 'ST003', ship_to_nm: '대전 둔산점', address: '대전 서구' },
]

const hanbit = [
  '비타민C 1000 정',
  '오메가3 90캡슐',
  '프리미엄 믹스넛 480g',
  '홍삼정 240g',
  '유산균 30포',
  '하이드로겔 패치',
  '임플란트 픽스처 4.0×10',
  '구강 스캐너 팁',
  '콜라겐 젤리',
  '루테인 60캡슐',
]
const seojin = [
  '산업용 장갑 L',
  '방청 스프레이 550ml',
  '세라믹 필터 20L',
  '무선 이어폰 팁 M',
  '냉장 요거트 플레인',
  '캠핑 의자 접이식',
  'LED 랜턴 4구',
  '주방 세제 3L',
  '종이컵 1000입',
  '멀티탭 4구 3m',
]

/** Generates an EAN-13 in a range that is never assigned (prefix 2 is for internal use). */
export function barcode(number: number): string {
  const body = `2${String(number).padStart(11, '0')}`
  const digits = Array.from(body, Number)
  const sum = digits.reduce((total, digit, index) => total + digit * (index % 2 ? 3 : 1), 0)
  return body + String((10 - (sum % 10)) % 10)
}

function items(owner: string, names: readonly string[], first: number) {
  return names.flatMap((name, index) =>
    ['', ' 대용량', ' 묶음'].map((size, step) => {
      const number = first + index * 37 + step * 1000
      return {
        owner_cd: owner,
        stock_cd: `SKU${number}`,
        stock_nm: name + size,
        barcode: barcode(number),
        box_qty: 12 * (step + 1),
        cbm: (12_300 + ((number * 37) % 9_000)) / 1_000_000,
        weight_kg: (350 + ((number * 13) % 4_000)) / 1000,
        valid_yn: owner === 'HANBIT' ? 'Y' : 'N',
        lot_yn: owner === 'HANBIT' && index % 2 === 0 ? 'Y' : 'N',
      }
    }),
  )
}

export const demoItems = [...items('HANBIT', hanbit, 100_200), ...items('SEOJIN', seojin, 200_237)]
