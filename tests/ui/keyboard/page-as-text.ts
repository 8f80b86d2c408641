import type { Page } from 'playwright-core'

/** Visible content and focus of the page as text, one line per part of the page. */
export function readPageAsText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const panel = document.querySelector('.panel[data-active]')
    const readTexts = (root: ParentNode | null, selector: string): string[] =>
      Array.from(root?.querySelectorAll<HTMLElement>(selector) ?? [], (element) =>
        element instanceof HTMLInputElement ? element.value : element.innerText,
      )
    const here = document.activeElement
    const cell = document.getElementById(here?.getAttribute('aria-activedescendant') ?? '')
    const isTextField = here instanceof HTMLInputElement || here instanceof HTMLTextAreaElement
    const place = here?.closest('[role=dialog], [role=alertdialog], [data-zone]')
    const rows = Array.from(panel?.querySelectorAll('[role=row]') ?? [], (row) =>
      Array.from(row.querySelectorAll('[role=gridcell]'), (element) => element.textContent).join(
        '|',
      ),
    )
    return [
      `tab ${readTexts(document, '[role=tab][aria-selected=true]').join()}`,
      `fields ${readTexts(panel, '[data-zone=search] input, .scan-prompt input').join('|')}`,
      `facts ${readTexts(panel, '.scan-facts').join()}`,
      ...rows.slice(0, 6),
      `windows ${readTexts(document, '.popup:not([data-leaving]) :is(h2, input)').join('|')}`,
      `command line ${readTexts(document, '[cmdk-input]').join()}`,
      `keyboard ${place?.getAttribute('data-zone') ?? place?.ariaLabel} ${here?.tagName}`,
      `holds ${isTextField ? here.value : ''}`,
      `cell ${cell?.closest('[role=row]')?.getAttribute('aria-rowindex')} ${cell?.ariaColIndex}`,
    ]
  })
}
