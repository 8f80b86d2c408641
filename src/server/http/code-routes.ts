import sql from 'sql-template-tag'
import { z } from 'zod'
import { label } from '#kernel/label.ts'
import { lookupPath } from '#kernel/lookup-path.ts'
import { codesInOrder } from '#areas/code-lists.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Caller } from '#server/auth/caller.ts'
import { lookupGrants, type LookupGrant } from '#server/auth/lookup-grants.ts'
import { AppError, forbidden } from '#server/base/app-error.ts'
import type { Handler } from '#server/engine/handler.ts'
import { findInLookup, type Lookup } from '#server/engine/lookup.ts'
import { readSiteTexts, translator } from '#server/texts/site-texts.ts'
import { assertDeclared } from '#server/base/assert-declared.ts'
import { route } from './route.ts'

const search = z.looseObject({
  SEARCH: z.string().max(200).default(''),
  OWNER_CD: z.string().nullish(),
  EXACT: z.enum(['Y', 'N']).default('N'),
})

/** Code lists, the user's warehouses, and a value help route per lookup (spec §7). */
export function codeRoutes(lookups: readonly Lookup[], handlers: readonly Handler[]) {
  for (const { name, scope, bound } of lookups) {
    assertDeclared(`value help ${name}`, { scope, ...(!scope.endsWith('owner') && { bound }) })
  }
  const mayLookUp = lookupGrants(handlers.map(({ operation }) => operation))
  return [
    route({
      path: '/api/code/selectCommonCode',
      counts: 'none',
      reads: true,
      access: 'signed-in',
      scope: 'self',
      body: z.object({ CODES: z.array(z.string()).max(100) }),
      answer: async ({ CODES }, { db, caller }) => ({
        data: Object.fromEntries(await readCodeLists(db, CODES, caller)),
      }),
    }),
    route({
      path: '/api/code/selectMyWcode',
      counts: 'none',
      reads: true,
      access: 'signed-in',
      scope: 'self',
      body: z.looseObject({}),
      answer: async (_, { db, session }) => {
        const data = await db.query(sql`
          select wcode "CODE", warehouse_nm "NAME", location_nm "LOCATION" from warehouse
          where wcode = any(${[...session.warehouses]}::text[]) order by wcode`)
        return { data, DATA: data }
      },
    }),
    ...lookups.map((lookup) =>
      route({
        path: lookupPath(lookup.name),
        counts: 'question',
        reads: true,
        access: 'granted',
        scope: 'operation',
        mayCall: async ({ session }) => {
          if (!mayLookUp(session, lookup)) throw forbidden()
        },
        body: search,
        answer: async (body, { db, caller }) => {
          const found = await findInLookup(db, lookup, caller, {
            text: body.SEARCH.trim(),
            ownerCode: body.OWNER_CD ?? undefined,
            isExact: body.EXACT === 'Y',
          })
          return { data: found, DATA: found }
        },
      }),
    ),
    dynamicContext('/api/code/select', lookups, mayLookUp),
    dynamicContext('/api/wms/comm/wmsCommon/selectDyanamicContext', lookups, mayLookUp),
  ]
}

type CodeEntries = readonly { readonly CODE: string; readonly NAME: string }[]

/** Entries of built-in and site code lists by name. Unknown lists are empty. */
async function readCodeLists(
  db: Queryable,
  lists: readonly string[],
  caller: Caller,
): Promise<Map<string, CodeEntries>> {
  const [own, texts] = await Promise.all([siteCodes(db, lists, caller), readSiteTexts(db)])
  const say = translator(texts, caller.language)
  return new Map(
    lists.map((list) => {
      const fixed = codesInOrder(list).map(([CODE, name]) => ({ CODE, NAME: say(name) }))
      return [list, fixed.length > 0 ? fixed : (own.get(list) ?? [])]
    }),
  )
}

interface SiteCode extends Record<string, unknown> {
  readonly group_cd: string
  readonly code: string
  readonly name: string
}

async function siteCodes(
  db: Queryable,
  lists: readonly string[],
  { language, today }: Caller,
): Promise<Map<string, CodeEntries>> {
  const rows = await db.query<SiteCode>(sql`
    select group_cd, code_cd code, case when ${language === 'en'} then coalesce(english_nm, code_nm)
      else code_nm end "name" from common_code
    where group_cd = any(${[...lists]}::text[]) and use_yn = 'Y' and ${today}::date
      between coalesce(from_dt, '-infinity') and coalesce(to_dt, 'infinity')
    order by group_cd, code_seq, code_cd`)
  const groups = Map.groupBy(rows, (row) => row.group_cd)
  return new Map(
    [...groups].map(([list, codes]) => [
      list,
      codes.map(({ code, name }) => ({ CODE: code, NAME: name })),
    ]),
  )
}

/** Generic code list call: `SEARCH` is the name of a code list or lookup (spec §7). */
function dynamicContext(path: string, lookups: readonly Lookup[], mayLookUp: LookupGrant) {
  return route({
    path,
    counts: 'question',
    reads: true,
    access: 'granted',
    scope: 'operation',
    body: z.looseObject({
      SEARCH: z.string().max(100),
      TEXT: z.string().max(200).default(''),
      OWNER_CD: z.string().nullish(),
    }),
    answer: async (body, { db, session, caller }) => {
      const entries = (await readCodeLists(db, [body.SEARCH], caller)).get(body.SEARCH) ?? []
      if (entries.length > 0) return { data: entries, DATA: entries }
      const lookup = lookups.find(({ name }) => name === body.SEARCH)
      if (!lookup) {
        const text = label('등록되지 않은 코드 목록입니다.', 'Code list not found.')
        throw new AppError(404, 'LOOKUP_UNKNOWN', text)
      }
      if (!mayLookUp(session, lookup)) throw forbidden()
      const question = { text: body.TEXT, ownerCode: body.OWNER_CD ?? undefined }
      const found = await findInLookup(db, lookup, caller, question)
      return { data: found, DATA: found }
    },
  })
}
