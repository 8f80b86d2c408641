import { call } from './api.ts'
import { requestHint, type MissingRight } from './missing-right.ts'

/** Names a missing permission and who can grant it, or returns `otherwise` without the server. */
export async function missingRightText(
  lack: MissingRight,
  describe: (message: string) => string,
  otherwise: string,
): Promise<string> {
  const request = call<{ message: string }>('/api/missingGrant', lack, {
    quiet: true,
    isBackground: true,
  })
  const reason = await request.then(({ message }) => describe(message)).catch(() => otherwise)
  return reason + requestHint()
}
