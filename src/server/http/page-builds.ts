import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import type { Database } from '#server/db/database.ts'

interface Build {
  readonly buildId: string
  /** HTML of the page with its build ID, which the page compares with the ID in later responses. */
  readonly html: string
}

const channel = 'wms_page_build'
const renewMs = 60_000
/** A build that was not renewed for this long has no running server. */
const heartbeatMinutes = 3
/** Files are kept this long, because users leave pages open over weekends and holidays. */
const retentionDays = 30
/** Number of files of other builds to cache, to read each from the database only once. */
const cachedFiles = 32

/**
 * Builds of the page on the servers of a site. While servers are updated one by one, all of them
 * serve the newest page and the files of every build, if necessary from the database.
 */
export class PageBuilds {
  readonly #db: Database
  readonly #pageDir: string | undefined
  readonly #own: Build
  readonly #cached = new Map<string, Promise<Uint8Array | undefined>>()
  #current: Build
  #paths: ReadonlySet<string> = new Set()
  #unlisten: (() => Promise<void>) | undefined
  #timer: NodeJS.Timeout | undefined
  #refreshing: Promise<void> = Promise.resolve()

  constructor(db: Database, pageDir: string | undefined) {
    this.#db = db
    this.#pageDir = pageDir
    this.#own = readBuild(pageDir)
    this.#current = this.#own
  }

  /** Build of this server. */
  get ownId(): string {
    return this.#own.buildId
  }

  /** Newest build of the running servers of this site. */
  get current(): Build {
    return this.#current
  }

  /**
   * Adds the build of this server. Waits until it is stored, because other servers serve its page
   * from then on. An embedded store has no other servers, so its build is stored in the background.
   */
  async start(report: (error: unknown) => void): Promise<void> {
    const folder = this.#pageDir
    if (folder === undefined || this.ownId === 'no-page') return
    const runNext = (work: () => Promise<void>) =>
      (this.#refreshing = this.#refreshing.then(work).catch(report))
    const added = runNext(() => this.#add(folder))
    this.#timer = setInterval(() => void runNext(() => this.#renew()), renewMs)
    this.#timer.unref()
    if (this.#db.kind === 'embedded') return
    await added
    const listening = this.#db.listen(channel, () => void runNext(() => this.#refresh()))
    this.#unlisten = await listening.catch(() => undefined)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#unlisten?.()
    await this.#refreshing
  }

  /** Content of a file from another build. */
  async asset(path: string): Promise<Uint8Array | undefined> {
    if (!this.#paths.has(path)) return undefined
    const found = this.#cached.get(path) ?? this.#read(path)
    if (this.#cached.size >= cachedFiles) this.#cached.clear()
    this.#cached.set(path, found)
    return found.catch((error: unknown) => {
      this.#cached.delete(path)
      throw error
    })
  }

  async #read(path: string): Promise<Uint8Array | undefined> {
    const [row] = await this.#db.query<{ content: Uint8Array }>(sql`
      select content from page_asset where path = ${path}`)
    return row?.content
  }

  async #add(folder: string): Promise<void> {
    const paths = readdirSync(join(folder, 'assets')).map((name) => `/assets/${name}`)
    await this.#db.transaction(async (tx) => {
      await tx.script('lock table page_build in share row exclusive mode')
      await tx.execute(sql`
        delete from page_build where seen_at < now() - make_interval(days => ${retentionDays}::int)`)
      await tx.execute(sql`
        insert into page_build (build_id, index_html, paths)
        values (${this.ownId}, ${this.#own.html}, ${paths})
        on conflict (build_id) do update set seen_at = now()`)
      await tx.execute(sql`
        delete from page_asset a
        where not exists (select from page_build b where a.path = any(b.paths))`)
      const known = await tx.query<{ path: string }>(sql`
        select path from page_asset where path = any(${paths}::text[])`)
      const there = new Set(known.map(({ path }) => path))
      for (const path of paths.filter((candidate) => !there.has(candidate))) {
        const content = await readFile(join(folder, path))
        await tx.execute(sql`insert into page_asset (path, content) values (${path}, ${content})`)
      }
      await tx.notify(channel)
    })
    await this.#refresh()
  }

  async #renew(): Promise<void> {
    await this.#db.execute(sql`
      update page_build set seen_at = now() where build_id = ${this.ownId}`)
    await this.#refresh()
  }

  async #refresh(): Promise<void> {
    const builds = await this.#db.query<{ id: string; html: string; paths: string[] }>(sql`
      select build_id id, index_html html, paths from page_build
      order by seen_at > now() - make_interval(mins => ${heartbeatMinutes}::int) desc, added_at desc`)
    this.#paths = new Set(builds.flatMap(({ paths }) => paths))
    const [newest] = builds
    const isShared = this.#db.kind === 'server' && newest !== undefined
    this.#current = isShared ? { buildId: newest.id, html: newest.html } : this.#own
  }
}

function readBuild(pageDir: string | undefined): Build {
  const index = join(pageDir ?? '', 'index.html')
  if (pageDir === undefined || !existsSync(index)) return { buildId: 'no-page', html: '' }
  const text = readFileSync(index, 'utf8')
  const buildId = createHash('sha256').update(text).digest('hex').slice(0, 12)
  const html = text.replace('</title>', `</title><meta name="build-id" content="${buildId}" />`)
  return { buildId, html }
}
