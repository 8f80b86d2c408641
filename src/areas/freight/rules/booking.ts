import { josa } from '#kernel/josa.ts'
import { label, type Label } from '#kernel/label.ts'
import { freightCodeLists } from './code-lists.ts'

/** Alarm thresholds in hours before a cut-off, most urgent first. */
const alarmHours = [4, 24, 48] as const

/** Alarm threshold a cut-off is within, 0 if it has passed, or undefined if none applies. */
export function alarmThreshold(hoursLeft: number): 0 | 4 | 24 | 48 | undefined {
  if (hoursLeft < 0) return 0
  return alarmHours.find((hours) => hoursLeft <= hours)
}

interface BookingTimes {
  readonly DCO?: string | null
  readonly VCO?: string | null
  readonly FCO?: string | null
  readonly LCO?: string | null
  readonly ERO?: string | null
  readonly EFC?: string | null
  readonly ETD?: string | null
}

interface BookingError {
  readonly column: string
  readonly text: Label
}

/** Name of a cut-off. EFC is an opening time, so it is not called a cut-off. */
function cutoffName(column: 'DCO' | 'VCO' | 'FCO' | 'LCO' | 'ERO' | 'EFC'): Label {
  if (column === 'EFC') return label('반입개시', 'Gate-in opening')
  const { ko, en } = freightCodeLists['booking-cutoff'][column]
  return label(`${ko} 마감`, `${en} cut-off`)
}

/**
 * Validates booking cut-offs: EFC ≤ FCO, each one ≤ ETD, and an LCL cut-off only for cargo received
 * at a CFS. All are in the time zone of one port, so their digits can be compared.
 */
export function cutoffErrors(times: BookingTimes, receiptTerm: string): BookingError[] {
  const { ETD, EFC, FCO, LCO } = times
  const late = (['DCO', 'VCO', 'FCO', 'LCO', 'ERO', 'EFC'] as const).flatMap((column) => {
    const at = times[column]
    if (!at || !ETD || at <= ETD) return []
    const name = cutoffName(column)
    const text = label(
      `${name.ko}${josa(name.ko, '이/가')} 출항예정(ETD)보다 늦습니다.`,
      `${name.en}: cannot be later than the ETD.`,
    )
    return [{ column, text }]
  })
  const early = EFC && FCO && EFC > FCO
  const open = label(
    '반입개시가 반입마감보다 늦습니다.',
    'The gate-in opening cannot be later than the gate-in cut-off.',
  )
  const lcl = label(
    'LCL 반입마감은 CFS 조건에만 있습니다.',
    'Only the CFS term can have an LCL cut-off.',
  )
  return [
    ...late,
    ...(early ? [{ column: 'EFC', text: open }] : []),
    ...(LCO && receiptTerm !== 'CFS' ? [{ column: 'LCO', text: lcl }] : []),
  ]
}
