import { shortestSecret } from '../text/describe-error.ts'
import { hideSecrets } from '../text/hide-secrets.ts'

/** What stands in the place of a text that was entered at a sensitive screen. */
export const hiddenText = '••••'

/** What was entered at the sensitive screens of a phone: from then on nothing that the phone prints shows it. */
export class EnteredSecrets {
  readonly #texts = new Set<string>()

  /** In the order in which they were entered. */
  get texts(): readonly string[] {
    return [...this.#texts]
  }

  add(entered: string): void {
    const text = entered.trim()
    if (text.length >= shortestSecret) this.#texts.add(text)
  }

  readonly hide = (text: string): string => hideSecrets(text, this.texts, hiddenText)
}
