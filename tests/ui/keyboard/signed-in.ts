import { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import { testPassword } from '#tests/support/app.ts'
import { openShell, type ShellPage } from '#tests/ui/shell/shell-page.ts'

export interface SignedIn {
  readonly shell: ShellPage
  readonly user: KeyboardUser
  close(): Promise<void>
}

export async function logInTo(
  base: string,
  before?: (user: KeyboardUser) => Promise<void>,
): Promise<KeyboardUser> {
  const user = await KeyboardUser.open(base, before ? { serviceWorkers: 'block' } : {})
  await before?.(user)
  await user.logIn('admin', testPassword)
  user.page.setDefaultTimeout(10_000)
  return user
}

export async function signIn(): Promise<SignedIn> {
  const shell = await openShell()
  const user = await logInTo(shell.base)
  return {
    shell,
    user,
    close: async () => {
      await user.close()
      await shell.close()
    },
  }
}
