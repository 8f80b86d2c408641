import { expect } from 'vitest'
import type { Value } from '#kernel/field.ts'
import type { TestSite, TestUser } from './app.ts'

export interface TestPartner {
  readonly token: string
  call(
    path: string,
    body: object | string,
    headers?: Record<string, string>,
  ): Promise<PartnerAnswer>
  send(number: string, kind: string, lines: readonly object[]): Promise<PartnerAnswer>
}

export interface PartnerAnswer {
  readonly status: number
  readonly code: string | undefined
  readonly message: string
  // Untyped because each test knows the shape it expects.
  readonly data: {
    STATE: string
    DOCUMENTS: string[]
    ERRORS: { LINE: number; COLUMN: string; TEXT: string }[]
    RESULTS: Record<string, unknown>[]
    CURSOR: number
    ACKNOWLEDGED: number[]
    BEFORE: number[]
    UNKNOWN: number[]
    STOCK: Record<string, Value>[]
  }
}

export async function createPartner(
  site: TestSite,
  user: TestUser,
  profile: Record<string, Value> = {},
): Promise<TestPartner> {
  const row = { OWNER_CD: 'HANBIT', PROFILE_CD: 'PIKL', PROFILE_NM: 'PIKL', ...profile }
  const saved = await user.save('master/save-partner-profile', [{ BATCH_FLAG: 'I', ...row }])
  expect(saved.body.rows ?? [], saved.body.message).toEqual([])
  const { OWNER_CD, PROFILE_CD } = row
  return createPartnerClient(site, await issueToken(user, { OWNER_CD, PROFILE_CD }))
}

export async function issueToken(user: TestUser, profile: Record<string, Value>): Promise<string> {
  const issued = await user.save('master/issue-partner-token', [profile])
  expect(issued.status, issued.body.message).toBe(200)
  return String(issued.body.data.rows[0]?.['TOKEN'])
}

export function createPartnerClient(site: TestSite, token: string): TestPartner {
  const call: TestPartner['call'] = async (path, body, headers = {}) => {
    const response = await site.app.inject({
      method: 'POST',
      url: `/api/partner/${path}`,
      payload: body,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        ...headers,
      },
    })
    const { data, message } = response.json<PartnerAnswer>()
    const code = response.headers['x-error-code']
    return {
      status: response.statusCode,
      code: code === undefined ? undefined : String(code),
      message,
      data,
    }
  }
  return {
    token,
    call,
    send: (MESSAGE_NO, KIND, LINES) => call('messages', { MESSAGE_NO, KIND, LINES }),
  }
}
