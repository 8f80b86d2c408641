import { josa } from './josa.ts'
import { label, type Label } from './label.ts'

/** Reasons why a value of a column is rejected, each with the title of the column. */
export const valueTexts = {
  notNumber: ({ ko, en }: Label, value: string) =>
    label(
      `${ko}: '${value}'${josa(value, '은/는')} 숫자가 아닙니다.`,
      `${en}: '${value}' must be a number.`,
    ),
  tooManyDecimals: ({ ko, en }: Label, scale: number) =>
    label(
      `${ko}: 소수점 ${scale}자리까지 입력할 수 있습니다.`,
      `${en} takes at most ${scale} decimals.`,
    ),
  tooSmall: ({ ko, en }: Label, min: number) =>
    label(`${ko}: ${min} 이상이어야 합니다.`, `${en} must be at least ${min}.`),
  tooLarge: ({ ko, en }: Label, max: number) =>
    label(`${ko}: ${max} 이하여야 합니다.`, `${en} must be at most ${max}.`),
  tooLong: ({ ko, en }: Label, max: number, unit = label('자', '')) =>
    label(`${ko}: ${max}${unit.ko}를 넘습니다.`, `${en} is longer than ${max}${unit.en}.`),
  notDay: ({ ko, en }: Label, value: string) =>
    label(
      `${ko}: '${value}'${josa(value, '은/는')} 달력에 없는 날짜입니다.`,
      `${en}: '${value}' is not a valid date.`,
    ),
  notFlag: ({ ko, en }: Label) => label(`${ko}: Y 또는 N이어야 합니다.`, `${en} must be Y or N.`),
  unknownCode: ({ ko, en }: Label, value: string) =>
    label(
      `${ko}: '${value}'${josa(value, '은/는')} 없는 코드입니다.`,
      `${en}: '${value}' is not a known code.`,
    ),
}
