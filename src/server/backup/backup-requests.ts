import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export type BackupResponse = { readonly file: string } | { readonly failed: string }

const requestFile = (dataDir: string) => path.join(dataDir, 'backup.ask')
const responseFile = (dataDir: string) => path.join(dataDir, 'backup.answer')
const pollMs = 500

/**
 * Serves backup requests of other processes, as only the server can open the embedded store. A
 * request is a file in the data folder, so write access to the folder is the permission. Returns a
 * function that stops polling.
 */
export function serveBackupRequests(
  dataDir: string,
  make: () => Promise<{ readonly file: string }>,
): () => void {
  let isBusy = false
  const poll = async (): Promise<void> => {
    if (isBusy || !fs.existsSync(requestFile(dataDir))) return
    isBusy = true
    fs.rmSync(requestFile(dataDir), { force: true })
    const response: BackupResponse = await make().then(
      ({ file }) => ({ file }),
      (error: unknown) => ({ failed: String(error) }),
    )
    const draft = `${responseFile(dataDir)}.part`
    fs.writeFileSync(draft, JSON.stringify(response))
    fs.renameSync(draft, responseFile(dataDir))
    isBusy = false
  }
  const timer = setInterval(() => void poll(), pollMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** Requests a backup from the server that uses the data folder. Throws Error on timeout. */
export async function requestBackup(dataDir: string, timeoutMs = 30 * 60_000): Promise<string> {
  fs.rmSync(responseFile(dataDir), { force: true })
  fs.writeFileSync(requestFile(dataDir), '')
  const until = Date.now() + timeoutMs
  while (!fs.existsSync(responseFile(dataDir))) {
    if (Date.now() > until) throw new Error('the server gave no answer')
    await pause(pollMs / 5)
  }
  const response = JSON.parse(fs.readFileSync(responseFile(dataDir), 'utf8')) as BackupResponse
  fs.rmSync(responseFile(dataDir), { force: true })
  if ('failed' in response) throw new Error(response.failed)
  return response.file
}
