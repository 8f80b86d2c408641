import { expect, test } from 'vitest'
import { checkoutPaths, checkoutText } from './support/checkout.ts'
import { readTexts, type SourceText } from './support/source-texts.ts'

const sources = checkoutPaths
  .filter((path) => /^(src|commands|keymaps)\/.*\.tsx?$/.test(path))
  // Rows of the demo are customer data.
  .filter((path) => !path.startsWith('src/server/demo/'))
  .map((path) => readTexts(path, checkoutText(path)))
const pairs = sources.flatMap((source) => source.pairs)
const korean = sources.flatMap((source) => source.ko)

function complain(texts: readonly SourceText[], isWrong: (text: SourceText) => boolean): string[] {
  return texts
    .filter(isWrong)
    .map((text) => `${text.path}:${text.line} ${text.parts.join('…').slice(0, 80)}`)
}

const joinParts = ({ parts }: SourceText) => parts.join('…')

test('no Korean text leaves the choice of a particle to the reader', () => {
  const both = /[은을이와과]\([는를가와과]\)|\(으\)로/
  const advice = 'say josa(word, …) of #kernel/josa.ts, or a sentence without the particle'
  expect(
    complain(korean, (text) => both.test(joinParts(text))),
    advice,
  ).toEqual([])
})

/** Numbers that identify a row, month or day instead of counting. */
const ordinal =
  /(?:^|\.|\b)(?:no|number|line|line_no|sheetRow|first|same\w+|at|seq\w*|month\w*|day)$|unread\[0\]/

