export interface ViewerJob {
  readonly reportName: string
  readonly wcode: string
  readonly jsonData: readonly Readonly<Record<string, string | number | null>>[]
  readonly printCopies: number
  readonly printSize: string
  readonly exportFileName: string
  readonly texts: Readonly<Record<'loading' | 'failed' | 'offline', string>>
}

/**
 * The viewer's browser script. The server sends the source text of this function's body, so it must
 * not use anything outside.
 */
export function runViewer(): void {
  const byId = <T extends HTMLElement>(id: string): T => {
    const found = document.getElementById(id)
    if (!found) throw new Error(`no ${id}`)
    return found as T
  }
  const job: ViewerJob = JSON.parse(byId('job').textContent)
  const copies = byId<HTMLInputElement>('copies')
  const paper = byId<HTMLSelectElement>('paper')
  const sheet = byId<HTMLIFrameElement>('sheet')
  const state = byId('state')
  const buttons = [byId<HTMLButtonElement>('print'), byId<HTMLButtonElement>('save')]
  const shown = { url: '', name: '', isReady: false, order: new AbortController() }

  // `aria-disabled` preserves the focus of a button, unlike `disabled`.
  const setReady = (isReady: boolean): void => {
    shown.isReady = isReady
    for (const button of buttons) button.setAttribute('aria-disabled', String(!isReady))
  }
  const print = (): void => {
    if (shown.isReady) sheet.contentWindow?.print()
  }

  const fetchPdf = async (): Promise<void> => {
    shown.order.abort()
    shown.order = new AbortController()
    const { texts, ...order } = job
    state.textContent = texts.loading
    setReady(false)
    const chosen = { printCopies: Number(copies.value), printSize: paper.value }
    const body = JSON.stringify({ ...order, ...chosen, viewerMode: 'export' })
    const headers = { 'content-type': 'application/json', wcode: job.wcode }
    const sent = { method: 'POST', headers, body, signal: shown.order.signal }
    const answer = await fetch('/oz80/server', sent)
    if (!answer.ok) {
      const refusal: { message?: string } = await answer.json()
      return void (state.textContent = refusal.message ?? texts.failed)
    }
    const blob = await answer.blob()
    if (shown.url) URL.revokeObjectURL(shown.url)
    shown.url = URL.createObjectURL(blob)
    const named = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get('content-disposition') ?? '')
    shown.name = decodeURIComponent(named?.[1] ?? 'report.pdf')
    sheet.src = shown.url
    document.title = shown.name
    state.textContent = ''
    setReady(true)
  }
  const refresh = (): void => {
    fetchPdf().catch((error: Error) => {
      if (error.name !== 'AbortError') state.textContent = job.texts.offline
    })
  }
  const save = (): void => {
    if (!shown.isReady) return
    const link = document.createElement('a')
    link.href = shown.url
    link.download = shown.name
    link.click()
  }

  copies.addEventListener('change', refresh)
  paper.addEventListener('change', refresh)
  buttons[0]?.addEventListener('click', print)
  buttons[1]?.addEventListener('click', save)
  document.addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey)) return
    if (event.code === 'KeyP') print()
    else if (event.code === 'KeyS') save()
    else return
    event.preventDefault()
  })
  refresh()
}
