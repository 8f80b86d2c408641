import { generatePassword, hashPassword } from '#server/auth/password.ts'
import { guessablePasswordError } from '#server/auth/weak-password.ts'
import { demoUsers } from '#server/demo/company/demo-users.ts'

type Environment = Readonly<Record<string, string | undefined>>

interface FirstPassword {
  readonly hash: string
  /** Shown to the operator; absent if the password was given. */
  readonly generated?: string
  /** False for a given password that is not easy to guess. */
  readonly mustChange: boolean
}

export type FirstPasswords = ReadonlyMap<string, FirstPassword>

/**
 * Initial passwords: `WMS_ADMIN_PASSWORD` for the administrator, `WMS_DEMO_PASSWORD` for the other
 * demo users. Without a variable, each user gets a generated password.
 */
export async function makeFirstPasswords(env: Environment): Promise<FirstPasswords> {
  const users = env['WMS_DEMO'] === '0' ? ['admin'] : ['admin', ...demoUsers]
  const created = await Promise.all(
    users.map(async (user) => {
      const given = env[user === 'admin' ? 'WMS_ADMIN_PASSWORD' : 'WMS_DEMO_PASSWORD']
      const generated = given ? {} : { generated: generatePassword() }
      const password = given || (generated.generated ?? '')
      const hash = await hashPassword(password, undefined, user)
      const mustChange = !given || guessablePasswordError(given, user) !== undefined
      return [user, { hash, ...generated, mustChange }] as const
    }),
  )
  return new Map<string, FirstPassword>(created)
}

export function passwordLines(passwords: FirstPasswords): string[] {
  const width = Math.max(...Array.from(passwords.keys(), (user) => user.length))
  return Array.from(passwords, ([user, { generated }]) => {
    const text = generated ?? '지정한 비밀번호 / the password you set'
    return `  ${user.padEnd(width)}  ${text}`
  })
}
