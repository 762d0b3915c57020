import { limits } from '../../catalogue/limits.ts'
import { escapedUnit } from '../../text/clean-text.ts'
import { foldToAscii } from '../../text/fold-characters.ts'
import { isVisible } from '../checks/read-text.ts'
import type { ReplyType } from '../reply.ts'
import type { NameCasing, ReplySettings, TypeWordCasing } from './reply-settings.ts'

/**
 * A text for people as JSON, folded where the settings ask for it. Data that comes back (ClientState, the value
 * of a choice, SessionId) never passes through here: it must return as it was sent.
 *
 * @example
 * ```ts
 * wireText('Déjà vu', readReplySettings({ characters: 'ascii' })) // '"Deja vu"'
 * ```
 */
export function wireText(text: string, settings: ReplySettings): string {
  return jsonText(writtenText(text, settings))
}

/**
 * The description of a payment request as JSON. Folding can lengthen a text (the cedi sign becomes three
 * letters), so what was within the limit is cut to it again (reference 2.8, Description).
 *
 * @example
 * ```ts
 * wireDescription('₵'.repeat(100), readReplySettings({ characters: 'ascii' })) // 100 letters
 * ```
 */
export function wireDescription(description: string, settings: ReplySettings): string {
  return jsonText(writtenText(description, settings).slice(0, limits.description.max))
}

function writtenText(text: string, settings: ReplySettings): string {
  if (settings.characters === 'keep') return text
  const folded = foldToAscii(text)
  // Accents that stand alone fold to nothing, and a field that must be filled would be empty.
  return folded === text || isVisible(folded) ? folded : '?'
}

/**
 * A string as JSON in pure ASCII. Characters beyond it leave as `\uXXXX`, which loses nothing: as bytes they make some
 * gateways fail the session with UUE (reference 7.2). So does DEL, the one control that JSON leaves as it is.
 *
 * @example
 * ```ts
 * jsonText('5 ₵') // '"5 \\u20b5"'
 * ```
 */
export function jsonText(text: string): string {
  const json = JSON.stringify(text)
  return beyondAscii.test(json) ? json.replace(eachBeyondAscii, escapedUnit) : json
}

// Two expressions, since a global one remembers where its last test stopped.
const beyondAscii = /[\u007f-\uffff]/
const eachBeyondAscii = /[\u007f-\uffff]/g

/**
 * A field name of the reference, written in PascalCase there, in the casing of the settings.
 *
 * @example
 * ```ts
 * casedName('MaskNextRoute', 'camel') // 'maskNextRoute'
 * ```
 */
export function casedName(name: string, casing: NameCasing): string {
  return casing === 'camel' ? name.charAt(0).toLowerCase() + name.slice(1) : name
}

/** Reference 2.6 and 2.8, Type: as the payloads show it, and as the table lists it. AddToCart has one form in both. */
export const typeWords: Readonly<Record<TypeWordCasing, Readonly<Record<ReplyType, string>>>> = {
  capital: { response: 'Response', release: 'Release', addToCart: 'AddToCart' },
  lower: { response: 'response', release: 'release', addToCart: 'AddToCart' },
}
