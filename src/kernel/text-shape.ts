import type { Field } from './field.ts'
import { label, type Label } from './label.ts'

/**
 * Error for a non-empty text that is not a valid value of the field. Does not check the maximum
 * length.
 */
export function shapeError(
  { lengthMin, pattern, check }: Pick<Field, 'lengthMin' | 'pattern' | 'check'>,
  text: string,
): Label | undefined {
  if (Array.from(text).length < lengthMin) {
    return label(`${lengthMin}자 이상 입력하세요.`, `Enter at least ${lengthMin} characters.`)
  }
  if (pattern && !pattern.test.test(pattern.kept?.(text) ?? text)) return pattern.text
  return check?.(text)
}
