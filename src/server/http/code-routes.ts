import sql from 'sql-template-tag'
import { z } from 'zod'
import { label, type Language } from '#kernel/label.ts'
import { lookupPath } from '#kernel/lookup-path.ts'
import { codesInOrder } from '#areas/system/rules/code-lists.ts'
import { AppError } from '#server/engine/app-error.ts'
import { findInLookup, type Lookup } from '#server/engine/lookup.ts'
import { route } from './route.ts'

const search = z.looseObject({
  SEARCH: z.string().max(200).default(''),
  OWNER_CD: z.string().nullish(),
  EXACT: z.enum(['Y', 'N']).default('N'),
})

/** Code lists, the user's warehouses, and one value-help route for each lookup (spec §7). */
export function codeRoutes(lookups: readonly Lookup[]) {
  return [
    route({
      path: '/api/code/selectCommonCode',
      access: 'signed-in',
      scope: 'self',
      body: z.object({ CODES: z.array(z.string()).max(100) }),
      answer: async ({ CODES }, { caller }) => ({
        data: Object.fromEntries(CODES.map((list) => [list, entriesOf(list, caller.language)])),
      }),
    }),
    route({
      path: '/api/code/selectMyWcode',
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
        access: 'signed-in',
        scope: 'operation',
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
    dynamicContext('/api/code/select', lookups),
    dynamicContext('/api/wms/comm/wmsCommon/selectDyanamicContext', lookups),
  ]
}

/** What a code list offers, in its own order; nothing for one that is not known. */
function entriesOf(list: string, language: Language) {
  return codesInOrder(list).map(([CODE, name]) => ({ CODE, NAME: name[language] }))
}

/** The generic code-list call: `SEARCH` names a code list or a lookup (spec §7). */
function dynamicContext(path: string, lookups: readonly Lookup[]) {
  return route({
    path,
    access: 'signed-in',
    scope: 'operation',
    body: z.looseObject({
      SEARCH: z.string().max(100),
      TEXT: z.string().max(200).default(''),
      OWNER_CD: z.string().nullish(),
    }),
    answer: async (body, { db, caller }) => {
      const entries = entriesOf(body.SEARCH, caller.language)
      if (entries.length > 0) return { data: entries, DATA: entries }
      const lookup = lookups.find(({ name }) => name === body.SEARCH)
      if (!lookup) {
        const text = label('없는 코드 목록입니다.', 'There is no such code list.')
        throw new AppError(404, 'LOOKUP_UNKNOWN', text)
      }
      const question = { text: body.TEXT, ownerCode: body.OWNER_CD ?? undefined }
      const found = await findInLookup(db, lookup, caller, question)
      return { data: found, DATA: found }
    },
  })
}
