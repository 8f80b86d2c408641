import { commands, type CommandId } from '#commands/index.ts'
import { keymap } from '#kernel/keymap.ts'

const letters = ['r', 'c', 'b', 's', 'u', 'a', 'l', 'p', 'k', 'x', 'i', 'h', 'm', 'e', 'o'] as const

/** A sequence for each screen that has a letter: `g i` opens the stock by lot. */
function sequences(leader: string): Readonly<Record<string, CommandId>> {
  return Object.fromEntries(
    letters.map((letter) => [`${leader} ${letter}`, `go.${letter}`] as const),
  )
}

/** The keys the product ships with. The last match wins; a user's own map goes on top. */
export const defaultKeymap = keymap<CommandId>([
  {
    when: '!dialogOpen && !popupOpen',
    keys: {
      '$mod+k': 'app.palette',
      '$mod+Shift+p': 'app.commands',
      F1: 'app.help',
    },
  },
  {
    when: 'singleKeys && !dialogOpen && !popupOpen && !paletteOpen',
    keys: { '/': 'app.palette', '?': 'app.help' },
  },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen',
    keys: {
      'Alt+PageDown': 'app.next-tab',
      'Alt+PageUp': 'app.previous-tab',
      'Alt+w': 'app.close-tab',
      'Alt+1': 'app.tab-1',
      'Alt+2': 'app.tab-2',
      'Alt+3': 'app.tab-3',
      'Alt+4': 'app.tab-4',
      'Alt+5': 'app.tab-5',
      'Alt+6': 'app.tab-6',
      'Alt+7': 'app.tab-7',
      'Alt+8': 'app.tab-8',
      'Alt+9': 'app.tab-9',
      'Alt+0': 'app.warehouse',
      'Alt+j': 'app.jobs',
      'Alt+b': 'app.favourites',
      'Alt+m': 'app.menu',
      'Alt+Shift+m': 'app.pin-menu',
      'Alt+Shift+b': 'app.toggle-favourite',
      F9: 'app.recall',
      F6: 'app.next-zone',
      'Shift+F6': 'app.previous-zone',
    },
  },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen',
    keys: { Escape: 'app.back' },
  },
  {
    // Where rows have lines Enter goes into them, and of a group it opens the rows.
    when:
      'grid && !editable && !grouped && !hasLines && !drills && !optionsTyped && ' +
      '!listOpen && !dialogOpen && !popupOpen && !paletteOpen',
    keys: { Enter: 'grid.verbs' },
  },
  {
    when: 'grid && !editable && !optionsTyped && !listOpen && !dialogOpen && !popupOpen && !paletteOpen',
    keys: { Backspace: 'page.go-back' },
  },
  {
    when:
      'grid && !editable && !optionsTyped && !listOpen && !dialogOpen && !popupOpen && ' +
      '!paletteOpen && drills',
    keys: { Enter: 'page.drill' },
  },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen',
    keys: {
      F8: 'page.search',
      '$mod+Enter': 'page.search',
      '$mod+s': 'page.save',
      '$mod+p': 'page.print',
      '$mod+e': 'page.export',
      '$mod+Shift+e': 'page.export-all',
      '$mod+i': 'page.import',
      '$mod+Shift+i': 'page.imports',
      F4: 'page.value-help',
      'Alt+s': 'page.focus-search',
      'Alt+Shift+s': 'page.fold-search',
      'Alt+g': 'page.focus-grid',
      'Alt+k': 'page.cards',
      'Alt+Shift+h': 'page.focus-chart',
      'Alt+l': 'page.focus-lines',
      Insert: 'grid.add-row',
      'Alt+n': 'grid.add-row',
      '$mod+f': 'grid.find',
      '$mod+Shift+f': 'grid.filter',
      'Alt+Shift+o': 'grid.sort',
      'Alt+Shift+g': 'grid.groups',
      'Alt+Shift+x': 'grid.across',
      'Alt+Shift+d': 'grid.compare',
      'Alt+Shift+ArrowLeft': 'grid.fold-level',
      'Alt+Shift+ArrowRight': 'grid.unfold-level',
      'Alt+Shift+c': 'grid.columns',
      'Alt+z': 'grid.unfold',
      'Alt+Enter': 'grid.verbs',
      'Alt+Shift+f': 'grid.frequencies',
      'Alt+Shift+v': 'grid.views',
      'Alt+p': 'grid.print',
      'Alt+e': 'grid.edit-cell',
      '$mod+g': 'grid.go-to-row',
      F7: 'grid.next-exception',
      'Alt+y': 'ledger.why',
      'Alt+v': 'ledger.findings',
      'Alt+t': 'ledger.past',
      'Alt+ArrowLeft': 'ledger.earlier',
      'Alt+ArrowRight': 'ledger.later',
      'Shift+F8': 'page.clear-search',
    },
  },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen && acts',
    keys: { '$mod+s': 'page.act' },
  },
  {
    // At a station F3 asks for the quantity.
    when: '!dialogOpen && !popupOpen && !paletteOpen && grid',
    keys: { F3: 'grid.find-next', 'Shift+F3': 'grid.find-previous' },
  },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen && station && !grid',
    keys: { F2: 'scan.document', F3: 'scan.quantity', '$mod+z': 'scan.undo' },
  },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen && sheet == map',
    keys: { '$mod+Shift+Enter': 'upload.read-to-end' },
  },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen && sheet == rows',
    keys: { 'Alt+c': 'upload.change-columns' },
  },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen && sheet == saved',
    keys: { 'Alt+Shift+n': 'upload.next-file' },
  },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen && sheetBusy && editing',
    keys: { Escape: 'upload.cancel' },
  },
  {
    // Inside a text field these keys are the field's own.
    when: '!dialogOpen && !popupOpen && !paletteOpen && grid && !editing',
    keys: {
      '$mod+Delete': 'grid.delete-row',
      '$mod+z': 'grid.undo',
      '$mod+y': 'grid.redo',
      '$mod+Shift+z': 'grid.redo',
    },
  },
  {
    // While rows are on their way Escape stops them, and does not leave.
    when: '!dialogOpen && !popupOpen && !paletteOpen && importing && !editing && !loading',
    keys: { Escape: 'page.close-import' },
  },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen && zone == home',
    keys: {
      Enter: 'home.open',
      'Alt+ArrowUp': 'home.move-up',
      'Alt+ArrowDown': 'home.move-down',
      Delete: 'home.hide',
      Insert: 'home.add',
    },
  },
  {
    // In a chart the arrows walk its marks, and what is typed looks for one.
    when: '!dialogOpen && !popupOpen && !paletteOpen && zone == chart',
    keys: {
      ArrowRight: 'chart.next',
      ArrowLeft: 'chart.previous',
      ArrowDown: 'chart.next-series',
      ArrowUp: 'chart.previous-series',
      Home: 'chart.first',
      End: 'chart.last',
      PageDown: 'chart.tenth-on',
      PageUp: 'chart.tenth-back',
      Enter: 'chart.drill',
      Backspace: 'page.go-back',
      Space: 'chart.select',
      '=': 'chart.compare',
      '$mod+e': 'chart.export',
    },
  },
  {
    // Where messages of partners are worked on, what is asked of a number is asked of a message.
    when:
      '!dialogOpen && !popupOpen && !paletteOpen && (screen == InterfacePikl || ' +
      'screen == InterfacePiklHistory || screen == OutInterfacePikl || ' +
      'screen == OutInterfacePiklHistory || screen == InvInterfacePikl)',
    keys: { 'Alt+r': 'partner.convert', 'Alt+y': 'partner.attempts', 'Alt+i': 'partner.profiles' },
  },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen && screen == Cell',
    keys: { 'Alt+a': 'master.generate-cells' },
  },
  {
    // Orders of branches and partners: what is done with them first.
    when:
      '!dialogOpen && !popupOpen && !paletteOpen && (screen == ReceiptOrderMgt || ' +
      'screen == ShipmentOrderMgtIntegrated || screen == ShipmentOrderMgtBranch || ' +
      'screen == ShipmentOrderMgtPartner || screen == ShipmentOrderMgtVatech)',
    keys: { 'Alt+a': 'scm.accept', 'Alt+u': 'scm.accept-part', 'Alt+r': 'scm.reject' },
  },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen && screen == ScmLongTerm',
    keys: {
      'Alt+a': 'scm.long-notice',
      'Alt+r': 'scm.long-disposal',
      'Alt+u': 'scm.long-surcharge',
    },
  },
  {
    // On a board digits act on the selected cards, and no text is typed.
    when: 'cards && singleKeys && commandMode && !detail && !dialogOpen && !popupOpen && !paletteOpen',
    keys: {
      1: 'scm.accept',
      2: 'scm.reject',
      3: 'scm.switch-off',
      4: 'scm.switch-on',
      5: 'scm.open-document',
      6: 'scm.cancel',
    },
  },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen && screen == Alloc && !detail',
    keys: { 'Alt+x': 'outbound.plan-allocation' },
  },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen && screen == Alloc && detail',
    keys: { 'Alt+a': 'outbound.allocate-lines', 'Alt+h': 'outbound.allocate-by-hand' },
  },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen && screen == BondedShipment',
    keys: { 'Alt+a': 'bonded.plan-release' },
  },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen && screen == BondedAnswer',
    keys: { 'Alt+a': 'bonded.take-differences' },
  },
  {
    // Where rights are changed, what is asked of a number is asked of a role.
    when:
      '!dialogOpen && !popupOpen && !paletteOpen && (screen == MenuByRole || ' +
      'screen == CmsRoleMenuMgt || screen == CmsRoleButtonMgt || screen == CmsSvcRoleMgt)',
    keys: { 'Alt+y': 'rights.history' },
  },
  {
    when: `!dialogOpen && !popupOpen && !paletteOpen && (${commands['freight.where-used'].when})`,
    keys: { 'Alt+y': 'freight.where-used' },
  },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen && screen == CmsMyPage',
    keys: { 'Alt+i': 'freight.my-info', 'Alt+a': 'freight.my-keys' },
  },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen && screen == CmsMyBooking',
    keys: {
      'Alt+y': 'freight.cutoffs',
      'Alt+a': 'freight.confirm-booking',
      'Alt+i': 'freight.paste-confirmation',
      'Alt+u': 'freight.expect-bonded',
    },
  },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen && screen == MdmCustomerMgt',
    keys: { 'Alt+a': 'freight.merge-customers' },
  },
  // Money is asked why with the same key as stock: from an invoice or month to its charges, and from
  // a charge to what it is made of.
  ...(
    [
      ['screen == BillMonth && row.bill_month', 'billing.open-month'],
      ['screen == Invoice && row.invoice', 'billing.why-invoice'],
      ['screen == Invoice && row.invoice_line', 'billing.why-line'],
      ['screen == ChargeList', 'page.focus-lines'],
    ] as const
  ).map(([where, command]) => ({
    when: `!dialogOpen && !popupOpen && !paletteOpen && ${where}`,
    keys: { 'Alt+y': command },
  })),
  {
    // Facts of the site have a past, as numbers of stock have reasons.
    when: '!dialogOpen && !popupOpen && !paletteOpen && screen == Corp && row.corp',
    keys: { 'Alt+y': 'history.corp' },
  },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen && screen == Corp && row.organization',
    keys: { 'Alt+y': 'history.organization' },
  },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen && (screen == User || screen == CmsUserMgt)',
    keys: { 'Alt+y': 'history.user', 'Alt+j': 'rights.explain' },
  },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen && screen == UserMgr',
    keys: { 'Alt+j': 'rights.who' },
  },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen && (screen == AutonoRule || screen == CmsAutonoRuleMgt)',
    keys: { 'Alt+y': 'history.number-rule' },
  },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen && (screen == Menu || screen == CmsMenuMgt)',
    keys: { 'Alt+y': 'history.menu' },
  },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen && screen == CmsLangMgt',
    keys: { 'Alt+y': 'history.text' },
  },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen && screen == CmsDataDicMgt',
    keys: { 'Alt+y': 'history.word' },
  },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen && (screen == CommonCode || screen == CmsCommonCode) && !detail',
    keys: { 'Alt+y': 'history.code-group' },
  },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen && (screen == CommonCode || screen == CmsCommonCode) && detail',
    keys: { 'Alt+y': 'history.code' },
  },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen && screen == JobManagement',
    keys: { 'Alt+y': 'history.schedule', 'Alt+j': 'schedule.runs', 'Alt+r': 'schedule.start' },
  },
  {
    // Works in text fields too, and in any state of the input method: the leader has a modifier.
    when: '!dialogOpen && !popupOpen && !paletteOpen',
    keys: sequences('Alt+o'),
  },
  {
    // Where nothing can be typed into; the switch takes them away (WCAG 2.2, 2.1.4).
    when: 'singleKeys && !grid && zone != chart && !dialogOpen && !popupOpen && !paletteOpen',
    keys: sequences('g'),
  },
  {
    // In a grid only where letters are commands: a list, or a grid in command mode.
    when: 'singleKeys && commandMode && !dialogOpen && !popupOpen && !paletteOpen',
    keys: sequences('g'),
  },
  {
    // What a browser tab keeps for itself, in the meaning it has there, where it comes to the page.
    when: '!dialogOpen && !popupOpen && !paletteOpen',
    environment: 'app',
    keys: {
      '$mod+w': 'app.close-tab',
      'Control+F4': 'app.close-tab',
      '$mod+t': 'app.palette',
      '$mod+n': 'grid.add-row',
      'Control+Tab': 'app.next-tab',
      'Control+Shift+Tab': 'app.previous-tab',
      'Control+PageDown': 'app.next-tab',
      'Control+PageUp': 'app.previous-tab',
    },
  },
])
