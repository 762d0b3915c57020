/** The ledger: what it says of a payment, and what to do. */
export const ledger = {
  emptyLedger: 'No payment yet.',
  emptyLedgerNext: 'Buy something on a phone, or let your app create an invoice.',
  bill: {
    asked: 'Asked',
    paid: 'Paid',
    told: 'Told',
    confirmed: 'Confirmed',
    handled: 'Handled',
    reported: 'Delivery reported',
    byHand: 'told by hand',
    reports: { success: 'delivered', failed: 'not delivered' },
    lateReport: (report: string) => `${report}, too late`,
    notReported: 'not yet',
    mustLook: 'A person must review it.',
    nothingWhy: 'Not paid, and no notice sent. Nothing is owed.',
    undecidedWhy: 'The service hasn’t said yet whether it is paid. Don’t deliver before it does.',
    undecidedNext:
      'The plugin keeps asking the service. Story of its notice says when. Decide it here, and your app knows it when it asks.',
    decide: { paid: 'Let it be paid', failed: 'Let it fail' },
    why: (cell: string) => `Show the rows: ${cell}`,
    showRows: 'Show the rows',
    next: {
      asked: 'Did your app accept a forgery? Verify pushes, and confirm each payment before you deliver.',
      paid: 'Compare the amount with what you asked before you deliver. The plugin says underpaid or overpaid.',
      told: 'Open its notice to see what your app answered. Resend sends it again.',
      confirmed: 'Open the answer of the transaction status, and compare it with the notice.',
      handled: 'Open its notice. Story says what your handler got, and how it ended.',
      reported: 'Report each delivery once, within an hour of the payment.',
    },
    /** What a person does about it, by the plugin's word. */
    reviewNext: {
      undetermined: 'Look it up with the service. Deliver if it is paid; if not, tell the customer.',
      contradicted: 'Open its notices, and look it up with the service before you deliver.',
      underpaid: 'Ask the customer for the rest, or refund what came.',
      overpaid: 'Deliver, and refund the rest.',
      paidTwice: 'Deliver once, and refund one of the two.',
      unconfirmable:
        'Compare the amount with your order, and deliver if both agree. In code, allow this one reason for fulfilment notices, and look up the order by its reference.',
      unexpected: 'Find the order that it belongs to. Deliver if its amount agrees, else refund it.',
      late: 'Is its order still wanted? Deliver it, or refund the payment.',
      partlyRefunded: 'Find out why it was refunded before you deliver.',
      disputed: 'Answer the dispute with the service before you deliver.',
      givenUp: 'Look it up with the service. Deliver if it is paid; if not, tell the customer.',
    } as Readonly<Partial<Record<string, string>>>,
    /** For every other word. */
    reviewNextUsual: 'Look it up with the service, and compare it with your order before you deliver.',
    /** Another language says here why, by the plugin's word. Without it the server's English is shown. */
    reviewWhy: {} as Readonly<Partial<Record<string, string>>>,
  },
}
