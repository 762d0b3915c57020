import { texts } from '../texts/index.ts'
import type { Row } from './types.ts'

/** What a fault is called wherever it is named. */
export function faultName(name: string): string {
  return texts.faultNames[name] ?? name
}

/** What a row suffered, and whether somebody sent it by hand: on its badge. Empty for what the service sent as it was. */
export function sufferedBy({ faults, isByHand }: Pick<Row, 'faults' | 'isByHand'>): string {
  if (isByHand !== true) return faults.map(faultName).join(', ')
  const names = faults.map((name) => (name === 'duplicate' ? texts.ways.again : faultName(name)))
  return [...names, texts.byHand].join(', ')
}
