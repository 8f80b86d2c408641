import { expect, test } from 'vitest'
import { readCustomsAnswer } from '#areas/bonded/rules/customs-answer.ts'

const answer = (notice: string, ...numbers: string[]) => {
  const rows = numbers.map(
    (number) => `<cargCsclPrgsInfoQryVo><cargMtNo>${number}</cargMtNo></cargCsclPrgsInfoQryVo>`,
  )
  return readCustomsAnswer(`<cargCsclPrgsInfoQryRtnVo><ntceInfo>${notice}</ntceInfo>
    <tCnt>${numbers.length}</tCnt>${rows.join('')}</cargCsclPrgsInfoQryRtnVo>`)
}
const three = ['26TEST0001I0001', '26TEST0002I0001', '26TEST0003I0001']

test('several cargos are reported as MANY with or without the notice', () => {
  for (const notice of ['', '[N00] 여러 건이 조회되었습니다.']) {
    expect(answer(notice, ...three)).toMatchObject({ result: 'MANY', numbers: three })
  }
})

test('a single cargo is still MANY if the notice announces several', () => {
  const [one = ''] = three
  expect(answer('', one)).toMatchObject({ result: 'OK' })
  expect(answer('[N00] 여러 건', one)).toMatchObject({ result: 'MANY', numbers: [one] })
})
