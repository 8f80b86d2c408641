import { getDateLength } from '#kernel/date-box.ts'
import { formatDate } from '#kernel/date-format.ts'
import type { Fields, WireRow } from '#kernel/field.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label, type Language } from '#kernel/label.ts'
import type { Mail } from '#server/mail/mailer.ts'

export interface ReportRun {
  readonly name: string
  readonly title: string
  readonly language: Language
  readonly wcode: string
  readonly conditions: readonly string[]
  /** `yyyyMMddHHmmss` in warehouse time. */
  readonly at: string
  readonly rows: number
}

export type ReportEnclosure =
  | { readonly kind: 'attached'; readonly name: string; readonly bytes: Buffer }
  | { readonly kind: 'kept'; readonly name: string; readonly address: string; readonly mb: number }
  | { readonly kind: 'nothing' }

export function describeConditions(
  fields: Fields,
  search: WireRow,
  say: (text: Label) => string,
): string[] {
  return Object.entries(search).flatMap(([name, value]) => {
    const field = fields[name]
    if (!field || value === null) return []
    const text = String(value)
    if (getDateLength(field) === undefined) return [`${say(field.label)} ${text}`]
    const days = text.replaceAll(/\d{6,14}/g, (digits) => formatDate(digits)).replace('~', ' ~ ')
    return [`${say(field.label)} ${days}`]
  })
}

export const nothingToReport = label('알릴 내용이 없습니다.', 'Nothing to report.')

function enclosureText(enclosure: ReportEnclosure): Label {
  switch (enclosure.kind) {
    case 'nothing':
      return nothingToReport
    case 'attached':
      return label(`첨부 파일: ${enclosure.name}`, `Attached: ${enclosure.name}`)
    case 'kept': {
      const { name, address, mb } = enclosure
      return label(
        `파일이 ${mb}MB를 넘어 첨부하지 않았습니다: ${name}\n로그인한 뒤 아래 주소를 여세요.\n\n  ${address}`,
        `The file is over ${mb} MB and is not attached: ${name}\nLog in, then open this address.\n\n  ${address}`,
      )
    }
  }
}

export function reportMail(run: ReportRun, enclosure: ReportEnclosure): Omit<Mail, 'to'> {
  const { name, title, language, wcode, conditions, at, rows } = run
  const searchText = (place: string) => [`${place} ${wcode}`, ...conditions].join(', ')
  const when = formatDate(at)
  const text = label(
    `보고서: ${title}\n조회 조건: ${searchText('창고')}\n실행 시각: ${when}\n행 수: ${formatCount(rows)}행\n\n${enclosureText(enclosure).ko}\n`,
    `Report: ${title}\nSearch: ${searchText('Warehouse')}\nRun at: ${when}\nRows: ${formatCount(rows)}\n\n${enclosureText(enclosure).en}\n`,
  )
  const attachments =
    enclosure.kind === 'attached' ? [{ filename: enclosure.name, content: enclosure.bytes }] : []
  return {
    subject: `[WMS] ${name} ${formatDate(at.slice(0, 8))}`,
    text: text[language],
    attachments,
  }
}

export function deliveryText(
  enclosure: ReportEnclosure,
  sent: readonly string[],
  refused: readonly string[],
): Label {
  const to = sent.join(', ')
  const isEmpty = enclosure.kind === 'nothing'
  const subject = label(
    isEmpty ? `${nothingToReport.ko} ` : '',
    isEmpty ? `${nothingToReport.en} ` : '',
  )
  const storedName = enclosure.kind === 'kept' ? enclosure.name : undefined
  const link = label(
    storedName ? ` ${storedName} 파일로 보관하고 주소를 보냈습니다.` : '',
    storedName ? ` Saved as ${storedName}; the email contains its address.` : '',
  )
  const refusedAddresses = refused.join(', ')
  const lost = label(
    refusedAddresses && ` 메일 서버가 받지 않은 주소: ${refusedAddresses}`,
    refusedAddresses && ` Refused by the mail server: ${refusedAddresses}`,
  )
  return label(
    `${subject.ko}메일을 보냈습니다: ${to}.${link.ko}${lost.ko}`,
    `${subject.en}Mailed to ${to}.${link.en}${lost.en}`,
  )
}
