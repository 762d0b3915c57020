import type { ReplyType } from './reply.ts'
import type { TypeWordCasing } from './reply-settings.ts'

/** Reference 2.6 and 2.8, Type: as the payloads show it, and as the table lists it. AddToCart has one form in both. */
export const typeWords: Readonly<Record<TypeWordCasing, Readonly<Record<ReplyType, string>>>> = {
  capital: { response: 'Response', release: 'Release', addToCart: 'AddToCart' },
  lower: { response: 'response', release: 'release', addToCart: 'AddToCart' },
}
