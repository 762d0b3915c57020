import { shortestSecret } from '../../text/describe-error.ts'
import { hideSecrets } from '../../text/hide-secrets.ts'
import { quotesOfEntry } from '../../text/secrets/quotes-of-entry.ts'
import { trace } from '../../trace/moments.ts'

/** What stands in the place of a text that was entered at a sensitive screen. */
export const hiddenText = '••••'

/** What was entered at the sensitive screens of a phone: from then on nothing that the phone prints shows it. */
export class EnteredSecrets {
  readonly #texts = new Set<string>()

  /** Each in every form in which a screen or an error may show it. */
  get texts(): readonly string[] {
    return [...this.#texts]
  }

  add(entered: string): void {
    for (const text of quotesOfEntry(entered)) if (text.length >= shortestSecret) this.#texts.add(text)
  }

  readonly hide = (text: string): string => hideSecrets(text, this.texts, hiddenText)
}

/**
 * Hears, while a reply is waited for, what the reply doesn't say: whether its screen asks for something sensitive. USSD
 * replies have no field for it. An application in another process isn't heard.
 *
 * @param told `hidesNext`, undefined for a waiting screen, which asks for nothing
 * @returns stops it
 */
export function hearAnswers(sessionId: string, told: (hidesNext: boolean | undefined) => void): () => void {
  const hear = (answered: unknown): void => {
    if (typeof answered !== 'object' || answered === null || Reflect.get(answered, 'sessionId') !== sessionId) return
    const hidesNext: unknown = Reflect.get(answered, 'hidesNext')
    told(typeof hidesNext === 'boolean' ? hidesNext : undefined)
  }
  trace.answered.subscribe(hear)
  return () => trace.answered.unsubscribe(hear)
}
