/** The kinds whose reply is the product: a screen (reference 2.7 and 2.5). */
export const turnKinds = ['ussd', 'programmable'] as const

/** The kinds that tell of money (reference 2.3, 4.10, 6). */
export const moneyKinds = ['checkout', 'fulfilment', 'ussdPayment'] as const

/** The kinds whose reply is only an acknowledgement. */
export const notificationKinds = [...moneyKinds, 'deliveryReport', 'inboundMessage'] as const

/**
 * Every push of the service (reference 6).
 *
 * @example
 * const received = new Set(app.merchant.urls.map(({ kind }) => kind))
 * kinds.filter((kind) => !received.has(kind)) // those without a handler
 */
export const kinds = [...turnKinds, ...notificationKinds] as const

/**
 * Which push it is.
 *
 * @example
 * const paths: Partial<Record<Kind, string>> = { ussd: '/menu', checkout: '/paid' }
 */
export type Kind = (typeof kinds)[number]

/**
 * A push whose reply is the product.
 *
 * @example
 * const waiting = (kind: TurnKind) => app.merchant.counts[kind]?.waiting ?? 0
 */
export type TurnKind = (typeof turnKinds)[number]

/**
 * A push whose reply is only an acknowledgement.
 *
 * @example
 * const handled = (kind: NotificationKind) => app.merchant.counts[kind]?.handled ?? 0
 */
export type NotificationKind = (typeof notificationKinds)[number]

/**
 * A notification that tells of money.
 *
 * @example
 * const soldBy: Record<MoneyKind, string> = { checkout: 'website', fulfilment: 'shop', ussdPayment: 'menu' }
 */
export type MoneyKind = (typeof moneyKinds)[number]

/** Whether a kind answers with a screen. */
export function isTurnKind(kind: Kind): kind is TurnKind {
  return kind === 'ussd' || kind === 'programmable'
}
