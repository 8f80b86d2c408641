import { label, type Label } from './label.ts'

/**
 * Joins the sentences of the outcomes that occurred: `1건을 승인했습니다.`, without the rejections of
 * which there were none. Without any outcome the first sentence remains.
 */
export function outcomeText(
  ...outcomes: readonly (readonly [count: number, text: Label])[]
): Label {
  const occurred = outcomes.filter(([count]) => count > 0)
  const texts = (occurred.length > 0 ? occurred : outcomes.slice(0, 1)).map(([, text]) => text)
  return label(texts.map(({ ko }) => ko).join(' '), texts.map(({ en }) => en).join(' '))
}
