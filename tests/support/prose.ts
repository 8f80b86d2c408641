import { parseSync } from 'vite'

/** A wording that reads as a translation, and what to write instead. */
interface ProsePattern {
  readonly pattern: RegExp
  readonly idiom: string
}

/** A comment or a test title and its place. */
export interface Prose {
  readonly path: string
  readonly line: number
  readonly kind: 'comment' | 'doc' | 'title'
  readonly text: string
}

/** Patterns of any prose: comments, doc comments and test titles. */
const prosePatterns: readonly ProsePattern[] = [
  { pattern: /\b(?:who|what|which|where)ever\b/i, idiom: 'name the noun, or "regardless of"' },
  { pattern: /\b(?:no|some|any|every)body\b/i, idiom: 'no user, the caller, all users, unused' },
  { pattern: /\banew\b/i, idiom: 'again, from scratch, re-…' },
  { pattern: /\bmeanwhile\b/i, idiom: 'in the meantime, concurrently, since then' },
  { pattern: /\b(?:stands?|stood)\b/i, idiom: 'is, is in, appears, remains valid' },
  { pattern: /\b(?:told|tells)\b/i, idiom: 'notify, report, show, distinguish' },
  { pattern: /\bgoods\b/i, idiom: 'stock, items' },
  { pattern: /\bbesides?\b/i, idiom: 'next to, in addition to, also' },
  { pattern: /\bof (?:its|his|her) own\b/i, idiom: 'own before the noun, separately' },
  { pattern: /\bby itself\b/i, idiom: 'automatically' },
  { pattern: /\bin front\b/i, idiom: 'active, focused, foreground' },
  { pattern: /\b(?:under way|on (?:its|their) way)\b/i, idiom: 'in progress, pending, in flight' },
  { pattern: /\bso (?:many|much)\b/i, idiom: 'n, the number of' },
  {
    pattern: /\bas (?:it|they) (?:came|was|were|stands?|stood)\b/i,
    idiom: 'unchanged, as received',
  },
  { pattern: /\b(?:lies?|lay)\b/i, idiom: 'is stored, is located' },
  { pattern: /\bcarr(?:y|ies|ied) out\b/i, idiom: 'run, execute' },
  { pattern: /\bwork(?:s|ed)? out\b/i, idiom: 'compute, calculate, derive' },
  { pattern: /\b(?:gives?|gave|given|giving) up\b/i, idiom: 'cancel, abort, abandon' },
  { pattern: /\b(?:takes?|took|taken|taking) back\b/i, idiom: 'undo, revert, reverse, withdraw' },
  { pattern: /\b(?:becomes?|became) of\b/i, idiom: 'the outcome, result or status of' },
  { pattern: /\bin words\b/i, idiom: 'as text, readable' },
  { pattern: /\bmend(?:s|ed|ing)?\b/i, idiom: 'fix, correct' },
  { pattern: /\blets? go\b/i, idiom: 'release, drop, evict' },
  { pattern: /\bdeeds?\b/i, idiom: 'action, operation' },
  { pattern: /\bfaults?\b/i, idiom: 'error, violation, discrepancy' },
  { pattern: /\bthe (?:row|line|page|one|day|month) before(?=[.,;:]|$)/i, idiom: 'the previous …' },
]

const openingPatterns: readonly ProsePattern[] = [
  {
    pattern: /^(?:What|Whether what|Where what|Who)\b(?! to\b)/,
    idiom: 'start with a noun or a verb',
  },
]

const titlePatterns: readonly ProsePattern[] = [
  {
    pattern: /^(?:is|are|was|of|with|without|left|unknown|by|nor|but)\b/i,
    idiom: 'a full sentence with its subject, or a verb in the third person',
  },
]

const getLine = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

/**
 * Comments of a TypeScript file. Consecutive line comments count as one, and directives are
 * skipped.
 */
export function readComments(path: string, text: string): readonly Prose[] {
  const found: Prose[] = []
  let lastEnd = 0
  for (const { type, value, start, end } of parseSync(path, text).comments) {
    if (/^\s*(?:oxlint|@ts-|@vitest|v8 ignore|#__)/.test(value)) continue
    const last = found.at(-1)
    const isContinued =
      type === 'Line' &&
      last?.kind === 'comment' &&
      /^\r?\n[ \t]*$/.test(text.slice(lastEnd, start))
    const body = value.replaceAll(/^\s*\*+ ?/gm, '').trim()
    if (isContinued && last) {
      found[found.length - 1] = { ...last, text: `${last.text} ${body}` }
    } else {
      const kind = type === 'Block' && value.startsWith('*') ? 'doc' : 'comment'
      found.push({ path, line: getLine(text, start), kind, text: body.replaceAll('\n', ' ') })
    }
    lastEnd = end
  }
  return found
}

const titlePattern =
  /(?:\b(?:test|it|describe)(?:\.\w+)?|\] as const\)|\]\))\(\s*(?<quote>['"`])(?<title>(?:\\.|(?!\k<quote>)[^\\])*)\k<quote>,/g

/** Titles of `test`, `it` and `describe` in a file, including those of `test.each` and `test.for`. */
export function readTitles(path: string, text: string): readonly Prose[] {
  return [...text.matchAll(titlePattern)].map(({ index, groups }) => ({
    path,
    line: getLine(text, index),
    kind: 'title',
    text: groups?.['title'] ?? '',
  }))
}

function getPatterns({ kind }: Prose): readonly ProsePattern[] {
  if (kind === 'title') return [...prosePatterns, ...titlePatterns]
  return kind === 'doc' ? [...prosePatterns, ...openingPatterns] : prosePatterns
}

/** One message per hit: place, wording and idiom. Text in backticks or quotes is not read. */
export function proseErrors(prose: Prose): readonly string[] {
  const text = prose.text.replaceAll(/`[^`]*`|"[^"]*"/g, '``')
  return getPatterns(prose).flatMap(({ pattern, idiom }) => {
    const hit = pattern.exec(text)?.[0]
    const at = `${prose.path}:${prose.line}`
    return hit === undefined
      ? []
      : [`${at}: "${hit}" in "${prose.text.slice(0, 120)}": write ${idiom}`]
  })
}
