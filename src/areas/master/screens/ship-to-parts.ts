/** What a ship-to is found by, on the screens of staff and of customers. */
export const shipToSearch = [
  'OWNER_CD',
  'SHIP_TO_CD',
  'SHIP_TO_NM',
  'COUNTRY_NM',
  'USE_YN',
] as const

/** What is typed of a ship-to on every screen that keeps them. */
export const shipToFacts = [
  'SHIP_TO_NM',
  'COUNTRY_NM',
  'MANAGER_NM',
  'PHONE_NO',
  'ADDRESS',
  'SHELF_LIFE_DAYS',
] as const
