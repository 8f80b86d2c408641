import { codedMessage, type CodedMessage } from './coded-message.ts'
import { isFilled } from './is-filled.ts'
import type { Label } from './label.ts'
import { messages } from './messages.ts'

/** Something people fill in, under a title. */
export interface TitledField {
  readonly name: string
  readonly label: Label
}

/** Values by the names of their fields. */
export type Filled = Readonly<Record<string, unknown>>

/** MSG000012 with the field title (spec §5). */
export function requiredMessage(title: Label): CodedMessage {
  return codedMessage('MSG000012', messages.MSG000012, title)
}

/** The fields that are missing, in the order given: empty ones, while 0 and '0' are filled. */
export function emptyFields<F extends TitledField>(fields: readonly F[], values: Filled): F[] {
  return fields.filter(({ name }) => !isFilled(values[name]))
}

/** Required fields (spec §5): MSG000012 with the title of each that is missing. */
export function requiredFaults(fields: readonly TitledField[], values: Filled): CodedMessage[] {
  return emptyFields(fields, values).map(({ label }) => requiredMessage(label))
}
