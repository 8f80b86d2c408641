export function localNow(): string {
  const now = new Date()
  const two = (value: number) => String(value).padStart(2, '0')
  const date = `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`
  return `${date}${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}`
}
