import { at, section, type SpecRow } from './row.ts'

export const roleRows: readonly SpecRow[] = section('6', [
  [
    'Menu visibility and access come from the server; a menu-auth step runs on the default layout (details not shown).',
    [
      ...at('server/calls.test.ts', 'a menu nobody granted is neither in the tree nor in the map'),
      ...at('server/access.test.ts', '%s needs its own action on one of its own menus'),
      ...at(
        'ui/shell/start.browser.test.ts',
        'session, menu and language are asked for side by side, and the app waits for them',
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
        'a user is given a role with the keyboard alone',
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
        'who is logged in is told of a change of his rights, and works with them at once',
      ),
    ],
  ],
  [
    'A popup lacking permission shows the permission-denied message.',
    at(
      'ui/shell/popups.test.tsx',
      'a popup that is not granted says whom to ask, and counts as closed',
    ),
  ],
  [
    'A 401 response sends the user to /login.',
    [
      ...at(
        'ui/shell/shell.browser.test.ts',
        'a save whose session ran out is finished after logging in over the page',
        'a link to a screen leads through the login to that screen',
      ),
      ...at(
        'ui/scanner/interrupted-scans.browser.test.ts',
        'who does not log in again loses the scans that waited, leaves nothing in sight, and can go on',
      ),
      ...at(
        'ui/shell/api.test.tsx',
        'a session that ran out is renewed and the same call sent again',
      ),
    ],
    'Whoever is at work logs in over the page, keeps every edit, and the refused call is sent again; who does not, or has no page yet, is led to /login with nothing of the work in sight, and from there to where he was.',
  ],
])
