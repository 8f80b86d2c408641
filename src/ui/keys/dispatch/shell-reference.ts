import type { ShellHandle } from '#kernel/command.ts'

let provided: ShellHandle | undefined

/** Called once by the shell: what runs commands stands below it and cannot import it. */
export function provideShell(shell: ShellHandle): void {
  provided = shell
}

/** The shell as commands see it. Throws before it was provided. */
export function shellHandle(): ShellHandle {
  if (!provided) throw new Error('no shell was provided')
  return provided
}
