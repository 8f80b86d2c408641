import { testsIn, section, type SpecRow } from './row.ts'

export const roleRows: readonly SpecRow[] = section('6', [
  [
    'Menu visibility and access come from the server; a menu-auth step runs on the default layout (details not shown).',
    [
      ...testsIn('server/calls.test.ts', 'a menu without permission is not in the menu map'),
      ...testsIn('server/access.test.ts', '%s requires its action on one of its menus'),
      ...testsIn(
        'ui/shell/start.browser.test.ts',
        'session, menu and language are requested in parallel before the app is shown',
      ),
    ],
  ],
  [
    'Admin screens exist for menu-by-role, role-button, role-menu, service-role and user-role popups; their rules are not shown.',
    [
      ...testsIn(
        'areas/system/popups.test.ts',
        'the roles of a user take effect on the next call when granted and revoked',
        'users cannot change their own roles, unknown roles or roles with more permissions than theirs',
        'the last two administrators cannot revoke each other’s role concurrently',
      ),
      ...testsIn(
        'ui/shell/popup-pages.browser.test.ts',
        'a user is assigned a role with only the keyboard',
      ),
      ...testsIn(
        'areas/system/roles.test.ts',
        'menu permissions by role take effect on the server from the next call on',
        'users cannot grant or revoke permissions they lack, nor change their own role',
        'the button permissions of a role open one operation of a screen and no other',
        'work without any screen permission and can be revoked',
        'roles can be created with menus, renamed, and deleted with their permissions',
      ),
      ...testsIn(
        'ui/shell/events.browser.test.ts',
        'a logged-in user is notified of changed permissions and can use them immediately',
      ),
    ],
  ],
  [
    'A popup lacking permission shows the permission-denied message.',
    testsIn(
      'ui/shell/popups.test.tsx',
      'a popup without permission, opened by %s, refers to the administrator',
      'a popup without permission refers to the administrator and counts as closed',
    ),
  ],
  [
    'A 401 response sends the user to /login.',
    [
      ...testsIn(
        'ui/shell/shell.browser.test.ts',
        'a save with an expired session completes after a login over the page',
        'a link to a screen opens that screen after the login',
      ),
      ...testsIn(
        'ui/scanner/interrupted-scans.browser.test.ts',
        'a user who does not log in again loses waiting scans and can continue',
      ),
      ...testsIn(
        'ui/shell/api.test.tsx',
        'an expired session is renewed and the same request sent again',
      ),
    ],
    413,
  ],
])
