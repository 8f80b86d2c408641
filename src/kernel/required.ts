import { codedMessage, type CodedMessage } from './coded-message.ts'
import { isFilled } from './is-filled.ts'
import type { Label } from './label.ts'
import { messages } from './messages.ts'

export interface TitledField {
  readonly name: string
  readonly label: Label
}

export type FieldValues = Readonly<Record<string, unknown>>

/** MSG000012 with the field title (spec §5). */
export function requiredMessage(title: Label): CodedMessage {
  return codedMessage('MSG000012', messages.MSG000012, title)
}

/** Missing fields in the given order. 0 and '0' are not missing. */
export function emptyFields<F extends TitledField>(fields: readonly F[], values: FieldValues): F[] {
  return fields.filter(({ name }) => !isFilled(values[name]))
}

/** Checks required fields (spec §5): MSG000012 with the title of each missing one. */
export function requiredErrors(
  fields: readonly TitledField[],
  values: FieldValues,
): CodedMessage[] {
  return emptyFields(fields, values).map(({ label }) => requiredMessage(label))
}
