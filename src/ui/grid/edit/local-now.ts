export function localNow(): string {
  const now = new Date()
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  const date = `${now.getFullYear()}${twoDigits(now.getMonth() + 1)}${twoDigits(now.getDate())}`
  return `${date}${twoDigits(now.getHours())}${twoDigits(now.getMinutes())}${twoDigits(now.getSeconds())}`
}
