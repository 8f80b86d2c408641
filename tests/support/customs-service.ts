import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Database } from '#server/db/database.ts'
import type { JobHandler } from '#server/jobs/job.ts'

export type ServiceBehaviour =
  | 'answers'
  | 'late'
  | 'broken'
  | 'empty'
  | 'refuses'
  | 'many'
  | 'fails'
  | 'redirects'
  | 'floods'

/** Response in the format of the cargo tracking service, with fictional names and numbers. */
function trackingXml(cargoNo: string): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<cargCsclPrgsInfoQryRtnVo><ntceInfo/>
<cargCsclPrgsInfoQryVo><csclPrgsStts>수입신고수리</csclPrgsStts><vydf>0457</vydf><prnm>METAL &amp; PARTS</prnm>
<etprDt>20261011</etprDt><msrm>2.81</msrm><wghtUt>KG</wghtUt><pckGcnt>88</pckGcnt><shipNm>SAMPLE BRIDGE 7</shipNm>
<hblNo>SMPL2110007</hblNo><ttwg>1172.2</ttwg><cargMtNo>${cargoNo}</cargMtNo><cntrNo>CSQU3054383</cntrNo>
<mblNo>TESTGBA04571057</mblNo><prgsStts>반출완료</prgsStts><pckUt>CT</pckUt><spcnCargCd/></cargCsclPrgsInfoQryVo>
<tCnt>2</tCnt>
<cargCsclPrgsInfoDtlQryVo><dclrNo>0209999926R0000145</dclrNo><rlbrDttm>2026-10-19 09:43:27</rlbrDttm><wght>1172.2</wght>
<pckGcnt>88</pckGcnt><cargTrcnRelaBsopTpcd>반출신고</cargTrcnRelaBsopTpcd><shedSgn>02099999</shedSgn></cargCsclPrgsInfoDtlQryVo>
<cargCsclPrgsInfoDtlQryVo><dclrNo>0209999926P0000876</dclrNo><rlbrDttm>20261012145636</rlbrDttm><wght>1172.2</wght>
<pckGcnt>88</pckGcnt><cargTrcnRelaBsopTpcd>반입신고</cargTrcnRelaBsopTpcd><shedSgn>02099999/A구역</shedSgn></cargCsclPrgsInfoDtlQryVo>
</cargCsclPrgsInfoQryRtnVo>`
}

/** Responses in the format of the customs lists: weekly rates, sheds and HS codes by tariff. */
const lists: Readonly<Record<string, { readonly root: string; readonly answer: string }>> = {
  '/ext/rest/trifFxrtInfoQry/retrieveTrifFxrtInfo': {
    root: 'trifFxrtInfoQryRtnVo',
    answer: `<trifFxrtInfoQryRtnVo><ntceInfo/><tCnt>2</tCnt>
<trifFxrtInfoQryRsltVo><cntySgn>US</cntySgn><mtryUtNm>US Dollar</mtryUtNm><fxrt>1391.5</fxrt>
<currSgn>USD</currSgn><aplyBgnDt>20261213</aplyBgnDt><imexTp>2</imexTp></trifFxrtInfoQryRsltVo>
<trifFxrtInfoQryRsltVo><cntySgn>JP</cntySgn><mtryUtNm>Yen</mtryUtNm><fxrt>940.20</fxrt>
<currSgn>JPY</currSgn><aplyBgnDt>20261213</aplyBgnDt><imexTp>2</imexTp></trifFxrtInfoQryRsltVo>
</trifFxrtInfoQryRtnVo>`,
  },
  '/ext/rest/shedInfoQry/retrieveShedInfo': {
    root: 'shedInfoQryRtnVo',
    answer: `<shedInfoQryRtnVo><ntceInfo/><tCnt>1</tCnt><shedInfoQryRsltVo><snarSgn>02088888</snarSgn>
<snarNm>견본제2보세창고</snarNm><snarAddr>인천 중구</snarAddr><adtxColtPridYn>Y</adtxColtPridYn>
</shedInfoQryRsltVo></shedInfoQryRtnVo>`,
  },
  '/ext/rest/hsSgnQry/searchHsSgn': {
    root: 'hsSgnSrchRtnVo',
    answer: `<hsSgnSrchRtnVo><ntceInfo/><tCnt>3</tCnt>
