import type { Field } from './field.ts'
import { label, type Label } from './label.ts'

/** What keeps a text that is not empty from being a value of the field, its longest length aside. */
export function shapeFault(
  { lengthMin, pattern, check }: Pick<Field, 'lengthMin' | 'pattern' | 'check'>,
  text: string,
): Label | undefined {
  if (Array.from(text).length < lengthMin) {
    return label(`${lengthMin}자 이상 입력하세요.`, `Enter at least ${lengthMin} characters.`)
  }
  if (pattern && !pattern.test.test(pattern.kept?.(text) ?? text)) return pattern.text
  return check?.(text)
}
