import { parseSync, Visitor } from 'vite'

const hangul = /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]/

/** The number of strings, templates, patterns and JSX texts of a file that contain Hangul. */
export function countKoreanLiterals(path: string, source: string): number {
  if (!hangul.test(source)) return 0
  let count = 0
  const add = (text: string) => {
    if (hangul.test(text)) count += 1
  }
  new Visitor({
    Literal: (node) => {
      if ('regex' in node) add(node.regex.pattern)
      else if (typeof node.value === 'string') add(node.value)
    },
    TemplateLiteral: ({ quasis }) => add(quasis.map(({ value }) => value.cooked ?? '').join()),
    JSXText: ({ value }) => add(value),
  }).visit(parseSync(path, source).program)
  return count
}
