/** What went wrong while a screen was waited for: the subscriber sees nothing of it. */
export interface Mishap {
  /** For the error of a step. */
  readonly line: string
  /** What was thrown; undefined where nothing was. */
  readonly error: unknown
}

/** How the error of a step ends: with what went wrong, and what led there. */
export function storyOf(mishap: Mishap | undefined, transcript: string): string {
  const wrong = mishap === undefined ? '' : `\n${mishap.line}`
  return transcript === '' ? wrong : `${wrong}\nafter\n${indent(transcript)}`
}

/** The error of a step, with what was thrown as its cause. */
export function blame<E extends Error>(error: E, mishap: Mishap | undefined): E {
  if (mishap?.error !== undefined) error.cause = mishap.error
  return error
}

/** A text as part of another: every line of it two spaces in. */
export function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ')
}
