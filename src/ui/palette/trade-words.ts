/**
 * What the trade and the floor call the things that the titles name otherwise, by the word of the
 * titles: whoever says 상품별 재고 means 품목별 재고, on every screen that has 품목 in its name.
 * Names of one screen only are in `screen-synonyms.ts`.
 */
const tradeWords: Readonly<Record<string, readonly string[]>> = {
  품목: ['상품', '제품', '물품', '아이템', 'sku'],
  로트: ['롯트', '랏트', 'lot'],
  셀: ['로케이션', '로케', '랙', 'cell', 'bin'],
  존: ['구역', 'zone'],
  유통기한: ['유효기한', '유효기간', '소비기한', '사용기한'],
  보류: ['홀드', '홀딩', '잠금', 'hold'],
  할당: ['배정', '어사인'],
  피킹: ['집품', '픽킹'],
  검수: ['검품'],
  파렛트: ['팔레트', '파레트', '팔렛트', '빠레트', 'pallet'],
  박스: ['상자', 'box'],
  공급처: ['공급업체', '공급사', '납품업체', '매입처', '벤더'],
  배송처: ['배송지', '납품처', '도착지'],
  화주: ['화주사', '고객사'],
  협력사: ['협력업체', '파트너사', '파트너'],
  사용자: ['유저', 'user'],
  오류: ['에러', 'error'],
  출력: ['인쇄', '프린트'],
  생성: ['만들기', '발행'],
  일괄: ['대량'],
  입고: ['입하'],
  바코드: ['라벨', 'barcode'],
  명세서: ['명세표'],
  확인서: ['확인증'],
  실사: ['조사'],
  추적: ['트래킹'],
  이력: ['히스토리'],
  사용률: ['이용률', '점유율', '가동률'],
  조회: ['검색'],
  현황: ['리포트', '보고서'],
  시리얼: ['일련번호', 'serial'],
  컨테이너: ['콘테이너'],
  통화: ['화폐'],
  국가: ['나라'],
}

const wordOfTitles = new Map(
  Object.entries(tradeWords).flatMap(([title, others]) => others.map((other) => [other, title])),
)

/** Longer words first: 로케이션 is not 로케 and two syllables. Latin ones stand as whole words. */
const anyTradeWord = new RegExp(
  [...wordOfTitles.keys()]
    .toSorted((one, other) => other.length - one.length)
    .map((word) => (/[a-z]/.test(word) ? `(?<![a-z])${word}(?![a-z])` : word))
    .join('|'),
  'gi',
)

/** The text in the words of the titles; the same text where it has no other word in it. */
export function inWordsOfTitles(text: string): string {
  return text.replace(anyTradeWord, (word) => wordOfTitles.get(word.toLowerCase()) ?? word)
}
