import type { Label } from '#kernel/label.ts'

export interface MenuScreen {
  readonly abbr: string
  readonly route: string
  readonly path: string
  readonly title: Label
  readonly actions: readonly string[]
}
