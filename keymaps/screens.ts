import { commands, type CommandId } from '#commands/index.ts'
import { keymap } from '#kernel/keymap.ts'

/** Keys of single screens. In the default key map they override the earlier entries. */
export const screenKeys = keymap<CommandId>([
  {
    // On partner message screens, Alt+Y explains a message instead of a number.
    when:
      'pageInFront && (screen == InterfacePikl || ' +
      'screen == InterfacePiklHistory || screen == OutInterfacePikl || ' +
      'screen == OutInterfacePiklHistory || screen == InvInterfacePikl)',
    keys: { 'Alt+r': 'partner.convert', 'Alt+y': 'partner.attempts', 'Alt+i': 'partner.profiles' },
  },
  {
    when: 'pageInFront && screen == Cell',
    keys: { 'Alt+a': 'master.generate-cells' },
  },
  {
    when:
      'pageInFront && (screen == ReceiptOrderMgt || ' +
      'screen == ShipmentOrderMgtIntegrated || screen == ShipmentOrderMgtBranch || ' +
      'screen == ShipmentOrderMgtPartner || screen == ShipmentOrderMgtVatech)',
    keys: { 'Alt+a': 'scm.accept', 'Alt+u': 'scm.accept-part', 'Alt+r': 'scm.reject' },
  },
  {
    when: 'pageInFront && screen == ScmLongTerm',
    keys: {
      'Alt+a': 'scm.long-notice',
      'Alt+r': 'scm.long-disposal',
      'Alt+u': 'scm.long-surcharge',
    },
  },
  {
    // On a board, digits act on the selected cards; there is no text to type.
    when: 'cards && singleKeys && commandMode && !detail && pageInFront',
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
    when: 'pageInFront && screen == InventoryTransferWarehouse',
    keys: { 'Alt+r': 'inventory.call-back', 'Alt+x': 'inventory.lose' },
  },
  {
    when: 'pageInFront && screen == TaskBoard',
    keys: { 'Alt+a': 'tasks.create-move', 'Alt+x': 'tasks.cancel-move' },
  },
  {
    when: 'pageInFront && screen == Recall',
    keys: { 'Alt+r': 'inventory.close-recall' },
  },
  {
    when: 'pageInFront && screen == Alloc && !detail',
    keys: { 'Alt+x': 'outbound.plan-allocation' },
  },
  {
    when: 'pageInFront && screen == Alloc && detail',
    keys: { 'Alt+a': 'outbound.allocate-lines', 'Alt+h': 'outbound.allocate-by-hand' },
  },
  {
    when: 'pageInFront && screen == BondedShipment',
    keys: { 'Alt+a': 'bonded.plan-release' },
  },
  {
    when: 'pageInFront && screen == ArrivalNotice',
    keys: { 'Alt+a': 'bonded.mail-arrival-notice' },
  },
  {
    when: 'pageInFront && screen == DeliveryOrder',
    keys: { 'Alt+x': 'bonded.withdraw-delivery-order' },
  },
  {
    when: 'pageInFront && screen == BondedCustomsList',
    keys: { 'Alt+a': 'bonded.ask-customs-list' },
  },
  {
    when: 'pageInFront && screen == BondedAnswer',
    keys: { 'Alt+a': 'bonded.take-differences' },
  },
  {
    // On permission screens, Alt+Y explains a role instead of a number.
    when:
      'pageInFront && (screen == MenuByRole || ' +
      'screen == CmsRoleMenuMgt || screen == CmsRoleButtonMgt || screen == CmsSvcRoleMgt)',
    keys: { 'Alt+y': 'rights.history' },
  },
  {
    when: `pageInFront && (${commands['freight.where-used'].when})`,
    keys: { 'Alt+y': 'freight.where-used' },
  },
  {
    when: 'pageInFront && screen == CmsMyPage',
    keys: { 'Alt+i': 'freight.my-info', 'Alt+a': 'freight.my-keys' },
  },
  {
    when: 'pageInFront && screen == CmsMyBooking',
    keys: {
      'Alt+y': 'freight.cutoffs',
      'Alt+a': 'freight.confirm-booking',
      'Alt+i': 'freight.paste-confirmation',
      'Alt+u': 'freight.expect-bonded',
      'Alt+x': 'freight.open-charges',
      'Alt+r': 'freight.rate-booking',
      'Alt+h': 'freight.open-bills',
    },
  },
  {
    when: 'pageInFront && screen == CmsBill',
    keys: {
      'Alt+y': 'freight.bill-amendments',
      'Alt+a': 'freight.confirm-bill',
      'Alt+u': 'freight.amend-bill',
      'Alt+x': 'freight.cancel-bill',
    },
  },
  {
    when: 'pageInFront && screen == CmsFreightCharge',
    keys: { 'Alt+r': 'freight.rate-booking', 'Alt+i': 'billing.draft-freight' },
  },
  {
    when: 'pageInFront && screen == CmsBookingProfit',
    keys: { 'Alt+x': 'freight.open-charges', 'Alt+i': 'billing.draft-freight' },
  },
  {
    when: 'pageInFront && screen == MdmCustomerMgt',
    keys: { 'Alt+a': 'freight.merge-customers' },
  },
  // The key that explains stock also explains money: from an invoice or month to its charges, and
  // from a charge to its sources.
  ...(
    [
      ['screen == BillMonth && row.bill_month', 'billing.open-month'],
      ['screen == Invoice && row.invoice', 'billing.why-invoice'],
      ['screen == Invoice && row.invoice_line', 'billing.why-line'],
      ['screen == ChargeList', 'page.focus-lines'],
    ] as const
  ).map(([where, command]) => ({
    when: `pageInFront && ${where}`,
    keys: { 'Alt+y': command },
  })),
  {
    when: 'pageInFront && screen == Corp && row.corp',
    keys: { 'Alt+y': 'history.corp' },
  },
  {
    when: 'pageInFront && screen == Corp && row.organization',
    keys: { 'Alt+y': 'history.organization' },
  },
  {
    when: 'pageInFront && (screen == User || screen == CmsUserMgt)',
    keys: { 'Alt+y': 'history.user', 'Alt+j': 'rights.explain' },
  },
  {
    when: 'pageInFront && screen == UserMgr',
    keys: { 'Alt+j': 'rights.who' },
  },
  {
    when: 'pageInFront && (screen == AutonoRule || screen == CmsAutonoRuleMgt)',
    keys: { 'Alt+y': 'history.number-rule' },
  },
  {
    when: 'pageInFront && (screen == Menu || screen == CmsMenuMgt)',
    keys: {
      'Alt+y': 'history.menu',
      'Alt+u': 'menu.undo',
      'Alt+Shift+ArrowUp': 'menu.up',
      'Alt+Shift+ArrowDown': 'menu.down',
      'Alt+Shift+ArrowRight': 'menu.in',
      'Alt+Shift+ArrowLeft': 'menu.out',
    },
  },
  {
    when: 'pageInFront && screen == CmsLangMgt',
    keys: { 'Alt+y': 'history.text' },
  },
  {
    when: 'pageInFront && screen == CmsDataDicMgt',
    keys: { 'Alt+y': 'history.word' },
  },
  {
    when: 'pageInFront && (screen == CommonCode || screen == CmsCommonCode) && !detail',
    keys: { 'Alt+y': 'history.code-group' },
  },
  {
    when: 'pageInFront && (screen == CommonCode || screen == CmsCommonCode) && detail',
    keys: { 'Alt+y': 'history.code' },
  },
  {
    when: 'pageInFront && screen == GrantRequest',
    keys: { 'Alt+y': 'history.grant-request' },
  },
  {
    when: 'pageInFront && screen == JobManagement',
    keys: { 'Alt+y': 'history.schedule', 'Alt+j': 'schedule.runs', 'Alt+r': 'schedule.start' },
  },
])
