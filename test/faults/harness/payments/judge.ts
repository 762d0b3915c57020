import type { KeptEntry } from '../application-process.ts'
import { entryIdOf, truePhone } from './claim.ts'
import {
  describeHistory,
  networkIdOf,
  type PaymentHistory,
  type Pushed,
  type Told,
  transactionIdOf,
} from './history.ts'
import { isRefused, isUnanswered, judgeRefused, unanswered } from './judge-refused.ts'
import { meaningOf as inOneWord } from './judge-sales.ts'
import type { Fate } from './plan.ts'

/** What is compared once nothing is left to do. */
export interface PaymentsEvidence {
  readonly histories: readonly PaymentHistory[]
  readonly told: readonly Told[]
  readonly entries: readonly KeptEntry[]
  /** ms */
  readonly giveUpAfter: number
}

/** What a handler was told: an outcome, or why there is none. */
type Meaning = 'paid' | 'underpaid' | 'failed' | 'cancelled' | 'refunded' | 'pending' | 'givenUp' | 'unknownReference'

type Bounds = readonly [least: number, most: number]

/** How often each may be told of a payment, repeats of one id not counted. What is not listed: never. */
const expectations: Readonly<Record<Fate, Readonly<Partial<Record<Meaning, Bounds>>>>> = {
  paid: { paid: [1, 1] },
  overpaid: { paid: [1, 1] },
  underpaid: { underpaid: [1, 1] },
  failed: { failed: [1, 1] },
  cancelled: { cancelled: [1, 1] },
  // Who is asked after both says the second only.
  refunded: { paid: [0, 1], refunded: [1, 1] },
  secondTry: { failed: [0, 1], paid: [1, 1] },
  never: { givenUp: [1, 1] },
  // The last look before it is given up may come late enough.
  tooLate: { paid: [1, 1] },
}

/** @returns everything that must not be: of each payment in one text, its whole history below it */
export function judgePayments({ histories, told, entries, giveUpAfter }: PaymentsEvidence): string[] {
  const toldOf = Map.groupBy(told, ({ reference }) => reference)
  const entriesOf = Map.groupBy(entries, ({ reference }) => reference)
  const known = new Set(histories.map(({ plan }) => plan.reference))
  const pushes = histories.flatMap((history) => history.pushes)
  return [
    ...told
      .filter(({ reference }) => reference === null || !known.has(reference))
      .filter((one) => !isRumour(one, pushes))
      .map((one) => `a payment that nobody asked for: ${JSON.stringify(one)}`),
    ...entries.filter(isOpen).map(({ id, state }) => `entry ${id} is still ${state}`),
    ...histories.flatMap((history) => {
      const { reference } = history.plan
      const own = toldOf.get(reference) ?? []
      const kept = entriesOf.get(reference) ?? []
      const may = {
        givenUp: canBeGivenUp(history, giveUpAfter),
        unknownReference: isNamedEarly(history, pushes),
      }
      const ends = isRefused(history) ? judgeRefused(history, own, pushes) : judgeOne(history, own, kept, may)
      const found = [...ends, ...unaccounted(history, entries)]
      return found.length === 0 ? [] : [[...found, ...describeHistory(history, own, kept)].join('\n    ')]
    }),
  ]
}

/**
 * A push named a payment of which nobody knows: a person is told of that, and of nothing more. The service leaves one
 * question in ten about it without an answer, and whoever asks is killed and paused: so it may be given up instead.
 */
function isRumour(one: Told, pushes: readonly Pushed[]): boolean {
  const isNamed = pushes.some(({ claim: { reference, checkoutId } }) =>
    one.reference === null ? reference === null && checkoutId === one.paymentId : reference === one.reference,
  )
  return isNamed && one.evidence !== 'confirmed' && isUnanswered(one)
}

