/**
 * Service worker that makes the page installable as an application. In an application window the
 * browser reserves no keys. The worker caches nothing and always shows the server's current data.
 * If the server is unreachable, it replaces the browser's error page.
 */

/** The used part of the worker's global scope, which is missing from the page's types. */
interface WorkerScope {
  addEventListener(
    type: 'install' | 'activate',
    listener: (event: ExtendableEventLike) => void,
  ): void
  addEventListener(type: 'fetch', listener: (event: FetchEventLike) => void): void
  skipWaiting(): Promise<void>
  readonly clients: { claim(): Promise<void> }
}

interface ExtendableEventLike {
  waitUntil(work: Promise<unknown>): void
}

interface FetchEventLike {
  readonly request: Request
  respondWith(response: Promise<Response>): void
}

const offlinePage = `<!doctype html><html lang="ko"><meta charset="utf-8"><title>WMS</title>
<style>body{background:#0c0f0e;color:#c9d3cd;font:15px/1.7 sans-serif;margin:20vh auto;width:34em}
b{color:#e5c76b}kbd{color:#8fe3b4}</style>
<p><b>서버에 연결할 수 없습니다.</b><br>네트워크를 확인한 뒤 <kbd>F5</kbd>를 누르세요.
저장하지 않은 입력은 이 컴퓨터에 남아 있습니다.</p>
<p lang="en"><b>The server cannot be reached.</b><br>Check the network, then press <kbd>F5</kbd>.
What you typed is kept on this computer.</p></html>`

function unreachablePage(): Response {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(offlinePage, { status: 503, headers })
}

function installHandlers(scope: WorkerScope): void {
  scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))
  scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()))
  scope.addEventListener('fetch', (event) => {
    // Only navigations are handled. All other requests bypass the worker.
    if (event.request.mode !== 'navigate') return
    event.respondWith(fetch(event.request).catch(unreachablePage))
  })
}

function isWorker(scope: object): scope is WorkerScope {
  return 'skipWaiting' in scope && 'clients' in scope
}

if (isWorker(self)) installHandlers(self)
