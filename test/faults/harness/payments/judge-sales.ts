import type { Told } from './history.ts'
import type { Sale } from './sales.ts'

/** @returns everything that must not be: money that settles two orders, an order that is settled by two, a notice that is lost */
export function judgeSales(sales: readonly Sale[], told: readonly Told[]): string[] {
  const byId = [...Map.groupBy(told, ({ id }) => id)]
  return [
    ...byId.filter(([, calls]) => new Set(calls.map(meaningOf)).size > 1).map(([id]) => `${id} says several things`),
    ...sales.flatMap((sale) => judgeOne(sale, told)),
  ]
}

function judgeOne({ moneys, addresses, notices }: Sale, all: readonly Told[]): string[] {
  const told = all.filter(({ address }) => address !== null && addresses.includes(address))
  const plain = told.filter(isPlain)
  const settledBy = (money: string) =>
    new Set(plain.filter((one) => one.transactionId === money).map((one) => one.address))
  const paidAt = (address: string) =>
    new Set(plain.filter((one) => one.address === address).map((one) => one.transactionId))
  const found = [
    ...moneys.filter((money) => settledBy(money).size > 1).map((money) => `${money} settles ${[...settledBy(money)]}`),
    ...addresses
      .filter((address) => paidAt(address).size > 1)
      .map((address) => `${address} is settled by ${[...paidAt(address)]}`),
    ...notices
      .filter(({ money, address }) => !told.some((one) => one.transactionId === money && one.address === address))
      .map(({ money, address }) => `nobody was told of ${money} at ${address}`),
    ...(plain.length === 0 ? [`nothing is settled by ${moneys}`] : []),
  ]
  return found.length === 0 ? [] : [[...found, ...told.map((one) => JSON.stringify(one))].join('\n    ')]
}

/** What a handler settles by. */
function isPlain({ outcome, evidence, needsReview }: Told): boolean {
  return outcome === 'paid' && evidence === 'confirmed' && needsReview.length === 0
}

/** One id names one thing: whoever is idempotent by it must not miss another. */
export function meaningOf({ outcome, amountMinor, evidence, needsReview }: Told): string {
  return `${outcome} ${amountMinor} ${evidence} ${needsReview}`
}
