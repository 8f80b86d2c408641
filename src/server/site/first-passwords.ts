import { generatePassword, hashPassword } from '#server/auth/password.ts'
import { guessedFault } from '#server/auth/weak-password.ts'
import { demoUsers } from '#server/demo/company/demo-users.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** With which password somebody begins. */
interface FirstPassword {
  readonly hash: string
  /** To be told to whoever starts the site; one that was given is told nobody. */
  readonly generated?: string
  /** A given one stays, unless it is easy to guess. */
  readonly mustChange: boolean
}

export type FirstPasswords = ReadonlyMap<string, FirstPassword>

/**
 * Passwords of the first users: `WMS_ADMIN_PASSWORD` for the administrator, `WMS_DEMO_PASSWORD` for
 * the others of the demo company; else each one's own.
 */
export async function makeFirstPasswords(env: Environment): Promise<FirstPasswords> {
  const users = env['WMS_DEMO'] === '0' ? ['admin'] : ['admin', ...demoUsers]
  const made = await Promise.all(
    users.map(async (user) => {
      const given = env[user === 'admin' ? 'WMS_ADMIN_PASSWORD' : 'WMS_DEMO_PASSWORD']
      const generated = given ? {} : { generated: generatePassword() }
      const password = given || (generated.generated ?? '')
      const hash = await hashPassword(password, undefined, user)
      const mustChange = !given || guessedFault(given, user) !== undefined
      return [user, { hash, ...generated, mustChange }] as const
    }),
  )
  return new Map<string, FirstPassword>(made)
}

/** Lines for whoever starts the site: ids with the passwords made for them. */
export function passwordLines(passwords: FirstPasswords): string[] {
  const width = Math.max(...Array.from(passwords.keys(), (user) => user.length))
  return Array.from(passwords, ([user, { generated }]) => {
    const text = generated ?? '지정한 비밀번호 / the password you set'
    return `  ${user.padEnd(width)}  ${text}`
  })
}
