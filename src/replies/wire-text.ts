import { limits } from '../catalogue/limits.ts'
import { foldToAscii } from '../text/fold-characters.ts'
import { jsonText } from './json-text.ts'
import { isVisible } from './read-text.ts'
import type { ReplySettings } from './reply-settings.ts'

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
