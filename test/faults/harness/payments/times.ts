/** ms. In the long form a killed process of PostgreSQL must have been taken for dead before anything is given up. */
export const paymentTimes = {
  // Long enough for an order to be placed again after a kill, on a busy machine too: one that is given up has no page.
  short: { unit: 120, reconcileAfter: 400, giveUpAfter: 16_000 },
  long: { unit: 1_000, reconcileAfter: 1_500, giveUpAfter: 45_000 },
} as const
