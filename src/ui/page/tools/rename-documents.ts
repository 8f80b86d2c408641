import { DOC_REF } from '#ui/page/model/grid-screen.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import type { SavePart } from '#ui/page/rows/save-set.ts'

/**
 * Replaces the generated keys of saved documents by their numbers, by which the next save finds
 * them. Their lines follow.
 */
export function renameDocuments(page: PageModel, [documents]: readonly SavePart[]): void {
  const { store, tracker } = page.grid.rows
  const link = page.lines?.options.link ?? []
  for (const { id, flag } of documents?.rows ?? []) {
    const from = store.get(id, DOC_REF) ?? null
    if (flag !== 'I' || tracker.flag(id) === 'I' || from === null) continue
    const row = page.grid.rows.row(id)
    const key = link.map((name) => String(row[name] ?? '')).join('|')
    store.set(id, DOC_REF, key)
    page.lines?.rename(String(from), { key, id, row: { ...row, [DOC_REF]: key }, isNew: false })
  }
}
