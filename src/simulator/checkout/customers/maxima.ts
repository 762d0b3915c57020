import type { Service } from '../../service.ts'
import type { Transaction } from '../../world/transaction.ts'

/**
 * The code with which an operator refuses to pay so much; undefined where it pays.
 *
 * @param mobile whose operator is that of its phone on USSD; one that has no phone yet is of `network`
 */
export function maximumCode(mobile: string, amount: number, { world, settings, clock }: Service): string | undefined {
  const phone = [...world.phones.values()].find(({ number, channel }) => number === mobile && channel === 'ussd')
  const { each = Number.POSITIVE_INFINITY, daily = Number.POSITIVE_INFINITY } =
    settings.money.maxima[phone?.operator ?? 'network'] ?? {}
  if (amount > each) return '2153'
  // A day is one of GMT.
  const today = dayOf(clock.now())
  const paid = [...world.transactions.values()]
    .filter((one) => one.mobile === mobile && dayOf(one.startedAt) === today)
    .reduce((sum, one: Transaction) => sum + one.paid, 0)
  return paid + amount > daily ? '2154' : undefined
}

function dayOf(moment: number): number {
  return Math.floor(moment / 86_400_000)
}
