import sql from 'sql-template-tag'
import type { Label, Language } from '#kernel/label.ts'
import type { Queryable } from '#server/db/database.ts'

/** A product text and the site's replacement; null to use the standard. */
export interface SiteText extends Record<string, unknown> {
  readonly TEXT_KO: string
  readonly TEXT_EN: string
  readonly SITE_KO: string | null
  readonly SITE_EN: string | null
}

export async function readSiteTexts(db: Queryable): Promise<SiteText[]> {
  return db.query<SiteText>(sql`
    select text_ko "TEXT_KO", text_en "TEXT_EN", site_ko "SITE_KO", site_en "SITE_EN" from site_text
    where num_nonnulls(site_ko, site_en) > 0 order by text_key`)
}

export function translator(own: readonly SiteText[], language: Language): (text: Label) => string {
  const column = language === 'ko' ? 'SITE_KO' : 'SITE_EN'
  const given = new Map(own.map((row) => [JSON.stringify([row.TEXT_KO, row.TEXT_EN]), row[column]]))
  return (text) => given.get(JSON.stringify([text.ko, text.en])) ?? text[language]
}
