import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import type { ScheduleKind } from './schedule-kind.ts'

/** Legal minimum retention in days: one year for access, three for permission changes. */
const minDays = { access: 365, rights: 1095 } as const

interface Terms {
  readonly access: number
  readonly rights: number
}

/** Parses `730 1095`: retention of access events and of permission changes, in days. */
function readTerms(argument: string): Terms | undefined {
  const [, access, rights] = /^(\d{1,5}) +(\d{1,5})$/.exec(argument.trim() || '730 1095') ?? []
  return access === undefined ? undefined : { access: Number(access), rights: Number(rights) }
}

const error = label(
  `접속과 권한변경의 보관 일수를 730 1095처럼 입력하세요. 접속은 ${minDays.access}일, 권한변경은 ${minDays.rights}일 이상입니다.`,
  `Enter the days to keep access and permission changes, such as 730 1095: at least ${minDays.access} and ${minDays.rights}.`,
)

/** Deletes expired events of the security log by kind. The deletion itself is logged. */
export const securityPurgeKind: ScheduleKind = {
  kind: 'SECURITY_PURGE',
  bound: 'site',
  title: label('보안 로그 정리', 'Purge security log'),
  argument: {
    title: label('보관 일수: 접속, 권한변경', 'Retention (days): access, permissions'),
    error: (argument) => {
      const terms = readTerms(argument)
      const isEnough = terms && terms.access >= minDays.access && terms.rights >= minDays.rights
      return isEnough ? undefined : error
    },
  },
  run: async ({ db, argument, ownerId, progress }) => {
    const terms = readTerms(argument)
    if (!terms) throw new Error(error.en)
    const purge = async (code: string, days: number): Promise<number> => {
      const [row] = await db.query<{ removed: number }>(sql`
        select purge_security(${code}, now() - make_interval(days => ${days}::int), ${ownerId}) removed`)
      return row?.removed ?? 0
    }
    const access = await purge('ACCESS', terms.access)
    await progress(50, `ACCESS ${access}`)
    const rights = await purge('RIGHTS', terms.rights)
    await progress(90, `RIGHTS ${rights}`)
    return label(
      `접속 로그 ${formatCount(access)}건, 권한변경 로그 ${formatCount(rights)}건을 정리했습니다.`,
      `${formatCount(access, 'access event')} and ${formatCount(rights, 'permission event')} deleted.`,
    )
  },
}
