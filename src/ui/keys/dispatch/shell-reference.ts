import type { ShellHandle } from '#kernel/command.ts'

let provided: ShellHandle | undefined

/** Called once by the shell, which this folder cannot import. */
export function provideShell(shell: ShellHandle): void {
  provided = shell
}

/** Returns the shell handle for commands. Throws before the shell has started. */
export function shellHandle(): ShellHandle {
  if (!provided) throw new Error('no shell was provided')
  return provided
}
