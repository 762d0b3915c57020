import { signal } from '@preact/signals'
import { say } from './notices.ts'

/** What the browser would not copy: it's shown, to be copied by hand. */
export const uncopied = signal<string | undefined>(undefined)

/** @param said once it's copied */
export async function copy(text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    // Whatever it refused it for, the text is there to be selected.
    uncopied.value = text
    return
  }
  say(said)
}
