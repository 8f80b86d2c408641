/**
 * Synonyms used in the trade, by title word: 상품별 재고 finds 품목별 재고, 되돌리기 finds 취소. A synonym may
 * belong to several title words. Synonyms of single screens are in `screen-synonyms.ts`.
 */
const tradeWords: Readonly<Record<string, readonly string[]>> = {
  품목: ['상품', '제품', '물품', '아이템', '자재', '품번', '품명', '물건', 'sku'],
  로트: ['롯트', '랏트', '로트번호', '배치번호', 'lot'],
  셀: ['로케이션', '로케', '랙', '위치', '자리', '선반', 'cell', 'bin'],
  존: ['구역', 'zone'],
  유통기한: ['유효기한', '유효기간', '소비기한', '사용기한', '유통기간'],
  파렛트: ['팔레트', '파레트', '팔렛트', '빠레트', '팔렛', 'pallet'],
  박스: ['상자', '카톤', 'box'],
  재고: ['수량', '스톡'],
  라인: ['도크', '레인'],
  공급처: ['공급업체', '공급사', '납품업체', '매입처', '벤더', '거래처'],
  배송처: ['배송지', '납품처', '도착지', '수령처', '점포', '거래처'],
  화주: ['화주사', '고객사', '위탁사'],
  협력사: ['협력업체', '파트너사', '파트너'],
  사용자: ['유저', '직원', '사원', 'user'],
  작업자: ['작업원', '담당자'],
  오더: ['주문', '지시', '오다'],
  명세서: ['명세표', '송장', '전표'],
  확인서: ['확인증', '인수증'],
  피킹리스트: ['피킹지시서', '피킹지', '집품지'],
  바코드: ['라벨', '스티커', 'barcode'],
  컨테이너: ['콘테이너', '컨테'],
  통화: ['화폐'],
  국가: ['나라'],
  항구: ['포트', '항만'],
  선박: ['모선', '본선', '배'],
  선사: ['해운사', '캐리어'],
  세관: ['관세청', '관세'],
  HS코드: ['세번', '품목분류', 'hsk'],
  운임: ['운송비', '운송료', '해상운임'],
  단가: ['요율', '요금', '가격'],
  환율: ['환률'],
  보세: ['장치장', '보세창고', '보세구역'],
  시리얼: ['일련번호', 'serial'],
  첨부파일: ['첨부', '파일'],
  입고: ['입하', '받기', '수령'],
  출고: ['발송', '배송', '내보내기'],
  반입: ['반출입'],
  반출: ['반출입'],
  보세입고: ['반입'],
  보세출고: ['반출'],
  출하: ['출고'],
  작업: ['하기', '진행', '수행'],
  보류: ['홀드', '홀딩', '잠금', '막기', '묶기', '금지', '정지', '락', 'hold'],
  할당: ['배정', '어사인', '예약', '잡기'],
  피킹: ['집품', '픽킹'],
  검수: ['검품', '검사'],
  포장: ['패킹'],
  출력: ['인쇄', '프린트', '찍기', '뽑기', '발행'],
  생성: ['만들기', '발행'],
  등록: ['넣기', '입력', '추가', '작성', '신규'],
  업로드: ['올리기', '업로딩', '임포트'],
  이동: ['옮기기', '옮김', '이적', '무브'],
  변경: ['바꾸기', '수정', '정정'],
  조정: ['맞추기', '보정', '가감'],
  취소: ['되돌리기', '되돌림', '원복', '풀기', '해제', '무르기', '철회', '삭제', '잘못함', '잘못'],
  확정: ['완료', '처리', '컨펌', '잡기'],
  실사: ['조사', '카운트', '재물조사'],
  추적: ['트래킹', '이력'],
  조회: ['검색', '보기'],
  일괄: ['대량', '한번에', '한꺼번에', '통째로'],
  전체: ['몽땅', '모두', '통째로'],
  단건: ['한건', '낱건', '1건'],
  금일: ['오늘'],
  일별: ['일간', '일일', '매일', '날짜별'],
  월별: ['월간', '매월', '달별'],
  이력: ['히스토리', '기록', '로그'],
  현황: ['리포트', '보고서', '내역'],
  내역: ['현황', '리스트'],
  요약: ['마감', '집계', '서머리', '총괄'],
  차트: ['그래프', '도표'],
  대장: ['장부'],
  사용률: ['이용률', '점유율', '가동률'],
  부족: ['결품', '쇼트', '모자란'],
  가용: ['출고가능', '사용가능', '출하가능'],
  시점별: ['과거', '기준일', '기준일자'],
  경과일수: ['나이', '에이징'],
  장기: ['오래된', '불용', '악성', '체화'],
  예정: ['계획'],
  관리: ['마스터', '마스타', '정보'],
  오류: ['에러', 'error'],
  거래처: ['업체'],
  inventory: ['stock'],
  stock: ['inventory'],
  items: ['products', 'materials', 'articles', 'skus'],
  item: ['product', 'material', 'article'],
  cells: ['locations', 'bins', 'slots'],
  cell: ['bin', 'location', 'slot'],
  trace: ['tracking', 'track'],
  hold: ['block', 'lock', 'freeze', 'quarantine'],
  cancel: ['undo', 'reverse', 'void', 'release', 'revert'],
  suppliers: ['vendors', 'vendor'],
  receiving: ['receive', 'inbound'],
  shipping: ['ship', 'shipment', 'outbound'],
  upload: ['import'],
  chart: ['graph'],
  adjustment: ['adjust', 'correction'],
  move: ['transfer', 'relocate'],
  expiry: ['expiration', 'sled', 'bbd'],
  history: ['log'],
  unit: ['uom'],
}

