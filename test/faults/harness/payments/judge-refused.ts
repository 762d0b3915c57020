import type { PaymentHistory, Pushed, Told } from './history.ts'

/** Whether an order ended without a page, since a push had named its reference: nobody can pay it. */
export function isRefused({ refused, pages }: PaymentHistory): boolean {
  return refused !== undefined && pages.length === 0
}

/**
 * An order that was refused for a push: that is an end only where the call was lost that had its invoice made, and nothing is told of
 * it but that nobody knows.
 *
 * @param pushes of all payments
 */
export function judgeRefused(history: PaymentHistory, told: readonly Told[], pushes: readonly Pushed[]): string[] {
  const { refused, plan } = history
  if (refused === undefined) return []
  const [before, after] = refused.creations
  const wasNamed = pushes.some(
    ({ at, sent, claim: { reference } }) => at < refused.at && reference === plan.reference && mayBeKept(sent),
  )
  const wrong = told.filter((one) => !isUnanswered(one) || one.evidence === 'confirmed')
  const ids = unanswered.map(
    (reason) => [reason, new Set(told.filter(isFor(reason)).map(({ id }) => id)).size] as const,
  )
  return [
    ...(before === 0 ? ['it was refused for a push, and no invoice was asked for before'] : []),
    ...(after > before ? ['it was refused for a push in the call that had its invoice made'] : []),
    ...(wasNamed ? [] : ['it was refused for a push that nobody made']),
    ...wrong.map(({ outcome, id }) => `${outcome} was told of what nobody can pay: ${id}`),
    ...ids.flatMap(([reason, count]) => (count > 1 ? [`${reason} was told ${count} times`] : [])),
  ].map((line) => `${plan.reference}: ${line}`)
}

/** Nobody has an answer, and a person is told so. */
export function isUnanswered({ outcome, needsReview }: Told): boolean {
  return outcome === 'undetermined' && unanswered.some((reason) => needsReview.includes(reason))
}

/** Why nobody has one. */
export const unanswered = ['givenUp', 'unknownReference'] as const

function isFor(reason: string): (told: Told) => boolean {
  return ({ needsReview }) => needsReview.includes(reason)
}

/** Of one that nobody answered nobody knows: its process may have been killed after it was kept. */
function mayBeKept(sent: Pushed['sent']): boolean {
  return sent === 'unanswered' || (sent >= 200 && sent < 300)
}
