import { at, section, type SpecRow } from './row.ts'

export const roleRows: readonly SpecRow[] = section('6', [
  [
    'Menu visibility and access come from the server; a menu-auth step runs on the default layout (details not shown).',
    [
      ...at('server/calls.test.ts', 'a menu nobody granted is neither in the tree nor in the map'),
      ...at('server/access.test.ts', '%s needs its own action on one of its own menus'),
      ...at(
        'ui/shell/start.browser.test.ts',
        'session, menu and language are requested in parallel before the app is shown',
      ),
    ],
  ],
  [
    'Admin screens exist for menu-by-role, role-button, role-menu, service-role and user-role popups; their rules are not shown.',
    [
      ...at(
        'areas/system/popups.test.ts',
        'are given and taken, and count at the next call',
        'are never one’s own, unknown, or more than one may do oneself',
        'are not taken from the last two administrators by each other',
      ),
      ...at(
        'ui/shell/popup-pages.browser.test.ts',
        'a user is assigned a role with only the keyboard',
      ),
      ...at(
        'areas/system/roles.test.ts',
        'are what the server checks, from the next call on',
        'nobody gives or takes what he has not, nor changes a role he has',
        'open one operation of a screen and no other',
        'are called whatever screens there are, and taken away again',
        'are made with their menus, renamed, and removed with everything they had',
      ),
      ...at(
        'ui/shell/events.browser.test.ts',
        'a logged-in user is notified of changed permissions and can use them immediately',
      ),
    ],
  ],
  [
    'A popup lacking permission shows the permission-denied message.',
    at(
      'ui/shell/popups.test.tsx',
      'a popup without permission refers to the administrator and counts as closed',
    ),
  ],
  [
    'A 401 response sends the user to /login.',
    [
      ...at(
        'ui/shell/shell.browser.test.ts',
        'a save with an expired session completes after a login over the page',
        'a link to a screen opens that screen after the login',
      ),
      ...at(
        'ui/scanner/interrupted-scans.browser.test.ts',
        'a user who does not log in again loses waiting scans and can continue',
      ),
      ...at(
        'ui/shell/api.test.tsx',
        'an expired session is renewed and the same request sent again',
      ),
    ],
    'Whoever is at work logs in over the page, keeps every edit, and the refused call is sent again; who does not, or has no page yet, is led to /login with nothing of the work in sight, and from there to where he was.',
  ],
])
