/**
 * Something that must not happen, and did.
 *
 * @example
 * const inWords = ({ rule, text }: Violation) => `${rule}: ${text}`
 */
export interface Violation {
  readonly rule: Rule
  /** A sentence. */
  readonly text: string
}

/**
 * What `chaos` holds an application to.
 *
 * @example
 * const ofMoney: Rule[] = ['boughtTwice', 'deliveredUnpaid', 'deliveredTwice', 'paidUndelivered']
 */
export type Rule = keyof typeof ruleTexts

/** What each rule says, for tests and documents. */
export const ruleTexts = {
  boughtTwice: 'nothing is bought twice',
  deliveredTwice: 'nothing is delivered twice',
  deliveredUnpaid: 'nothing unpaid is delivered',
  paidUndelivered: 'what is paid is delivered',
  screenOfAnother: 'nobody sees what is another’s',
  unanswered: 'every turn is answered inside the deadline',
  wrongReply: 'no reply to a turn is wrong',
  handlerFailed: 'no handler of a turn fails',
  serverError: 'nothing is answered with a 5xx',
  blocked: 'nothing keeps the process from its other work',
} as const
