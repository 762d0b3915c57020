import { signal } from '@preact/signals'
import { texts } from '../texts/index.ts'
import type { Row } from './types.ts'

/** None before they have come: the first view waits for no name of a fault. */
export const faultNames = signal<Readonly<Partial<Record<string, string>>>>({})

/** What a fault is called wherever it is named. */
export function faultName(name: string): string {
  return faultNames.value[name] ?? name
}

/** What a row suffered, and whether somebody sent it by hand: on its badge. Empty for what the service sent as it was. */
export function sufferedBy({ faults, isByHand }: Pick<Row, 'faults' | 'isByHand'>): string {
  if (isByHand !== true) return faults.map(faultName).join(', ')
  const names = faults.map((name) => (name === 'duplicate' ? texts.resent : faultName(name)))
  return [...names, texts.byHand].join(', ')
}
