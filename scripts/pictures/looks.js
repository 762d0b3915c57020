/** What is looked at: where it stands in the address, the keys that open it, the devices that it is `of` alone. @param rowOf finds the last row of the log that is such */
export function looksOf(rowOf) {
  const turn = rowOf(({ kind, ms }) => kind === 'ussd' && ms > 5_900)
  const slow = rowOf(({ kind, ms }) => kind === 'ussd' && ms > 3_800 && ms < 5_900)
  const paid = rowOf(({ kind }) => kind === 'ussdPayment')
  const unclear = rowOf(({ kind, faults }) => kind === 'checkout' && faults.length > 0)
  const tab = (row, name) => `#row=${row}&tab=${name}`
  return [
    { name: 'desk', hash: '#view=log' },
    { name: 'phones', hash: '#view=phones' },
    { name: 'handset', hash: '#view=phones', of: [/\+233000000004/, /^Web store/], isOfRow: true },
    { name: 'ledger', hash: '#view=ledger' },
    { name: 'faults', hash: '#view=faults' },
    { name: 'map', hash: '#view=map' },
    { name: 'flat', hash: '#flat=1', isOfRow: true },
    { name: 'story', hash: `#row=${unclear}`, isOfRow: true },
    { name: 'turn', hash: `#row=${turn}`, isOfRow: true },
    { name: 'request', hash: tab(unclear, 'push'), isOfRow: true },
    { name: 'reply', hash: tab(turn, 'reply'), isOfRow: true },
    { name: 'time', hash: tab(slow, 'time'), isOfRow: true },
    { name: 'struck', hash: tab(unclear, 'faults'), isOfRow: true },
    { name: 'compare', hash: `#row=${paid}&tab=compare&pins=${paid - 1}`, isOfRow: true },
    { name: 'editor', hash: `#row=${unclear}`, keys: 'e', isOfRow: true },
    { name: 'record', hash: `#row=${paid}`, keys: 'w t', isOfRow: true },
    { name: 'checkout', hash: '#', keys: 'i' },
    { name: 'palette', hash: '#', keys: 'Control+k' },
    { name: 'keys', hash: '#', keys: '?' },
  ]
}

/** Those that stand in `docs/images`, by their names there. */
export const inDocs = {
  'simulator-page': 'used-story-light-1440',
  'simulator-page-dark': 'used-request-dark-1440',
  'simulator-page-time': 'used-time-light-1440',
  'simulator-page-editor': 'used-editor-light-1440',
  'simulator-page-ledger': 'used-ledger-light-1440',
  'simulator-page-faults': 'used-faults-light-1440',
  'simulator-page-map': 'used-map-light-1440',
  'simulator-page-handset': 'used-handset-light-1440',
  'simulator-page-phone': 'used-phones-light-360',
  'simulator-page-log': 'used-desk-light-360',
}