/** What was said of it before it was ordered is of an unknown reference. */
function isNamedEarly({ plan, startedAt = 0 }: PaymentHistory, pushes: readonly Pushed[]): boolean {
  return pushes.some(({ at, claim: { reference } }) => at < startedAt && reference === plan.reference)
}

/** What may be told of a payment besides. */
type Allowed = Readonly<Record<'givenUp' | 'unknownReference', boolean>>

function judgeOne(
  history: PaymentHistory,
  told: readonly Told[],
  entries: readonly KeptEntry[],
  may: Allowed,
): string[] {
  const { plan } = history
  const byId = Map.groupBy(told, ({ id }) => id)
  const firsts = [...byId.values()].flatMap(([first]) => first ?? [])
  const [astray = [], own = []] = [true, false].map((is) => firsts.filter((one) => isAstray(one) === is))
  return [
    ...miscounted(plan.fate, countsOf(own), may).map((line) => `${plan.reference}, ${plan.fate}: ${line}`),
    ...[...countsOf(astray)].flatMap(([meaning, count]) =>
      count > 1 ? [`${plan.reference}: ${meaning} was told ${count} times for another address`] : [],
    ),
    ...misled(plan.fate, told).map((line) => `${plan.reference}, ${plan.fate}: ${line}`),
    ...[...byId.values()].filter(isFickle).map(([one]) => `${plan.reference}: ${one?.id} says several things`),
    ...told.flatMap((one) => untruths(history, one)).map((line) => `${plan.reference}: ${line}`),
    ...(history.refused === undefined ? [] : [`${plan.reference}: it has a page, and was refused for a push`]),
    ...(new Set(history.pages).size > 1 ? [`${plan.reference}: it has the pages ${history.pages.join(', ')}`] : []),
    ...misplaced(entries, may.givenUp).map((line) => `${plan.reference}: ${line}`),
  ]
}

/** Whether a push at another's address had it told: nobody settles by that, so what counts comes besides. */
function isAstray({ outcome, needsReview }: Told): boolean {
  return outcome !== 'undetermined' && needsReview.includes('otherReference')
}

function countsOf(told: readonly Told[]): ReadonlyMap<Meaning, number> {
  const counts = new Map<Meaning, number>()
  for (const one of told) counts.set(meaningOf(one), (counts.get(meaningOf(one)) ?? 0) + 1)
  return counts
}

function meaningOf({ outcome, needsReview }: Told): Meaning {
  const why = unanswered.find((reason) => needsReview.includes(reason))
  if (why !== undefined) return why
  if (outcome === 'undetermined') return 'underpaid'
  return meanings.find((meaning) => meaning === outcome) ?? 'pending'
}

const meanings: readonly Meaning[] = ['paid', 'underpaid', 'failed', 'cancelled', 'refunded', 'pending', ...unanswered]

/** Besides those without an end an order whose answer was lost: its first invoice, which nobody pays, may be given up. */
function canBeGivenUp({ plan, orderedAt = 0, startedAt = 0 }: PaymentHistory, giveUpAfter: number): boolean {
  return plan.fate === 'never' || plan.fate === 'tooLate' || startedAt - orderedAt > giveUpAfter / 4
}

function miscounted(fate: Fate, counts: ReadonlyMap<Meaning, number>, may: Allowed): string[] {
  const unless: Readonly<Partial<Record<Meaning, Bounds>>> = {
    pending: [0, 1],
    givenUp: [0, Number(may.givenUp)],
    unknownReference: [0, Number(may.unknownReference)],
  }
  const expected = { ...unless, ...expectations[fate] }
  return meanings.flatMap((meaning) => {
    const [least, most] = expected[meaning] ?? [0, 0]
    const count = counts.get(meaning) ?? 0
    return count >= least && count <= most ? [] : [`${meaning} was told ${count} times, not ${least} to ${most}`]
  })
}

