import { type NotificationKind, notificationKinds } from '../pushes/kinds.ts'

/**
 * What the application still has to do by itself, kept and worked like a notification: to ask about a payment whose
 * callback did not come, to watch a payment that a session asked for, and to report a fulfilment.
 *
 * @example
 * const { dead } = await app.merchant.inbox.count({ kinds: [...followUpKinds] }) // given up
 */
export const followUpKinds = ['expectedPayment', 'askedPayment', 'fulfilmentReport'] as const

/**
 * Which follow-up it is.
 *
 * @example
 * const isMoney: Record<FollowUpKind, boolean> = { expectedPayment: true, askedPayment: true, fulfilmentReport: false }
 */
export type FollowUpKind = (typeof followUpKinds)[number]

/** Everything that an inbox keeps. */
export const entryKinds = [...notificationKinds, ...followUpKinds] as const

/**
 * What an entry of the inbox is: a notification, or a follow-up.
 *
 * @example
 * const isMoney = (kind: EntryKind) => kind === 'checkout' || kind === 'expectedPayment'
 */
export type EntryKind = NotificationKind | FollowUpKind

/**
 * Whether it is a push that was not handled. When such an entry is forgotten, its identity goes with it: the push is new when
 * it comes again. What the application does by itself stays known, so that it is not begun anew.
 */
export function isUnhandledPush(kind: string, state: string): boolean {
  return state !== 'done' && !followUpKinds.some((known) => known === kind)
}

/** Whether it is the application's own, and no push. */
export function isFollowUp(kind: EntryKind): kind is FollowUpKind {
  return followUpKinds.some((known) => known === kind)
}
