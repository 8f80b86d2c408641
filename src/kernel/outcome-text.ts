import { label, type Label } from './label.ts'

/**
 * Joins the sentences of all outcomes with a count above zero: `1건을 승인했습니다.`, without rejections if
 * there are none. Returns the first sentence if all counts are zero.
 */
export function outcomeText(
  ...outcomes: readonly (readonly [count: number, text: Label])[]
): Label {
  const occurred = outcomes.filter(([count]) => count > 0)
  const texts = (occurred.length > 0 ? occurred : outcomes.slice(0, 1)).map(([, text]) => text)
  return label(texts.map(({ ko }) => ko).join(' '), texts.map(({ en }) => en).join(' '))
}
