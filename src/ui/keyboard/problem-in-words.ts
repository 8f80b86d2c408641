import type { Label } from '#kernel/label.ts'
import type { KeyProblem } from './conflicts.ts'

/** A conflict in the words of the key sheet, before the key is kept. */
export function problemInWords(problem: KeyProblem, titleOf: (id: string) => Label): Label {
  const name = titleOf(problem.rule.command ?? '')
  if (problem.kind === 'reserved' || problem.kind === 'bare') return problem.message
  if (problem.kind === 'prefix') {
    return {
      ko: `'${name.ko}'의 연속 키와 앞부분이 겹칩니다. 저장하면 그 명령이 이 키를 잃습니다.`,
      en: `Begins like the keys of '${name.en}', which loses them if you save.`,
    }
  }
  return {
    ko: `지금은 '${name.ko}'의 키입니다. 저장하면 그 명령이 이 키를 잃습니다.`,
    en: `Is the key of '${name.en}' now, which loses it if you save.`,
  }
}
