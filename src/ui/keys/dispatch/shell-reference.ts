import type { ShellHandle } from '#kernel/command.ts'

let currentShell: ShellHandle | undefined

/** Called once by the shell, which this folder cannot import. */
export function provideShell(shell: ShellHandle): void {
  currentShell = shell
}

/** Returns the shell handle for commands. Throws before the shell has started. */
export function shellHandle(): ShellHandle {
  if (!currentShell) throw new Error('no shell was provided')
  return currentShell
}
