import { visible } from '../shared/format.ts'
import { texts } from '../texts/later.ts'
import type { MapFinding } from './state.ts'

/** Where something is odd, and what: elsewhere the same screen may be well. */
export function findingInWords({ channels, text }: MapFinding): string {
  return texts.map.findingOn(channels.map((channel) => texts.channels[channel]).join(', '), visible(text))
}
