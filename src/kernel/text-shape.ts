import type { Field } from './field.ts'
import { label, type Label } from './label.ts'

/** A shape that a text must have as a whole, and what is said of one that has not. */
export interface TextPattern {
  readonly test: RegExp
  readonly text: Label
}

/** What keeps a text that is not empty from being a value of the field, its longest length aside. */
export function shapeFault(
  { lengthMin, pattern }: Pick<Field, 'lengthMin' | 'pattern'>,
  text: string,
): Label | undefined {
  if (Array.from(text).length < lengthMin) {
    return label(`${lengthMin}자 이상 입력하세요.`, `Enter at least ${lengthMin} characters.`)
  }
  return pattern && !pattern.test.test(text) ? pattern.text : undefined
}
