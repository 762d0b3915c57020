import { signal } from '@preact/signals'
import type { PhoneName } from '../state/types.ts'

/** What a phone shows: the service that was dialled, or its messages. */
export type AppName = 'dial' | 'messages'

/** The numbers whose phones show their messages. */
const messaging = signal<ReadonlySet<string>>(new Set())

export function appOf({ number }: Pick<PhoneName, 'number'>): AppName {
  return messaging.value.has(number) ? 'messages' : 'dial'
}

export function showApp({ number }: Pick<PhoneName, 'number'>, app: AppName): void {
  const next = new Set(messaging.value)
  if (app === 'messages') next.add(number)
  else next.delete(number)
  messaging.value = next
}