<hsSgnSrchRsltVo><hsSgn>2204211000</hsSgn><korePrnm>붉은 포도주</korePrnm><englPrnm>Red wine</englPrnm>
<txtpSgn>A</txtpSgn></hsSgnSrchRsltVo>
<hsSgnSrchRsltVo><hsSgn>2204211000</hsSgn><korePrnm>붉은 포도주</korePrnm><englPrnm>Red wine</englPrnm>
<txtpSgn>FEU1</txtpSgn></hsSgnSrchRsltVo>
<hsSgnSrchRsltVo><hsSgn>2204212000</hsSgn><korePrnm>흰 포도주</korePrnm><englPrnm>White wine</englPrnm>
<txtpSgn>A</txtpSgn></hsSgnSrchRsltVo></hsSgnSrchRtnVo>`,
  },
}

const sealAnswer = `<cntrQryBrkdQryRtnVo><ntceInfo/><tCnt>2</tCnt>
<cntrQryBrkdQryVo><cntrNo>CSQU3054383</cntrNo><cntrStszCd>45GP</cntrStszCd>
<cntrSelgNo1>SEAL-1</cntrSelgNo1><cntrSelgNo2>SEAL-2</cntrSelgNo2><cntrSelgNo3/></cntrQryBrkdQryVo>
<cntrQryBrkdQryVo><cntrNo>TCNU1234565</cntrNo><cntrSelgNo1/></cntrQryBrkdQryVo></cntrQryBrkdQryRtnVo>`

const countXml = (root: string, count: number, notice: string, rows = '') =>
  `<${root}><ntceInfo>${notice}</ntceInfo><tCnt>${count}</tCnt>${rows}</${root}>`

/** HTTP server that simulates customs with a configurable behaviour per request. */
export class CustomsService {
  readonly calls: URL[] = []
  #behaviours: ServiceBehaviour[] = ['answers']
  readonly #waiting: ServerResponse[] = []
  readonly #server: Server

  private constructor() {
    this.#server = createServer((request, response) => {
      const url = new URL(request.url ?? '/', 'http://customs')
      this.calls.push(url)
      const [behaviour = 'answers', ...rest] = this.#behaviours
      if (rest.length > 0) this.#behaviours = rest
      this.#answer(behaviour, url, response)
    })
  }

  static async open(): Promise<CustomsService> {
    // The service listens on this machine, which is not a public address.
    process.env['CUSTOMS_PRIVATE'] = '1'
    const service = new CustomsService()
    await new Promise<void>((listening) =>
      service.#server.listen(0, '127.0.0.1', () => listening()),
    )
    return service
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo
    return `http://127.0.0.1:${port}`
  }

  /** The last behaviour repeats. */
  setBehaviours(...behaviours: ServiceBehaviour[]): void {
    this.#behaviours = behaviours
    this.calls.length = 0
  }

  async close(): Promise<void> {
    for (const response of this.#waiting) response.destroy()
    this.#server.closeAllConnections()
    await new Promise((closed) => this.#server.close(closed))
  }

  #answer(behaviour: ServiceBehaviour, url: URL, response: ServerResponse): void {
    const number = url.searchParams.get('cargMtNo') ?? '26TESTA457I99990001'
    const isSeals = url.pathname.endsWith('/cntrQryBrkdQry/retrieveCntrQryBrkd')
    const list = lists[url.pathname]
    const root = list?.root ?? (isSeals ? 'cntrQryBrkdQryRtnVo' : 'cargCsclPrgsInfoQryRtnVo')
    const answer = list?.answer ?? (isSeals ? sealAnswer : trackingXml(number))
    const send = (text: string, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/xml;charset=UTF-8' }).end(text)
    switch (behaviour) {
      case 'answers':
        return void send(answer)
      case 'late':
        return void this.#waiting.push(response)
      case 'broken':
        return void send(answer.slice(0, 300))
      case 'empty':
        return void send(countXml(root, 0, ''))
      case 'refuses':
        return void send(countXml(root, -1, '인증키가 유효하지 않습니다.'))
      case 'many':
        return void send(
          countXml(
            root,
            3,
            '[N00] 여러 건이 조회되었습니다.',
            ['1', '2', '3']
              .map(
                (n) =>
                  `<cargCsclPrgsInfoQryVo><cargMtNo>26TEST000${n}I0001</cargMtNo></cargCsclPrgsInfoQryVo>`,
              )
              .join(''),
          ),
        )
      case 'fails':
        return void send('Service Unavailable', 503)
      case 'floods':
        return sendEndlessly(response)
      case 'redirects':
        return void response.writeHead(302, { location: url.pathname + url.search }).end()
    }
  }
}

/** Sends data without end, until the client closes the connection. */
function sendEndlessly(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/xml;charset=UTF-8' })
  const block = Buffer.alloc(64 * 1024, ' ')
  const send = (): void => {
    while (!response.destroyed && response.write(block));
    if (!response.destroyed) response.once('drain', send)
  }
  send()
}

/** Runs a customs job immediately, as the job queue would. */
export async function runCustomsJob(
  db: Database,
  [handler]: readonly JobHandler[],
  payload: Readonly<Record<string, string>>,
): Promise<void> {
  await handler?.run({
    db,
    job: {
      jobId: '1',
      kind: handler.kind,
      payload,
      userId: 'admin',
      wcode: 'W01',
      attempt: 1,
    },
    signal: new AbortController().signal,
    progress: () => Promise.resolve(),
  })
}
