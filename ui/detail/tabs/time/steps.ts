import type { WholeRow } from '../../../state/types.ts'

export type Step = NonNullable<WholeRow['timing']>['steps'][number]

/** Yours, the store's, what waits, the plugin's. What a colour says stands beside it in words. */
export function fillOf(name: Step['name']): string {
  if (name === 'load' || name === 'once') return 'bg-primary'
  if (name === 'handler') return 'bg-primary/45'
  if (name === 'store') return 'bg-base-content/70'
  return name === 'wait' ? 'bg-base-content/25' : 'bg-base-content/45'
}
