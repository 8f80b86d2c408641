import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'

/** Enough to tell one process from every other, also after its number was given out again. */
export type ProcessIdentity = {
  pid: number
  /** When the process started, in the words of the system; empty where it cannot be known. */
  startedAt: string
  /** Changes with every start of the machine; empty where the system has none. */
  bootId: string
  hostname: string
}

function readText(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8').trim()
  } catch {
    return ''
  }
}

function startedAt(pid: number): string {
  if (process.platform === 'linux') {
    // proc(5): field 22; the name in field 2 may hold spaces, so count after its bracket.
    const stat = readText(`/proc/${pid}/stat`)
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  }
  if (process.platform === 'win32') return ''
  return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()
}

export function thisProcess(): ProcessIdentity {
  return {
    pid: process.pid,
    startedAt: startedAt(process.pid),
    bootId: readText('/proc/sys/kernel/random/boot_id'),
    hostname: os.hostname(),
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it is there, but belongs to someone else.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}

/**
 * Whether the process is gone beyond doubt. A stopped or stalled process is not gone, however long
 * it stays silent. Processes of another machine that may still run are never called gone.
 */
export function isProvablyGone(holder: ProcessIdentity): boolean {
  const here = thisProcess()
  const sameBoot = holder.bootId === here.bootId
  if (holder.hostname !== here.hostname) {
    // Another container of this machine keeps the boot id; its lock died with it, seen by the
    // caller. Another machine cannot be looked into.
    return sameBoot && here.bootId !== ''
  }
  if (!sameBoot) return true
  if (!isAlive(holder.pid)) return true
  const now = startedAt(holder.pid)
  return now !== '' && holder.startedAt !== '' && now !== holder.startedAt
}
