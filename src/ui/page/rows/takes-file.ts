import type { WireRow } from '#kernel/field.ts'
import type { Column } from '#kernel/screen.ts'

/** Whether a file may be put into a row; no cell takes it, for nobody types one. */
export function takesFile({ kind, editable }: Column, row: WireRow): boolean {
  return kind === 'file' && (typeof editable === 'boolean' ? editable : editable(row))
}