test('counts have thousands separators in both languages', () => {
  const unit = /^ ?(?:건|행|개|줄|칸|명|장)(?![월가-힣]*번호)/
  const isCount = (put: string) =>
    !/\b(?:formatCount|format|shown|said)\(|^\w+\.ko$/.test(put) && !ordinal.test(put)
  const hasBareCount = ({ parts, puts }: SourceText) =>
    puts.some((put, index) => unit.test(parts[index + 1] ?? '') && isCount(put))
  const advice =
    'say formatCount(count) of #kernel/format-count.ts, and formatCount(count, noun) in English'
  expect(complain(korean, hasBareCount), advice).toEqual([])
  const english = pairs.flatMap(({ ko, en }) => {
    const shown = new Set(ko.puts.flatMap((put) => /^formatCount\(([^,]+)\)$/.exec(put)?.[1] ?? []))
    return en.puts.some((put) => shown.has(put)) ? [en] : []
  })
  expect(
    complain(english, () => true),
    advice,
  ).toEqual([])
})

test('every text exists in both languages', () => {
  /** A unit that English omits, and a language's own name. */
  const unchangedTexts = /^(?:자|한국어\/English)$/
  const one = pairs.flatMap(({ ko, en }) => {
    const isMissing = (joinParts(ko).trim() === '') !== (joinParts(en).trim() === '')
    const isOne = isMissing || /[가-힣]/.test(joinParts(en))
    return isOne && !unchangedTexts.test(joinParts(ko)) ? [ko] : []
  })
  expect(
    complain(one, () => true),
    'say the same in Korean and in English',
  ).toEqual([])
})

test('no text contains a word that the style guide replaces', () => {
  const ko =
    /해 주세요|해 주십시오|코드 도움|격자|되살[리렸린]|없앴|뺐습|고르세요|골라|고른 |그만두|멈췄|멈춤|쓸 수 없|적으세요|넣으세요|더하세요|(?<!새로 )고치세요|고칠 수|바꾸었|바꿨|바꾸세요|푸세요|^처리$|푼 개수|빠진 항목|하는 일$|보낸 것$|전할 말|만든 사람|지울 |상대에게|^앞 기간|^(?:누가|언제)$|[A-Za-z] (?:을|를|은|는) /
  const en =
    /\bmend\b|\buntie\b|\banew\b|\bnobody\b|\bwhoever\b|\bticked\b|\bfaulty (?:rows|ones)\b|\bpieces of stock\b|\bthere is no such\b|\bmay not\b|\bis no (?:number|day|month|moment)\b|\btaken? back\b|\bgiven? up\b|\b(?:leave|left) (?:it |them )?out\b|\bforget\b|\bchosen\b|\bsay why\b|\bvalid date of\b|\w\(s\)|\be-mail\b|\blog-in\b| because$|^(?:asked|told|wanted|expected|loaded|discharged|holds) (?:by|on|at|from)$|\bshort (?:now|then)$|\bthrow (?:them|it) away\b|\bis unknown\b|\bmust not hold\b|\blooking on\b|\brow by row\b|\bbecame of\b|\bground(?: no)?\b|^(?:by|at|who|when|what|tries|cancels|corrects|reverses|undoes|began|sent as|answer by)$|\w no$|\bunder way\b|\bso far$|\bbehind: /i
  /** Text set by the specification. */
  const asSpecified = /3~20자로 입력해 주세요/
  const wrong = [
    ...complain(korean, (text) => ko.test(joinParts(text)) && !asSpecified.test(joinParts(text))),
    ...complain(
      pairs.map((pair) => pair.en),
      (text) => en.test(joinParts(text).replace('Wait (s)', '')),
    ),
  ]
  expect(wrong).toEqual([])
})

/** English of a Korean term, then its other parts of speech. A plural `s` is always allowed. */
const terms: Readonly<Record<string, readonly string[]>> = {
  조회: ['Search'],
  찾기: ['Find'],
  선택: ['Select'],
  수정: ['Edit', 'Changed', 'Corrected'],
  삭제: ['Delete', 'Deleted'],
  지우기: ['Clear'],
  제외: ['Exclude', 'Excluded'],
  '실행 취소': ['Undo'],
  전표: ['Document'],
  상세: ['Lines'],
  행: ['Row', 'Line'],
  그리드: ['Grid', 'a grid'],
  칸: ['Field'],
  코드도움: ['Code lookup'],
  인쇄: ['Print'],
  상태: ['Status', 'Condition'],
  재고상태: ['Condition'],
  입고예정: ['Expected', 'Expected receipts', 'Receipts'],
  입고확정: ['Receive'],
  적치: ['Put-away'],
  재고: ['On hand', 'Inventory', 'Stock'],
  할당: ['Allocated', 'Allocate', 'Allocation'],
  피킹: ['Picked', 'Pick', 'Picking', 'Orders to pick'],
  가용: ['Available', 'ATP'],
  수동할당: ['Manual allocation'],
  피킹지시: ['Release for picking', 'Released for picking', 'Orders to release'],
  출하검수: ['Shipping check', 'Orders to check'],
  출하확정: ['Ship', 'Shipping', 'Orders to ship'],
  보류: ['Hold', 'Held'],
  보류해제: ['Release'],
  출발셀: ['From cell'],
  도착셀: ['To cell'],
  실사: ['Count', 'Counted'],
  재실사: ['Recount'],
  전산수량: ['System qty'],
  실사수량: ['Counted qty'],
  재고원장: ['Ledger'],
  '수불 내역': ['Movement'],
  수불일자: ['Posting date'],
  '수불 취소': ['Reverse', 'Reverse movements'],
  유통기한: ['Expiry date'],
  제조일: ['Production date'],
  입고일: ['Receipt date'],
  '화주 오더번호': ['Owner order no.'],
  시리얼: ['Serial'],
  사유: ['Reason'],
  권한: ['Permission'],
  단축키: ['Shortcut'],
  '단축키 세트': ['Keymap'],
  복구: ['Restore'],
  폐기: ['Discard', 'Discarded'],
  '사용 신청': ['Request access', 'Access request'],
  '비밀번호 재설정': ['Reset password', 'Password reset'],
  반출근거: ['Release basis'],
  근거번호: ['Basis no.'],
  이상보고: ['Discrepancy report'],
  체화: ['Overdue'],
  '지금 할 일': ['To do'],
  일자: ['Date'],
  시작일: ['Start date'],
  종료일: ['End date'],
  시도: ['Attempt'],
  변경자: ['Changed by'],
  변경일시: ['Changed at'],
  등록자: ['Entered by', 'Attached by'],
  등록일시: ['Entered at', 'Attached at'],
  전표번호: ['Document no.', 'Document number'],
  작업번호: ['Work no.', 'Job no.'],
  최종출하일: ['Last ship date'],
  박스수량: ['Boxed qty'],
  단위바코드: ['Unit barcode'],
  대체코드: ['Alternative code'],
  '재고 ID': ['Stock ID'],
}

test('a fixed Korean term has its fixed English term', () => {
  /** A Korean keyword of a command can be followed by the name of a key. */
  const keyName = /^F\d+$/
  const wrong = pairs.flatMap(({ ko, en }) => {
    const known = terms[joinParts(ko).trim()]
    const shown = joinParts(en).trim()
    if (!known || keyName.test(shown)) return []
    const isKnown = known.some((term) =>
      [term, `${term}s`].some((form) => form.toLowerCase() === shown.toLowerCase()),
    )
    return isKnown
      ? []
      : [`${ko.path}:${ko.line} ${joinParts(ko)} is "${shown}", not "${known[0]}"`]
  })
  expect(wrong, 'write the English of the table above').toEqual([])
})

test('the label of a number states the number in English', () => {
  const isNumber = /번호$/
  /** Words that contain the number, and labels of values that are not called numbers in English. */
  const isOther =
    /비밀번호|(?:전화|우편|팩스)번호|내 정보|^(?:등록번호|종사업장번호|거래번호|추적번호|일련번호|다음 세 번호)$/
  const wrong = pairs.flatMap(({ ko, en }) =>
    isNumber.test(joinParts(ko)) &&
    !isOther.test(joinParts(ko)) &&
    !/\bnos?\.|\bnumbers?\b/i.test(joinParts(en))
      ? [en]
      : [],
  )
  expect(
    complain(wrong, () => true),
    "write 'Receipt no.', not 'Receipt'",
  ).toEqual([])
})

/** `formatCount(rows.length)` without a noun, `rows.length`, or `rowCount`. */
const bareCount =
  /^formatCount\([^,()]*(?:\([^()]*\))?[^,()]*\)$|^(?:[\w.]+\.)?(?:length|size|\w*[cC]ount)$/
/** `formatCount(rows.length, 'row')`: a noun without a verb. */
const countedNoun = /^formatCount\((?:[^'"]|'[^']*'(?=\]))*, *'[^']*'\)$/
const plurals = /^ (?!(?:as|is|was|has|this|its|less)\b)(?:[a-z]+s|[a-z]+ [a-z]+s|have|are|were)\b/
const pluralVerb =
  /^ (?:[a-z]+ )?(?:have|are|were|stay|keep|use|do|need|remain|wait|differ|match|contain|exist)\b/

test('a count of one has a singular noun and verb', () => {
  /** The number is a number of characters, which is always above one. */
  const isFixed = ({ path }: SourceText) => path === 'src/areas/freight/tables/codes.ts'
  const hasWrongPlural = (text: SourceText) =>
    text.puts.some((put, index) => {
      const next = text.parts[index + 1] ?? ''
      return (
        (bareCount.test(put) && plurals.test(next)) ||
        (countedNoun.test(put) && pluralVerb.test(next))
      )
    })
  const english = pairs.map(({ en }) => en)
  expect(
    complain(english, (text) => hasWrongPlural(text) && !isFixed(text)),
    "write formatCount(n, 'row') or, with a verb, formatCount(n, 'row has', 'rows have')",
  ).toEqual([])
})

test('a Korean label is spaced in the same way everywhere', () => {
  const isLabel = (text: SourceText) => text.puts.length === 0 && !/[.?!]$/.test(joinParts(text))
  const labels = pairs.map(({ ko }) => ko).filter(isLabel)
  const groups = Map.groupBy(labels, (text) => joinParts(text).replaceAll(' ', ''))
  const several = [...groups.values()].flatMap((same) => {
    const spaced = Map.groupBy(same, (text) => joinParts(text).trim())
    if (spaced.size === 1) return []
    const places = [...spaced].map(
      ([text, [first]]) => `"${text}" (${first?.path}:${first?.line}, ${spaced.get(text)?.length})`,
    )
    return [places.join(' and ')]
  })
  expect(several, 'write the label with the same spaces everywhere').toEqual([])
})

test('only console texts use the formal notice style', () => {
  const isConsole = /^src\/server\/(?:db\/|base\/network-exposure\.ts|[\w-]+\.ts$)/
  const isFormal = (text: SourceText) => /하십시오|십시오\./.test(joinParts(text))
  expect(complain(korean, (text) => isFormal(text) && !isConsole.test(text.path))).toEqual([])
})
