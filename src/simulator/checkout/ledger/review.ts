import type { HandledPayment } from './handled.ts'

/**
 * Why a person must look at what was handled: sentences that begin with the plugin's word. An outcome that wasn't known is no
 * reason any more once a later one is.
 */
export function reviewOf(handled: readonly HandledPayment[]): readonly string[] {
  const reasons = handled.flatMap(({ needsReview = [] }, at) =>
    handled.slice(at + 1).some(isKnown) ? needsReview.filter((reason) => reason !== unknown) : needsReview,
  )
  return [...new Set(reasons)].map((reason) => `${reason}: ${sentences[reason] ?? 'the plugin says why in its log'}`)
}

const unknown = 'undetermined'

function isKnown({ outcome }: HandledPayment): boolean {
  return outcome !== unknown
}

const sentences: Readonly<Partial<Record<string, string>>> = {
  undetermined: 'what came of it is not known',
  contradicted: 'another notice of the same payment says something else',
  underpaid: 'less was paid than you asked for',
  overpaid: 'more was paid than you asked for',
  paidTwice: 'two payments came for the same: give one back',
  paidOtherWay: 'its reference was paid as a checkout and in a session: give one back',
  amountUnknown: "it is paid, and the amount isn't known",
  otherCurrency: 'it was paid in another currency than you asked for',
  otherReference: 'it came to an address that was made for another reference',
  beforeAsked: 'the payment began before you asked for it',
  timeUnknown: "the service doesn't say when it began: it may be an older payment",
  otherPayer: 'another phone paid than the one that was asked',
  payerUnknown: "the service doesn't say who paid",
  reused: 'its address was used for other money, or its money was told at another address',
  unconfirmable: "the service can't be asked about it: what the notice says is all that is known",
  unexpected: 'it came to no address of its own, and your application never asked for it',
  late: 'it came after the payment had been given up',
  partlyRefunded: 'a part of it went back since',
  disputed: 'the payer disputes it',
  unknownReference: "the service has no record of it, and your application didn't ask for it",
  givenUp: 'there is no final status, however often the plugin asked',
}
