import { expect, test } from 'vitest'
import { checkoutPaths, checkoutText } from './support/checkout.ts'
import { readTexts, type SourceText } from './support/source-texts.ts'

const sources = checkoutPaths
  .filter((path) => /^(src|commands|keymaps)\/.*\.tsx?$/.test(path))
  // Rows of the demo are customer data.
  .filter((path) => !path.startsWith('src/server/demo/'))
  // Search terms of users, regardless of the style rules.
  .filter((path) => path !== 'src/ui/command-line/trade-words.ts')
  .map((path) => readTexts(path, checkoutText(path)))
const pairs = sources.flatMap((source) => source.pairs)
const korean = sources.flatMap((source) => source.ko)

function complain(texts: readonly SourceText[], isWrong: (text: SourceText) => boolean): string[] {
  return texts
    .filter(isWrong)
    .map((text) => `${text.path}:${text.line} ${text.parts.join('…').slice(0, 80)}`)
}

const whole = ({ parts }: SourceText) => parts.join('…')

test('no Korean text leaves the choice of a particle to the reader', () => {
  const both = /[은을이와과]\([는를가와과]\)|\(으\)로/
  const what = 'say josa(word, …) of #kernel/josa.ts, or a sentence without the particle'
  expect(
    complain(korean, (text) => both.test(whole(text))),
    what,
  ).toEqual([])
})

/** Numbers that identify a row, month or day instead of counting. */
const ordinal =
  /(?:^|\.|\b)(?:no|number|line|line_no|sheetRow|first|same\w+|at|seq\w*|month\w*|day)$|unread\[0\]/

test('counts have thousands separators in both languages', () => {
  const unit = /^ ?(?:건|행|개|줄|칸|명|장)(?![월가-힣]*번호)/
  const isCount = (put: string) =>
    !/\b(?:formatCount|format|shown|said)\(|^\w+\.ko$/.test(put) && !ordinal.test(put)
  const bare = ({ parts, puts }: SourceText) =>
    puts.some((put, at) => unit.test(parts[at + 1] ?? '') && isCount(put))
  const what =
    'say formatCount(count) of #kernel/format-count.ts, and formatCount(count, noun) in English'
  expect(complain(korean, bare), what).toEqual([])
  const english = pairs.flatMap(({ ko, en }) => {
    const said = new Set(ko.puts.flatMap((put) => /^formatCount\(([^,]+)\)$/.exec(put)?.[1] ?? []))
    return en.puts.some((put) => said.has(put)) ? [en] : []
  })
  expect(
    complain(english, () => true),
    what,
  ).toEqual([])
})

test('every text exists in both languages', () => {
  /** A unit that English omits, and a language's own name. */
  const asIs = /^(?:자|한국어\/English)$/
  const one = pairs.flatMap(({ ko, en }) => {
    const isMissing = (whole(ko).trim() === '') !== (whole(en).trim() === '')
    const isOne = isMissing || /[가-힣]/.test(whole(en))
    return isOne && !asIs.test(whole(ko)) ? [ko] : []
  })
  expect(
    complain(one, () => true),
    'say the same in Korean and in English',
  ).toEqual([])
})

test('no text contains a word that the style guide replaces', () => {
  const ko =
    /해 주세요|해 주십시오|코드 도움|격자|되살[리렸린]|없앴|뺐습|고르세요|골라|고른 |그만두|멈췄|멈춤|쓸 수 없|적으세요|넣으세요|더하세요|(?<!새로 )고치세요|고칠 수|바꾸었|바꿨|바꾸세요|푸세요|^처리$|푼 개수|빠진 항목|하는 일$|[A-Za-z] (?:을|를|은|는) /
  const en =
    /\bmend\b|\buntie\b|\banew\b|\bnobody\b|\bwhoever\b|\bticked\b|\bfaulty (?:rows|ones)\b|\bpieces of stock\b|\bthere is no such\b|\bmay not\b|\bis no (?:number|day|month|moment)\b|\btaken? back\b|\bgiven? up\b|\b(?:leave|left) (?:it |them )?out\b|\bforget\b|\bchosen\b|\bsay why\b|\bvalid date of\b|\w\(s\)|\be-mail\b|\blog-in\b| because$|^(?:asked|told|wanted|expected|loaded|discharged|holds) (?:by|on|at|from)$|\bshort (?:now|then)$|\bthrow (?:them|it) away\b/i
  /** Set by the specification. */
  const asSpecified = /3~20자로 입력해 주세요/
  const wrong = [
    ...complain(korean, (text) => ko.test(whole(text)) && !asSpecified.test(whole(text))),
    ...complain(
      pairs.map((pair) => pair.en),
      (text) => en.test(whole(text).replace('Wait (s)', '')),
    ),
  ]
  expect(wrong).toEqual([])
})

test('only console texts use the formal notice style', () => {
  const isConsole = /^src\/server\/(?:db\/|base\/network-exposure\.ts|[\w-]+\.ts$)/
  const formal = (text: SourceText) => /하십시오|십시오\./.test(whole(text))
  expect(complain(korean, (text) => formal(text) && !isConsole.test(text.path))).toEqual([])
})
