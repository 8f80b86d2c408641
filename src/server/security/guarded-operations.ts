/**
 * Changes of permissions, persons, keys, secrets and partners. Rejected attempts are recorded as
 * security events. Successful ones outside the system area are recorded as well; the system area records its
 * own.
 */
export const guardedOperations: ReadonlySet<string> = new Set([
  'system/save-accounts',
  'system/send-start-mail',
  'system/issue-password',
  'system/see-as',
  'system/end-sessions',
  'system/save-user-roles',
  'system/drop-factors',
  'system/save-factor-rules',
  'system/decide-registrations',
  'system/decide-grant-requests',
  'system/save-roles',
  'system/save-role-menus',
  'system/save-role-buttons',
  'system/save-role-services',
  'master/save-partner-profile',
  'master/issue-partner-token',
  'master/issue-webhook-secret',
  'bonded/save-customs-setting',
  'bonded/save-customs-list-key',
  'supply-chain/save-partner-user',
])