const wordsOfTitles = new Map<string, readonly string[]>()
for (const [title, others] of Object.entries(tradeWords)) {
  for (const other of others) {
    // A title word means itself first, such as 출고 for 출하.
    const itself = Object.hasOwn(tradeWords, other) ? [other] : []
    wordsOfTitles.set(other, [...(wordsOfTitles.get(other) ?? itself), title])
  }
}

/** Longest first, to match 로케이션 before its parts. Latin words match entire words only. */
function alternation(words: readonly string[]): string {
  return words
    .toSorted((one, other) => other.length - one.length)
    .map((word) => (/[a-z]/.test(word) ? `(?<![a-z])${word}(?![a-z])` : word))
    .join('|')
}

const anyTradeWord = new RegExp(alternation([...wordsOfTitles.keys()]), 'gi')

/** Words that do not distinguish screens. */
const emptyWords = (
  '조회 화면 메뉴 목록 리스트 하기 보기 찾기 관리 마스터 코드 정보 번호 규격 현황 관련 작업 처리 창 좀 내용 자료 출력 등록 새 신규 ' +
  'list screen page master overview report data code ' +
  'codes info maintenance inquiry display goods qty the of my all to'
).split(' ')
/** Matches at the end of a word of at least two syllables, or as a separate word. */
const anyEmptyWord = new RegExp(
  `(?<=^|\\s|[가-힣]{2})(?:${alternation(emptyWords)})(?=$|\\s)`,
  'gi',
)

/** Removes English inflections: `locations`, `puting`. */
function stripInflections(text: string): string {
  return text.replace(/\b([a-z]{3,}?)(?:ies|es|s|ing|ed)\b/gi, '$1')
}

const maxWays = 3
const maxBare = 4

interface ReplacedText {
  readonly said: readonly string[]
  /** Words without generic words and inflections. Their hits rank lower. */
  readonly bare: readonly string[]
}

export function replaceTradeWords(text: string): ReplacedText {
  const ways = Array.from({ length: maxWays }, (_, way) => replaceSynonyms(text, way))
  const plain = [text, ...ways.map(({ said }) => said)].map((each) =>
    collapseSpaces(each.replace(anyEmptyWord, ' ')),
  )
  const near = ways.flatMap(({ said, isFar }) => (isFar ? [] : [said]))
  const distant = ways.flatMap(({ said, isFar }) => (isFar ? [said] : []))
  const given = new Set([...near, ...near.slice(0, 1).map(splitGenericWord)])
  const bare = new Set([
    ...distant,
    ...plain,
    ...[text, ...near, ...plain.slice(0, 1)].map(stripInflections),
  ])
  return {
    said: [...given].filter((each) => each !== text),
    bare: [...bare]
      .filter((each) => each !== text && each !== '' && !given.has(each))
      .slice(0, maxBare),
  }
}

/** Replaces each synonym. `isFar` if a title word was replaced by another. */
function replaceSynonyms(text: string, way: number): { said: string; isFar: boolean } {
  let isFar = false
  const given = text.replace(anyTradeWord, (word) => {
    const titles = wordsOfTitles.get(word.toLowerCase()) ?? [word]
    const title = titles[Math.min(way, titles.length - 1)] ?? word
    if (titles[0] === word && title !== word) isFar = true
    return title
  })
  return { said: given, isFar }
}

/** Splits `실사목록` into two words, the last of which is generic. */
function splitGenericWord(text: string): string {
  return collapseSpaces(text.replace(anyEmptyWord, (word) => ` ${word}`))
}

function collapseSpaces(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ')
}
