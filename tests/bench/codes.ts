import type { Value } from '#kernel/field.ts'
import { loadReferenceData } from '#areas/freight/server/load-reference-data.ts'
import { testSite, type TestUser } from '#tests/support/app.ts'
import { makeFigure, type Figure } from './machine.ts'

const codeCount = 100_000

interface LongList {
  readonly query: string
  readonly lookup: string
  readonly fill: string
  readonly finds: readonly string[]
}

const lettersSql = (n: string) =>
  ['A', 'A', 'A'].map((_, index) => `chr(65 + (${n} / ${26 ** index}) % 26)`).join(' || ')

const lists: readonly LongList[] = [
  {
    query: 'freight/port',
    lookup: 'Port',
    fill: `insert into port (port_cd, port_nm, port_en, country_cd)
      select 'US' || ${lettersSql('n')}, '많은항구 ' || n, 'Many Port ' || n, 'US'
      from generate_series(0, 17575) n on conflict do nothing;
      insert into port (port_cd, port_nm, port_en, country_cd)
      select c.country_cd || ${lettersSql('n')}, '먼항구 ' || n, 'Far Port ' || n, c.country_cd
      from generate_series(0, 17575) n, (select country_cd from country
        where country_cd in ('CA', 'MX', 'BR', 'AR', 'CL')) c on conflict do nothing`,
    finds: ['KRPUS', '부산신항', 'ㅂㅅㅅㅎ', 'qntks', 'busan n'],
  },
  {
    query: 'freight/customer',
    lookup: 'Customer',
    fill: `insert into customer (customer_cd, customer_nm)
      select 'M' || to_char(n, 'fm000000'), '많은거래처 ' || n from generate_series(1, ${codeCount}) n;
      insert into customer (customer_cd, customer_nm) values ('FOUND', '한빛전자')`,
    finds: ['M050000', '한빛전자', 'ㅎㅂㅈㅈ', 'gksqlc'],
  },
  {
    query: 'freight/vessel',
    lookup: 'Vessel',
    fill: `insert into vessel (vessel_cd, vessel_nm)
      select 'V' || to_char(n, 'fm000000'), 'MANY SHIP ' || n from generate_series(1, ${codeCount}) n;
      insert into vessel (vessel_cd, vessel_nm) values ('HHOPE', 'HYUNDAI HOPE')`,
    finds: ['V050000', 'hyundai', 'HHO'],
  },
  {
    query: 'freight/hs-code',
    lookup: 'HsCode',
    fill: `insert into hs_code (hs_cd, hs_nm, hs_en)
      select to_char(8000000000 + n, 'fm0000000000'), '많은품목 ' || n, 'Many goods ' || n
      from generate_series(1, ${codeCount}) n on conflict do nothing`,
    finds: ['8000050000', '847130', '많은품목 77777', 'ㅁㅇㅍㅁ 77777'],
  },
]

async function measureTimes(ask: () => Promise<unknown>, runs = 7): Promise<number[]> {
  await ask()
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const started = performance.now()
    await ask()
    times.push(performance.now() - started)
  }
  return times
}

async function openList(user: TestUser, query: string): Promise<void> {
  const body: Record<string, Value | object> = { SEARCH: {}, WINDOW: { FIRST: 0, ROWS: 100 } }
  const { status } = await user.call(`/api/wms/${query}`, body)
  if (status !== 200) throw new Error(`${query}: ${status}`)
}

async function findCode(user: TestUser, list: LongList, text: string): Promise<void> {
  const { body } = await user.call(`/api/pop/commonPopup/select${list.lookup}`, { SEARCH: text })
  if (body.data.length === 0) throw new Error(`${list.lookup}: ${text} was not found`)
}

export async function measureCodes(store: 'embedded' | 'postgres'): Promise<Figure[]> {
  process.env['STORE'] = store
  const site = await testSite()
  try {
    await loadReferenceData(site.db)
    const user = await site.login('admin')
    const figures: Figure[] = []
    for (const list of lists) {
      await site.db.script(`set statement_timeout = 0; ${list.fill}; analyze`)
      figures.push(
        makeFigure(
          `${store} ${list.query} opens`,
          150,
          await measureTimes(() => openList(user, list.query)),
        ),
      )
      for (const text of list.finds) {
        const times = await measureTimes(() => findCode(user, list, text))
        figures.push(makeFigure(`${store} ${list.lookup} finds ${text}`, 50, times))
      }
    }
    return figures
  } finally {
    await site.close()
  }
}
