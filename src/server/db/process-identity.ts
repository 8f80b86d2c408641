import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'

/** Identifies a process even after its PID was reused. */
export type ProcessIdentity = {
  pid: number
  /** Start time reported by the operating system; empty if unknown. */
  startedAt: string
  /** Changes with each boot; empty if the operating system has no such ID. */
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
    // proc(5): field 22. The name in field 2 can contain spaces, so count the fields after its
    // closing parenthesis.
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
    // EPERM: the process exists but belongs to another user.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}

/**
 * Returns whether the process has certainly ended. A stopped or stalled process has not ended, and
 * one on another machine may still be running.
 */
export function isProvablyGone(holder: ProcessIdentity): boolean {
  const here = thisProcess()
  const isSameBoot = holder.bootId === here.bootId
  if (holder.hostname !== here.hostname) {
    // With the same boot ID, the holder ran in another container of this machine. Its kernel lock,
    // which the caller has checked, was released when it ended. A process on another machine cannot
    // be checked.
    return isSameBoot && here.bootId !== ''
  }
  if (!isSameBoot) return true
  if (!isAlive(holder.pid)) return true
  const now = startedAt(holder.pid)
  return now !== '' && holder.startedAt !== '' && now !== holder.startedAt
}
