import type { Label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'

/** A refusal shown prominently. */
export class Refused extends Error {
  readonly line: number | undefined
  constructor(reason: Label, line?: number) {
    super(t(reason))
    this.line = line
  }
}
