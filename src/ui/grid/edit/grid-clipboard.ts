import { clearSelection, copyBlock, isTooLargeToCopy, pasteBlock } from '#ui/grid/model/editing.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import type { ControllerOptions } from './controller-options.ts'
import { fillIn, gridTexts } from './grid-texts.ts'
import { cellCount } from '#ui/grid/rows/selection.ts'
import { writeClipboard } from './write-clipboard.ts'

/** Larger tables would block the page for seconds, because the browser parses them again. */
const HTML_LIMIT = 100_000

interface ClipboardHost {
  readonly model: GridModel
  readonly options: Pick<ControllerOptions, 'newRow'>
  refusesChange(): boolean
  showNotice(text: string): void
  readonly announcer: { announce(text: string): void }
}

export class GridClipboard {
  readonly #host: ClipboardHost

  constructor(host: ClipboardHost) {
    this.#host = host
  }

  copy(event: ClipboardEvent): void {
    const { model } = this.#host
    if (this.#copySmall(event, true) || !model.cursor.range) return
    // The worker copies one range. Several ranges form no block or have too many cells.
    if (model.cursor.ranges.length > 1) return this.#host.showNotice(gridTexts().copyApart)
    const text = isTooLargeToCopy(model) ? null : model.copyText()
    if (text) void this.#copyLarge(text, cellCount(model.cursor.range))
    else this.#host.showNotice(gridTexts().copyTooLarge)
  }

  /**
   * A large block cannot be cut, because it is copied asynchronously but would be cleared
   * immediately.
   */
  cut(event: ClipboardEvent): void {
    const { model } = this.#host
    if (this.#host.refusesChange()) return
    if (this.#copySmall(event)) clearSelection(model)
    else if (model.cursor.ranges.length > 1) this.#host.showNotice(gridTexts().copyApart)
    else if (model.cursor.range) this.#host.showNotice(gridTexts().cutTooLarge)
  }

  paste(event: ClipboardEvent): void {
    const data = event.clipboardData
    if (!data) return
    const { model, options } = this.#host
    const block = { text: data.getData('text/plain'), html: data.getData('text/html') }
    const result = pasteBlock(model, block, options.newRow)
    const message = fillIn(gridTexts().pasted, { ...result })
    if (result.refused + result.skipped > 0) this.#host.showNotice(message)
    else this.#host.announcer.announce(message)
  }

  #copySmall(event: ClipboardEvent, canBeLarge = false): boolean {
    const block = copyBlock(this.#host.model, canBeLarge)
    if (!block) return false
    event.clipboardData?.setData('text/plain', block.tsv)
    event.clipboardData?.setData('text/html', block.html)
    return true
  }

  /**
   * Passes a promise to the clipboard, because writing is only allowed during the user's key press.
   */
  async #copyLarge(text: Promise<Blob>, count: number): Promise<void> {
    const { announcer, model } = this.#host
    announcer.announce(gridTexts().copying)
    const html = count > HTML_LIMIT ? null : model.copyText('text/html')
    const isWritten = await writeClipboard({
      'text/plain': text,
      ...(html && { 'text/html': html }),
    })
    const { copied, copiedAsText, copyFailed } = gridTexts()
    const cells = count.toLocaleString('en-US')
    this.#host.showNotice(
      isWritten ? fillIn(html ? copied : copied + copiedAsText, { cells }) : copyFailed,
    )
  }
}
