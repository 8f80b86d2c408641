import { label, type Label } from '#kernel/label.ts'
import type { KeyProblem } from './conflicts.ts'
import { describeWhen } from './describe-when.ts'

const letters: Label = label(
  "글자 단축키입니다. 입력란에서는 글자로 입력되고 '글자 단축키 켜기/끄기'를 따릅니다.",
  "A single-letter shortcut. It types text in fields and follows 'Switch single-letter shortcuts on or off'.",
)

const abovePage = /(?:pageInFront|!dialogOpen && !popupOpen && !paletteOpen) && /

export function problemMessage(problem: KeyProblem, titleOf: (id: string) => Label): Label {
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
      return describeFixed(reason, problem.refuses === true)
    case 'narrows':
      return describeNarrowing(problem, name)
    case 'prefix':
      return label(
        `'${name.ko}'의 연속 키와 앞부분이 겹칩니다. 저장하면 그 명령의 단축키는 해제됩니다.`,
        `Shares its first keys with '${name.en}'. Saving removes the shortcut of that command.`,
      )
    case 'same':
    case 'unreachable':
      return label(
        `지금은 '${name.ko}'의 키입니다. 저장하면 그 명령의 단축키는 해제됩니다.`,
        `Already the shortcut of '${name.en}'. Saving removes it from that command.`,
      )
  }
}

function describeFixed({ ko, en }: Label, refuses: boolean): Label {
  return refuses
    ? label(`'${ko}'에 꼭 필요한 키입니다.`, `Required for '${en}'.`)
    : label(
        `'${ko}'에 사용하는 키입니다. 저장하면 이 명령이 우선합니다.`,
        `Used for '${en}'. If you save, this command takes priority.`,
      )
}

function describeNarrowing({ other }: KeyProblem, name: Label): Label {
  // Omit the condition that no window is open, because users assume it.
  const where = describeWhen((other?.whenText ?? 'always').replace(abovePage, ''))
  const { ko, en } =
    where.ko === '' ? label('이 기능이 있는 화면', 'on screens with this function') : where
  return label(
    `'${name.ko}'의 키이기도 합니다. 이 조건에서는 이 명령이 우선합니다: ${ko}`,
    `Also a shortcut of '${name.en}'. This command takes priority: ${en}`,
  )
}
