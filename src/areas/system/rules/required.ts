import { codedMessage, joinMessages, type CodedMessage } from '#kernel/coded-message.ts'
import { isFilled } from '#kernel/is-filled.ts'
import type { Label } from '#kernel/label.ts'
import { messages } from './messages.ts'

/** A value that must be there, with the title of its field. */
export interface RequiredValue {
  readonly title: Label
  readonly value: unknown
}

/** MSG000012 with the field title (spec §5). */
export function requiredMessage(title: Label): CodedMessage {
  return codedMessage('MSG000012', messages.MSG000012, title)
}

/**
 * Required fields (spec §5): MSG000012 with the title of each that is missing, in the order given,
 * joined by line breaks; undefined when all are filled.
 */
export function requiredFault(values: readonly RequiredValue[]): Label | undefined {
  const missing = values.filter(({ value }) => !isFilled(value))
  return joinMessages(missing.map(({ title }) => requiredMessage(title)))
}
