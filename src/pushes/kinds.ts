/** The kinds whose reply is the product: a screen (reference 2.7 and 2.5). */
export const turnKinds = ['ussd', 'programmable'] as const

/** The kinds that tell of money (reference 2.3, 4.10, 6). */
export const moneyKinds = ['checkout', 'fulfilment', 'ussdPayment'] as const

/** The kinds whose reply is only an acknowledgement. */
export const notificationKinds = [...moneyKinds, 'deliveryReport', 'inboundMessage'] as const

/** Every push of the service (reference 6). */
export const kinds = [...turnKinds, ...notificationKinds] as const

/** Which push it is. */
export type Kind = (typeof kinds)[number]
/** A push whose reply is the product. */
export type TurnKind = (typeof turnKinds)[number]
/** A push whose reply is only an acknowledgement. */
export type NotificationKind = (typeof notificationKinds)[number]
/** A notification that tells of money. */
export type MoneyKind = (typeof moneyKinds)[number]

/** Whether a kind answers with a screen. */
export function isTurnKind(kind: Kind): kind is TurnKind {
  return kind === 'ussd' || kind === 'programmable'
}

/** Whether a kind tells of money. */
export function isMoneyKind(kind: Kind): kind is MoneyKind {
  return kind === 'checkout' || kind === 'fulfilment' || kind === 'ussdPayment'
}
