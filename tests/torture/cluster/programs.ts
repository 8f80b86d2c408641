import fs from 'node:fs'
import { findOrInstall, findOrInstallPostgres } from '#tests/support/postgres-install.ts'

export interface ClusterPrograms {
  readonly postgres: string
  readonly pgbouncer: string
  readonly haproxy: string
  /**
   * Library that shifts the clock of a process. If it is missing, no server runs with a fast clock.
   */
  readonly faketime: string | undefined
}

/**
 * Finds the programs of Debian's packages, installing missing ones with apt-get. Throws an Error
 * with the names of those that are unavailable.
 */
export function findClusterPrograms(): ClusterPrograms {
  const postgres = findOrInstallPostgres()?.folder
  const pgbouncer = findOrInstall('pgbouncer')
  const haproxy = findOrInstall('haproxy')
  if (!postgres || !pgbouncer || !haproxy) {
    const missing = Object.entries({ postgresql: postgres, pgbouncer, haproxy })
      .filter(([, found]) => !found)
      .map(([name]) => name)
    throw new Error(`missing and not installable: ${missing.join(', ')} (packages of Debian)`)
  }
  const [faketime] = findOrInstall('faketime')
    ? fs.globSync('/usr/lib/**/faketime/libfaketime.so.1')
    : []
  return { postgres, pgbouncer, haproxy, faketime }
}
