import type { WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { t } from '#ui/language.ts'
import { notify } from '#ui/popups/notify.tsx'
import { putBack, rowDrafts, type RowDrafts } from './grid-draft.ts'
import { DOC_REF, type PageModel } from './page-model.ts'

/** What was typed into a page with grids and not saved. */
interface PageDraft {
  /** The search that the rows answered. */
  readonly search: WireRow
  readonly rows: RowDrafts
  /** Changed lines, by the name of their document. */
  readonly lines: readonly { readonly document: string; readonly rows: RowDrafts }[]
}

/** What was typed and not saved, as plain data. */
export function draftOf(page: PageModel): PageDraft {
  return {
    search: page.phase === 'fresh' ? page.search : page.answered,
    rows: rowDrafts(page.grid),
    lines: page.changedLines().map(({ owner, model }) => ({
      document: owner.key,
      rows: rowDrafts(model),
    })),
  }
}

function isPageDraft(draft: unknown): draft is PageDraft {
  return typeof draft === 'object' && draft !== null && 'rows' in draft && 'lines' in draft
}

/** A form that held a new document: there is nothing to ask for. */
function isNewDocument(page: PageModel, { rows }: PageDraft): boolean {
  return page.screen.kind === 'single' && rows.length > 0 && rows[0]?.flag === 'I'
}

/** Asks for the rows anew and puts back what was typed. Throws when the rows cannot be had. */
export async function restoreDraft(page: PageModel, draft: unknown): Promise<void> {
  if (!isPageDraft(draft)) return
  page.search = draft.search
  page.formVersion++
  if (isNewDocument(page, draft)) page.grid.setData([])
  else if (!(await page.load(draft.search))) throw new Error(page.failure?.text ?? page.note)
  const link = page.lines?.options.link ?? []
  const lost = putBack({ grid: page.grid, columns: page.columns, link }, draft.rows)
  for (const { document, rows } of draft.lines) lost.push(...(await putLines(page, document, rows)))
  page.changed()
  if (lost.length === 0) return
  const text = label(
    `그 사이에 없어진 ${lost.length}행의 수정은 되살리지 못했습니다.`,
    `Edits of ${lost.length} row(s) that are gone by now could not be brought back.`,
  )
  notify('warn', t(text))
}

/** Lines go back to their document, which is found by its number or the name it was given here. */
async function putLines(page: PageModel, document: string, rows: RowDrafts): Promise<WireRow[]> {
  const { lines, grid } = page
  const owner = [...grid.rows.order.ids()]
    .map((id) => page.ownerOf(id))
    .find((each) => each?.key === document)
  if (!lines || !owner) return rows.map(({ row }) => row)
  const model = await lines.opened({ ...owner, row: { ...owner.row, [DOC_REF]: document } })
  return putBack({ grid: model, columns: lines.options.columns, link: [] }, rows)
}
