import type { Field } from './field.ts'
import { label, type Label } from './label.ts'

/**
 * Error for a non-empty text that is not a valid value of the field. Does not check the maximum
 * length.
 */
export function shapeError(
  { minLength, pattern, check }: Pick<Field, 'minLength' | 'pattern' | 'check'>,
  text: string,
): Label | undefined {
  if (Array.from(text).length < minLength) {
    return label(`${minLength}자 이상 입력하세요.`, `Enter at least ${minLength} characters.`)
  }
  if (pattern && !pattern.test.test(pattern.normalize?.(text) ?? text)) return pattern.text
  return check?.(text)
}
