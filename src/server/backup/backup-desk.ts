import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** What a running server answers to a backup that was asked for. */
export type BackupAnswer = { readonly file: string } | { readonly failed: string }

const askFile = (dataDir: string) => path.join(dataDir, 'backup.ask')
const answerFile = (dataDir: string) => path.join(dataDir, 'backup.answer')
const lookMs = 500

/**
 * The embedded store belongs to the server's process, so the command leaves a note in the data
 * folder and the server makes the backup: whoever may write there may have one. The answer stops it.
 */
export function openBackupDesk(
  dataDir: string,
  make: () => Promise<{ readonly file: string }>,
): () => void {
  let busy = false
  const look = async (): Promise<void> => {
    if (busy || !fs.existsSync(askFile(dataDir))) return
    busy = true
    fs.rmSync(askFile(dataDir), { force: true })
    const answer: BackupAnswer = await make().then(
      ({ file }) => ({ file }),
      (error: unknown) => ({ failed: String(error) }),
    )
    const draft = `${answerFile(dataDir)}.part`
    fs.writeFileSync(draft, JSON.stringify(answer))
    fs.renameSync(draft, answerFile(dataDir))
    busy = false
  }
  const timer = setInterval(() => void look(), lookMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** Asks the server that holds a data folder for a backup. Throws Error when none comes in time. */
export async function askForBackup(dataDir: string, patienceMs = 30 * 60_000): Promise<string> {
  fs.rmSync(answerFile(dataDir), { force: true })
  fs.writeFileSync(askFile(dataDir), '')
  const until = Date.now() + patienceMs
  while (!fs.existsSync(answerFile(dataDir))) {
    if (Date.now() > until) throw new Error('the server gave no answer')
    await pause(lookMs / 5)
  }
  const answer = JSON.parse(fs.readFileSync(answerFile(dataDir), 'utf8')) as BackupAnswer
  fs.rmSync(answerFile(dataDir), { force: true })
  if ('failed' in answer) throw new Error(answer.failed)
  return answer.file
}
