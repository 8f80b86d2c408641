import type { Label } from '#kernel/label.ts'
import type { KeyProblem } from './conflicts.ts'
import { whenInWords } from './when-in-words.ts'

const letters: Label = {
  ko: "글자 단축키입니다: 입력란에서는 글자가 되고, '글자 단축키 켜기/끄기'를 따릅니다.",
  en: 'A single-letter shortcut: text in fields, and obeys the switch of single-letter shortcuts.',
}

const abovePage = /!dialogOpen && !popupOpen && !paletteOpen && /

/** What is to be known of a key, in the words of the key sheet, before it is kept. */
export function problemInWords(problem: KeyProblem, titleOf: (id: string) => Label): Label {
  const name = titleOf(problem.rule.command ?? '')
  const { reason = problem.message } = problem
  switch (problem.kind) {
    case 'reserved':
    case 'app-only':
    case 'bare':
      return reason
    case 'letters':
      return letters
    case 'fixed':
      return fixedInWords(reason, problem.refuses === true)
    case 'narrows':
      return narrowsInWords(problem, name)
    case 'prefix':
      return {
        ko: `'${name.ko}'의 연속 키와 앞부분이 겹칩니다. 저장하면 그 명령이 이 키를 잃습니다.`,
        en: `Begins like the keys of '${name.en}', which loses them if you save.`,
      }
    case 'same':
    case 'unreachable':
      return {
        ko: `지금은 '${name.ko}'의 키입니다. 저장하면 그 명령이 이 키를 잃습니다.`,
        en: `Is the key of '${name.en}' now, which loses it if you save.`,
      }
  }
}

function fixedInWords({ ko, en }: Label, refuses: boolean): Label {
  return refuses
    ? { ko: `'${ko}'에 꼭 필요한 키입니다.`, en: `Is needed for '${en}'.` }
    : {
        ko: `'${ko}'에 쓰는 키입니다. 저장하면 이 명령이 먼저입니다.`,
        en: `Means '${en}'; if you save, this command goes before it.`,
      }
}

function narrowsInWords({ other }: KeyProblem, name: Label): Label {
  // Nobody expects the keys of a page to work with a window in front of it.
  const where = whenInWords((other?.whenText ?? 'always').replace(abovePage, ''))
  return {
    ko: `'${name.ko}'의 키이기도 합니다. 이 조건에서는 이 명령이 먼저입니다: ${where.ko}`,
    en: `Is a key of '${name.en}' too; this command goes before it where: ${where.en}`,
  }
}
