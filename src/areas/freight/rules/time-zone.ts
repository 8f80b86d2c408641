import { timestampAt } from '#kernel/calendar.ts'
import { label, type Label } from '#kernel/label.ts'

/** Validation error for an IANA time zone name such as `Asia/Seoul`. */
export function timeZoneError(zone: string): Label | undefined {
  try {
    timestampAt(0, zone)
    return undefined
  } catch {
    return label('없는 시간대입니다. 예: Asia/Seoul', 'Time zone not found. Example: Asia/Seoul')
  }
}
