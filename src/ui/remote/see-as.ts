import { call } from './api.ts'

/** From here on the page is that of another user, read only. Throws CallError. */
export async function seeAs(userId: string): Promise<void> {
  const body = { PROCEDURE: 'system/see-as', ROWS: [{ USER_ID: userId }] }
  const path = '/api/wms/comm/wmsCommon/saveProcedure'
  await call(path, body, { quiet: true, idempotencyKey: crypto.randomUUID() })
  location.assign('/')
}

/** Back to oneself. Throws CallError. */
export async function endSeeAs(): Promise<void> {
  await call('/api/seeAs/end', {})
  location.assign('/')
}
