import type { JSX } from 'react'
import { useSession } from '#ui/remote/session.ts'
import { t } from '#ui/base/language.ts'
import { label } from '#kernel/label.ts'

export function ImpersonationBanner(): JSX.Element {
  const { userId, userNm, seenBy } = useSession().user ?? {}
  return (
    <div className="stale" role="status">
      {t(
        label(
          `${seenBy} 님이 ${userNm}(${userId}) 사용자의 화면을 읽기 전용으로 보고 있습니다. 명령 ‘사용자 화면 보기 끝내기’로 돌아갑니다.`,
          `${seenBy} is viewing as ${userNm} (${userId}), read-only. To return, run “Stop viewing as a user”.`,
        ),
      )}
    </div>
  )
}
