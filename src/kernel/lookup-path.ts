/** Path of a value help (spec §7): `ship-to` is at `/api/pop/commonPopup/selectShipTo`. */
export function lookupPath(name: string): string {
  const pascal = name.replace(/(?:^|-)([a-z0-9])/g, (_whole, letter: string) =>
    letter.toUpperCase(),
  )
  return `/api/pop/commonPopup/select${pascal}`
}
