export const shipToSearch = [
  'OWNER_CD',
  'SHIP_TO_CD',
  'SHIP_TO_NM',
  'COUNTRY_NM',
  'USE_YN',
] as const

export const shipToFacts = [
  'SHIP_TO_NM',
  'COUNTRY_NM',
  'MANAGER_NM',
  'PHONE_NO',
  'ADDRESS',
  'SHELF_LIFE_DAYS',
] as const
