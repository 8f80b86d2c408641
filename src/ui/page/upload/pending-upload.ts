import type { WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { CallError } from '#ui/remote/api.ts'

interface SheetRows {
  readonly rows: readonly WireRow[]
  readonly fileName: string
}

interface Upload extends SheetRows {
  readonly idempotencyKey: string
}

type Save<A> = (upload: Upload) => Promise<A>

export const earlierSavedNote = label(
  '응답을 받지 못했던 이전 저장이 처리되었습니다. 그 뒤에 수정한 내용은 저장하지 않았습니다. 수정한 내용을 저장하려면 가져오기를 취소한 뒤 다시 저장하세요.',
  'The earlier save without a response is done. Changes since then are not saved. To save them, undo the import and save again.',
)

/** The save of an upload whose outcome is unknown: it was cancelled, or the page was reloaded. */
export class PendingUpload {
  #upload: Upload | undefined

  /** For a draft. The rows can be large, so they are stored like a file. */
  get draft(): Blob | null {
    return this.#upload ? new Blob([JSON.stringify(this.#upload)]) : null
  }

  async restore(draft: Blob | null | undefined): Promise<void> {
    this.#upload = draft ? (JSON.parse(await draft.text()) as Upload) : undefined
  }

  clear(): void {
    this.#upload = undefined
  }

  /** Sends rows, under the key of the pending save if that has the same rows. */
  async send<A>(sheet: SheetRows, save: Save<A>): Promise<A> {
    const idempotencyKey = crypto.randomUUID()
    const upload = this.#same(sheet) ?? { ...sheet, idempotencyKey }
    this.#upload = upload
    return this.#settled(upload, save)
  }

  /**
   * Repeats the pending save if its rows differ from these, because both would be saved. Returns
   * undefined if there is none or the server rejects it.
   */
  async settleOther<A>(
    sheet: SheetRows,
    save: Save<A>,
  ): Promise<{ answer: A; count: number } | undefined> {
    const earlier = this.#upload
    if (!earlier || this.#same(sheet)) return undefined
    try {
      return { answer: await this.#settled(earlier, save), count: earlier.rows.length }
    } catch (error) {
      if (this.#upload) throw error
      return undefined
    }
  }

  #same({ rows, fileName }: SheetRows): Upload | undefined {
    const text = JSON.stringify([fileName, rows])
    const { fileName: name, rows: own } = this.#upload ?? {}
    return JSON.stringify([name, own]) === text ? this.#upload : undefined
  }

  async #settled<A>(upload: Upload, save: Save<A>): Promise<A> {
    try {
      const response = await save(upload)
      this.clear()
      return response
    } catch (error) {
      if (error instanceof CallError && error.status > 0 && error.status !== 401) this.clear()
      throw error
    }
  }
}
