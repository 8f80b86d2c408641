import type { Page, Request } from 'playwright-core'

const maxRefused = 10

/** Pending and rejected requests of a page, for failure messages. */
export class NetworkWatch {
  readonly #pending = new Set<Request>()
  readonly #refused: string[] = []

  constructor(page: Page) {
    page.on('request', (request) => this.#pending.add(request))
    page.on('requestfinished', (request) => this.#pending.delete(request))
    page.on('requestfailed', (request) => {
      this.#pending.delete(request)
      this.#refuse(`${requestName(request)}: ${request.failure()?.errorText ?? 'failed'}`)
    })
    page.on('response', (response) => {
      if (response.status() >= 400)
        this.#refuse(`${requestName(response.request())}: ${response.status()}`)
    })
  }

  report(): { readonly pending: readonly string[]; readonly refused: readonly string[] } {
    return { pending: [...this.#pending].map(requestName), refused: this.#refused }
  }

  #refuse(line: string): void {
    this.#refused.push(line)
    if (this.#refused.length > maxRefused) this.#refused.shift()
  }
}

function requestName(request: Request): string {
  return `${request.method()} ${new URL(request.url()).pathname}`
}
