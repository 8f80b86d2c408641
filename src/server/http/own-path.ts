const base = 'https://this-site.invalid'

/**
 * Path of this site that a browser would open for `to`; `/` if it leads to another site. Browsers
 * drop tabs and line breaks and treat `\` as `/`, so only the parsed URL is compared.
 */
export function ownPath(to: string): string {
  const url = URL.parse(to, base)
  if (url?.origin !== base || url.pathname.startsWith('//')) return '/'
  return url.pathname + url.search + url.hash
}