/** Whoever does what was said last must not be left with what came before it. */
function misled(fate: Fate, told: readonly Told[]): string[] {
  const end = fate === 'refunded' ? 'refunded' : fate === 'secondTry' ? 'paid' : undefined
  if (end === undefined) return []
  const inOrder = told.toSorted((one, other) => one.at - other.at).filter(({ evidence }) => evidence === 'confirmed')
  const last = inOrder.at(-1)
  return last === undefined || meaningOf(last) === end ? [] : [`it ended ${end}, and ${last.outcome} was told last`]
}

function isFickle(told: readonly Told[]): boolean {
  return new Set(told.map(inOneWord)).size > 1
}

/** What a delivery says that the service never said, or not before. */
function untruths({ plan, checkoutIds, answers }: PaymentHistory, one: Told): string[] {
  const { reference, amountMinor } = plan
  const found: string[] = []
  if (one.evidence !== 'confirmed') {
    return isUnanswered(one) ? [] : [`${one.outcome} was told with evidence ${one.evidence}: ${one.id}`]
  }
  const isSaid = answers.some(
    ({ at, says, status, amountMinor: amount }) =>
      at <= one.at && says === one.says && status === one.status && amount === one.amountMinor,
  )
  if (!isSaid) found.push(`the service never said ${one.says} (${one.status}) ${one.amountMinor}, told in ${one.id}`)
  const isShort = one.says === 'paid' && (one.amountMinor ?? 0) < amountMinor
  const isMore = one.says === 'paid' && (one.amountMinor ?? 0) > amountMinor
  const outcome = isShort ? 'undetermined' : one.says
  if (one.outcome !== outcome) found.push(`${one.outcome} was told of what is ${outcome}: ${one.id}`)
  const flags = [isShort, isMore].map((is, index) => [is, index === 0 ? 'underpaid' : 'overpaid'] as const)
  for (const [is, flag] of flags) {
    if (one.says === 'paid' && one.needsReview.includes(flag) !== is) found.push(`${flag} is ${!is}: ${one.id}`)
  }
  const strange = one.needsReview.filter(
    (reason) => !['underpaid', 'overpaid', 'late', 'otherReference'].includes(reason),
  )
  if (strange.length > 0) found.push(`it needs review for ${strange.join(', ')}: ${one.id}`)
  const identifiers = [
    ['paymentId', one.paymentId, checkoutIds],
    ['transactionId', one.transactionId, [transactionIdOf(reference)]],
    ['networkTransactionId', one.networkTransactionId, [networkIdOf(reference)]],
    ['phone', one.phone, [truePhone]],
  ] as const
  for (const [name, value, own] of identifiers) {
    if (value !== null && !own.some((one) => one === value.toLowerCase()))
      found.push(`its ${name} is a forger's, ${value}: ${one.id}`)
  }
  return found
}

/** What an acknowledged push was, whose entry is not there. */
function unaccounted({ plan, pushes }: PaymentHistory, entries: readonly KeptEntry[]): string[] {
  return pushes
    .filter(({ sent }) => sent !== 'unanswered' && sent >= 200 && sent < 300)
    .map(({ claim }) => entryIdOf(claim))
    .filter((id) => !entries.some((entry) => entry.id.startsWith(id)))
    .map((id) => `${plan.reference}: a push was acknowledged and is nowhere: ${id}`)
}

function misplaced(entries: readonly KeptEntry[], canBeDead: boolean): string[] {
  const expecting = entries.filter(({ kind }) => kind === 'expectedPayment')
  return [
    ...(expecting.length === 0 ? ['its order was answered, and nobody expects it'] : []),
    ...entries.filter(({ state }) => state === 'dead' && !canBeDead).map(({ id }) => `${id} is dead`),
    ...expecting.filter(({ state }) => state === 'rejected').map(({ id }) => `${id} could not be read again`),
  ]
}

function isOpen({ state }: KeptEntry): boolean {
  return state === 'waiting' || state === 'running'
}
