import { SettledReferences } from '../../payments/money/settled-reference.ts'
import type { MoneyKind } from '../../pushes/kinds.ts'
import type { MerchantWebhooksOptions } from '../options/options.ts'
import type { KindParts } from './kind-parts.ts'

/**
 * Which references of a registration are paid, and how. Only where both checkouts and payments of sessions come to it: else one
 * cannot be paid in two ways, and each payment costs a few writes less.
 */
export function settledReferences({
  options,
  shared,
  opened,
  intake,
  time: clock,
}: Pick<KindParts, 'options' | 'shared' | 'opened' | 'intake' | 'time'>): SettledReferences {
  const comes = (kind: MoneyKind) => isReceived(options, kind)
  return new SettledReferences({
    registration: shared.name,
    inbox: opened.inbox,
    put: (entry) => intake.put(entry),
    isKept: comes('checkout') && (comes('ussdPayment') || comes('fulfilment')),
    clock,
  })
}

function isReceived({ payment, ...options }: MerchantWebhooksOptions, kind: MoneyKind): boolean {
  const given = options[kind]
  return given !== false && (given !== undefined || payment !== undefined)
}
