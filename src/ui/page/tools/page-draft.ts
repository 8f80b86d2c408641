import { formatCount } from '#kernel/format-count.ts'
import type { WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import type { UnsavedInputKind } from '#ui/tabs/page-registry.ts'
import { t } from '#ui/base/language.ts'
import { notify } from '#ui/windows/notify.tsx'
import type { UnsettledSave } from '#ui/remote/save-call.ts'
import {
  createGridDraft,
  hasUnsavedText,
  restoreGridDraft,
  type GridDraft,
} from '#ui/page/rows/grid-draft.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import type { MovingTexts } from '#ui/page/model/moving-dates.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { DOC_REF } from '#ui/page/model/grid-screen.ts'
import { restoreSentRows, sentStates, type SentPlace } from './restore-sent-rows.ts'
import { isUnsettled } from '#ui/page/rows/save-set.ts'
import { lineIdentity, recordIdentity } from '#ui/page/rows/record-identity.ts'

const unknownOutcomeNote = label(
  '응답을 받지 못한 작업이 있습니다. 다시 실행하면 그 결과를 먼저 확인합니다.',
  'An earlier action has no response yet. Running it again checks its outcome first.',
)

interface PageDraft {
  readonly answered: WireRow | undefined
  readonly search: WireRow
  readonly dates?: MovingTexts
  readonly searchTexts: Readonly<Record<string, string>>
  readonly grid: GridDraft
  readonly lines: readonly { readonly document: string; readonly grid: GridDraft }[]
  /** Save without a response. Sent again with its key, it has no second effect. */
  readonly unsettled?: UnsettledSave
}

/**
 * Type of unsaved input, other than row edits: `work` for cell texts and lines, `passing` for a
 * search.
 */
export function unsavedInputKind(page: PageModel): UnsavedInputKind | undefined {
  if (page.screen.trial) return undefined
  if (hasUnsavedText(page.grid) || page.typedLines().length > 0) return 'work'
  const isSearch = page.searchTyped || Object.keys(page.drafts.texts()).length > 0
  return isSearch ? 'passing' : undefined
}

/**
 * Like `unsavedInputKind`, but includes a save whose outcome is unknown, because a reload must not
 * repeat it.
 */
export function storedInputKind(page: PageModel): UnsavedInputKind | undefined {
  return unsavedInputKind(page) ?? (isUnsettled(page) ? 'work' : undefined)
}

export function createPageDraft(page: PageModel): PageDraft {
  const { unsettled } = page.keys
  const sent = new Set(
    isUnsettled(page) ? page.unansweredSave?.parts.map(({ model }) => model) : [],
  )
  return {
    ...(unsettled && { unsettled }),
    answered: page.loaded.phase === 'fresh' ? undefined : page.loaded.answered,
    search: page.search,
    dates: page.dates.texts(),
    searchTexts: page.drafts.texts(),
    grid: createGridDraft(page.grid, sentStates(page, page.grid)),
    lines: page.typedLines(sent).map(({ owner, model }) => ({
      document: owner.key,
      grid: createGridDraft(model, sentStates(page, model)),
    })),
  }
}

function isPageDraft(draft: unknown): draft is PageDraft {
  return typeof draft === 'object' && draft !== null && 'searchTexts' in draft && 'grid' in draft
}

/** A form with a new document has nothing to reload. */
function isNewDocument(page: PageModel, { grid }: PageDraft): boolean {
  return page.screen.form !== undefined && grid.rows[0]?.flag === 'I'
}

function isEmpty({ rows, texts, sentOnly = [] }: GridDraft): boolean {
  return rows.length === 0 && texts.length === 0 && sentOnly.length === 0
}

/**
 * Reloads the rows and reapplies unsaved input. Returns false if it was only a search, which needs
 * no message. Throws if the rows cannot be loaded.
 */
export async function restoreDraft(page: PageModel, draft: unknown): Promise<boolean> {
  if (!isPageDraft(draft)) return false
  page.dates.resume(page.searchColumns, draft.dates)
  page.takeSearch(draft.search)
  page.drafts.typeAgain(draft.searchTexts)
  if (draft.unsettled) page.keys.resume(draft.unsettled)
  const hasEdits = !isEmpty(draft.grid) || draft.lines.length > 0
  if (isNewDocument(page, draft)) page.grid.setData([])
  else if (draft.answered || hasEdits) {
    const isLoaded = await page.load(draft.answered ?? draft.search)
    if (!isLoaded && hasEdits) throw new Error(page.loaded.failure?.text ?? page.note)
  }
  if (!hasEdits) return false
  const link = page.lines?.options.link ?? []
  const identity = link.length > 0 ? link : recordIdentity(page)
  const places: SentPlace[] = []
  const sentTo = (model: GridModel) => (number: number, id: number) =>
    void places.push({ number, model, id })
  const { grid } = page
  const lost = restoreGridDraft({ grid, identity, onSent: sentTo(grid) }, draft.grid)
  for (const { document, grid: lines } of draft.lines)
    lost.push(...(await restoreLines(page, document, lines, sentTo)))
  if (draft.unsettled) page.unansweredSave = restoreSentRows(page, draft.unsettled, places)
  if (isUnsettled(page) && !page.isDirty) page.showNote(t(unknownOutcomeNote))
  page.changed()
  if (lost.length > 0) warnLostRows(lost.length)
  return true
}

function warnLostRows(count: number): void {
  const text = label(
    `그 사이 삭제된 ${formatCount(count)}행의 수정은 복구하지 못했습니다.`,
    `Edits of ${formatCount(count, 'deleted row')} could not be restored.`,
  )
  notify('warn', t(text))
}

/** Restores lines to their document, found by its number or generated key. */
async function restoreLines(
  page: PageModel,
  document: string,
  draft: GridDraft,
  sentTo: (model: GridModel) => (number: number, id: number) => void,
): Promise<WireRow[]> {
  const { lines, grid } = page
  const owner = [...grid.rows.order.ids()]
    .map((id) => page.ownerOf(id))
    .find((candidate) => candidate?.key === document)
  if (!lines || !owner) return draft.rows.map(({ row }) => row)
  const model = await lines.loadLines({ ...owner, row: { ...owner.row, [DOC_REF]: document } })
  const identity = lineIdentity(page)
  return restoreGridDraft({ grid: model, identity, onSent: sentTo(model) }, draft)
}
